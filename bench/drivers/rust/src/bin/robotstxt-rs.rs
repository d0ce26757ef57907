//! Driver for robotstxt, the Rust port of Google's parser and matcher. It keeps nothing: every question parses again.

use robotstxt::{parse_robotstxt, DefaultMatcher, RobotsParseHandler};
use waymark_bench::{caught, silence, Work};

/// Hears of every record and keeps nothing.
#[derive(Default)]
struct Counter(usize);

impl RobotsParseHandler for Counter {
    fn handle_robots_start(&mut self) {}
    fn handle_robots_end(&mut self) {}
    fn handle_user_agent(&mut self, _: u32, _: &str) {
        self.0 += 1
    }
    fn handle_allow(&mut self, _: u32, _: &str) {
        self.0 += 1
    }
    fn handle_disallow(&mut self, _: u32, _: &str) {
        self.0 += 1
    }
    fn handle_sitemap(&mut self, _: u32, _: &str) {
        self.0 += 1
    }
    fn handle_unknown_action(&mut self, _: u32, _: &str, _: &str) {
        self.0 += 1
    }
}

/// None where the library panics.
fn parse(text: &str) -> Option<usize> {
    caught(|| {
        let mut counter = Counter::default();
        parse_robotstxt(text, &mut counter);
        counter.0
    })
}

fn allowed(text: &str, token: &str, url: &str) -> usize {
    caught(|| DefaultMatcher::default().one_agent_allowed_by_robots(text, token, url)).unwrap_or(true) as usize
}

fn main() {
    silence();
    let work = Work::load();
    match work.kind.as_str() {
        "parse" => {
            let failed = work.texts.iter().filter(|t| parse(t).is_none()).count();
            work.report(work.size(), failed, || work.texts.iter().map(|t| parse(t).unwrap_or(0)).sum());
        }
        "agents" => { // nothing is compiled: the parse alone
            work.report(1, 0, || parse(&work.texts[0]).unwrap_or(0));
        }
        _ => work.report(work.questions.len(), 0, || {
            work.questions.iter().map(|q| allowed(&work.texts[q.file], &q.token, &q.url)).sum()
        }),
    }
}
