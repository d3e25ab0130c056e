use serde::{Deserialize, Serialize};
use std::io::{stdin, stdout};

#[derive(Deserialize)]
struct Arguments {
    text: String,
}

#[derive(Serialize)]
struct Counted {
    words: usize,
    lines: usize,
    characters: usize,
}

// The arguments come as JSON, checked against the descriptor already; the result goes out as JSON. What is written to
// standard error, with an exit code that is not 0, is the reason of a failure.
fn main() -> Result<(), serde_json::Error> {
    let Arguments { text } = serde_json::from_reader(stdin())?;
    let counted = Counted {
        words: text.split_whitespace().count(),
        lines: if text.is_empty() { 0 } else { text.split('\n').count() },
        characters: text.chars().count(),
    };
    serde_json::to_writer(stdout(), &counted)
}
