//! Ranks poker hands for `allhands check --exec ./evaluator`: for each hand, a line with its key.

use std::io::{self, BufRead, Write};

fn evaluate(hand: &str) -> u32 {
    let (mut of_rank, mut of_suit) = ([0; 13], [0; 4]);
    for card in hand.split(' ') {
        let (rank, suit) = card.split_at(1);
        of_rank["23456789TJQKA".find(rank).unwrap()] += 1;
        of_suit["cdhs".find(suit).unwrap()] += 1;
    }
    // Different ranks: those that occur most often first, then the higher ones.
    let mut ranks: Vec<usize> = (0..13).filter(|&rank| of_rank[rank] > 0).collect();
    ranks.sort_by_key(|&rank| std::cmp::Reverse((of_rank[rank], rank)));
    let most = of_rank[ranks[0]];
    let mut straight = ranks.len() == 5 && ranks[0] - ranks[4] == 4;
    if ranks == [12, 3, 2, 1, 0] {
        straight = true;
        ranks = vec![3]; // A-2-3-4-5: the five is its highest card
    }
    let category = match (ranks.len(), most, straight, of_suit.contains(&5)) {
        (_, _, true, true) => 8,
        (2, 4, ..) => 7,
        (2, ..) => 6,
        (.., true) => 5,
        (_, _, true, _) => 4,
        (3, 3, ..) => 3,
        (3, ..) => 2,
        (4, ..) => 1,
        _ => 0,
    };
    (0..5).fold(category, |key, i| 13 * key + *ranks.get(i).unwrap_or(&0) as u32)
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        writeln!(out, "{}", evaluate(&line)).unwrap();
    }
}
