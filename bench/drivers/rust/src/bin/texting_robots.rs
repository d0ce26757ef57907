//! Driver for texting_robots: a Robot is parsed and compiled for one token.

use std::collections::HashMap;
use texting_robots::Robot;
use waymark_bench::{caught, silence, Work};

/// None where the library refuses the file or panics.
fn robot(token: &str, body: &[u8]) -> Option<Robot> {
    caught(|| Robot::new(token, body).ok()).flatten()
}

fn allowed(robot: &Option<Robot>, url: &str) -> usize {
    robot.as_ref().is_none_or(|r| r.allowed(url)) as usize
}

fn main() {
    silence();
    let work = Work::load();
    match work.kind.as_str() {
        "parse" => {
            let read = || work.bodies.iter().filter(|b| robot("googlebot", b).is_some()).count();
            work.report(work.size(), work.bodies.len() - read(), read);
        }
        "one-shot" => work.report(work.questions.len(), 0, || {
            work.questions.iter().map(|q| allowed(&robot(&q.token, &work.bodies[q.file]), &q.url)).sum()
        }),
        "agents" => work.report(1, 0, || {
            work.questions.iter().filter(|q| robot(&q.token, &work.bodies[q.file]).is_some()).count()
        }),
        _ => {
            let mut robots: HashMap<(usize, &str), Option<Robot>> = HashMap::new();
            for q in &work.questions {
                robots.entry((q.file, &q.token)).or_insert_with(|| robot(&q.token, &work.bodies[q.file]));
            }
            let failed = robots.values().filter(|r| r.is_none()).count();
            let prepared: Vec<_> = work.questions.iter().map(|q| (&robots[&(q.file, q.token.as_str())], &q.url)).collect();
            work.report(prepared.len(), failed, || prepared.iter().map(|(r, url)| allowed(r, url)).sum());
        }
    }
}
