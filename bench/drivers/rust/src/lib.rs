//! What both drivers share: the questions, the clock and the output. Arguments: KIND FOLDER QUESTIONS ROUNDS; see
//! ../../../drivers.go.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

const ORIGIN: &str = "https://example.com";
const SLOW: Duration = Duration::from_secs(10); // a first run as slow as this is the figure
const LEAST: Duration = Duration::from_millis(100); // of one repetition
const BUDGET: Duration = Duration::from_secs(15); // of all repetitions

/// A question: the index of a file, a token and a URL.
pub struct Question {
    pub file: usize,
    pub token: String,
    pub url: String,
}

/// Everything that is asked, loaded before any clock runs.
pub struct Work {
    pub kind: String,
    pub bodies: Vec<Vec<u8>>,
    pub texts: Vec<String>, // the bodies, with what is not UTF-8 replaced
    pub questions: Vec<Question>,
    rounds: usize,
}

impl Work {
    /// Reads what the arguments name.
    pub fn load() -> Work {
        let args: Vec<String> = std::env::args().collect();
        let list = std::fs::read_to_string(&args[3]).expect("the list of questions");
        let mut work = Work {
            kind: args[1].clone(),
            bodies: vec![],
            texts: vec![],
            questions: vec![],
            rounds: args[4].parse().expect("the number of repetitions"),
        };
        let mut names: HashMap<&str, usize> = HashMap::new();
        for line in list.lines() {
            let mut parts = line.split('\t');
            let mut next = || parts.next().expect("file, token and path");
            let (name, token, path) = (next(), next(), next());
            let file = *names.entry(name).or_insert_with(|| {
                let body = std::fs::read(format!("{}/{}", args[2], name)).expect("a file of the corpus");
                work.texts.push(String::from_utf8_lossy(&body).into_owned());
                work.bodies.push(body);
                work.bodies.len() - 1
            });
            work.questions.push(Question { file, token: token.to_string(), url: format!("{ORIGIN}{path}") });
        }
        work
    }

    /// The octets of all files.
    pub fn size(&self) -> usize {
        self.bodies.iter().map(Vec::len).sum()
    }

    /// Times a run, which does the whole work once and returns a count of its answers, and prints the figure.
    pub fn report(&self, units: usize, failed: usize, run: impl Fn() -> usize) {
        let start = Instant::now();
        let count = black_box(run());
        let mut took = start.elapsed();
        if took < SLOW {
            took = self.median(took, count, run);
        }
        let ns = took.as_nanos() as f64 / units as f64;
        println!("{{\"ns\": {ns:.6}, \"allowed\": {count}, \"failed\": {failed}}}");
    }

    fn median(&self, first: Duration, count: usize, run: impl Fn() -> usize) -> Duration {
        let loops = 1 + (LEAST.as_nanos() / first.as_nanos().max(100)) as u32;
        let mut samples = vec![];
        let mut spent = Duration::ZERO;
        while samples.len() < self.rounds && spent < BUDGET {
            let start = Instant::now();
            for _ in 0..loops {
                assert_eq!(black_box(run()), count, "answers are not stable");
            }
            let took = start.elapsed();
            spent += took;
            samples.push(took / loops);
        }
        samples.sort();
        samples[samples.len() / 2]
    }
}

/// Calls what may panic; None if it did. The message of the panic is not printed.
pub fn caught<T>(call: impl FnOnce() -> T) -> Option<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).ok()
}

/// Silences the messages of panics, which are counted instead.
pub fn silence() {
    std::panic::set_hook(Box::new(|_| {}));
}
