//! An evaluator of five cards as a shared library:
//!
//!     rustc -O --crate-type cdylib -o libmine.so library.rs
//!     allhands check ./libmine.so
#![allow(non_upper_case_globals)]

/// The category, then the ranks: those that occur most often first, then the higher ones.
fn evaluate(hand: &[u8]) -> u32 {
    let mut times = [0; 13];
    hand.iter().for_each(|card| times[(card / 4) as usize] += 1);
    let mut ranks: Vec<u32> = (0..13).filter(|&rank| times[rank as usize] > 0).collect();
    ranks.sort_by_key(|&rank| std::cmp::Reverse((times[rank as usize], rank)));

    let flush = hand.iter().all(|card| card % 4 == hand[0] % 4);
    let wheel = ranks == [12, 3, 2, 1, 0];
    let straight = wheel || (ranks.len() == 5 && ranks[0] - ranks[4] == 4);
    let category = match (straight, flush, ranks.len(), times[ranks[0] as usize]) {
        (true, true, ..) => 8,
        (_, _, 2, 4) => 7,
        (_, _, 2, _) => 6,
        (_, true, ..) => 5,
        (true, ..) => 4,
        (_, _, 3, 3) => 3,
        (_, _, 3, _) => 2,
        (_, _, 4, _) => 1,
        _ => 0,
    };
    if wheel {
        ranks = vec![3]; // its ace is low
    }
    ranks.resize(5, 0);
    ranks.iter().fold(category, |key, rank| key * 13 + rank)
}

/// # Safety
/// There are `count * cards` bytes of hands, and room for `count` keys.
#[no_mangle]
pub unsafe extern "C" fn rank(hands: *const u8, count: usize, cards: usize, keys: *mut u32) {
    let hands = std::slice::from_raw_parts(hands, count * cards);
    let keys = std::slice::from_raw_parts_mut(keys, count);
    for (hand, key) in hands.chunks_exact(cards).zip(keys) {
        *key = evaluate(hand);
    }
}

#[no_mangle]
pub static rank_lower_wins: i32 = 0;
#[no_mangle]
pub static rank_cards: i32 = 1 << 5;
