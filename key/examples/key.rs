// rustc -O key.rs && gunzip -c ../order-standard-5.gz | ./key && ./key --digest | sha256sum
use std::collections::{HashMap, HashSet};
use std::io::{stdin, stdout, BufReader, BufWriter, Read, Write};
use std::process::exit;
const CARDS: usize = 5;
const LOWEST_CARD: usize = 0;
const LOWER_WINS: bool = false;
type Hand = [usize; CARDS];

// Put yours here. A card is 4 * rank + suit, a deuce has rank 0; or a table of your own cards.
fn evaluate(cards: &Hand) -> i64 {
    let (mut count, mut pairs, mut ranks) = ([0; 13], 0, 0i64);
    for card in cards { pairs += count[card / 4]; count[card / 4] += 1; }
    for n in (1..5).rev() {
        for rank in (0..13).rev().filter(|&rank| count[rank] == n) {
            for _ in 0..n { ranks = 16 * ranks + rank as i64 + 1; }
        }
    }
    if ranks == 0xD4321 { ranks = 0x43210; } // A-5-4-3-2, where the ace is low
    let straight = if pairs == 0 && (ranks >> 16) - (ranks & 15) == 4 { 10 } else { 0 };
    let flush = if cards.iter().all(|card| card % 4 == cards[0] % 4) { 11 } else { 0 };
    (3 * pairs as i64 + straight + flush) << 20 | ranks
}
fn deal(mut visit: impl FnMut(&Hand, usize)) { // calls visit(hand, n) for hand n
    let mut hand: Hand = std::array::from_fn(|i| LOWEST_CARD + i);
    for n in 0.. {
        visit(&hand, n);
        let Some(i) = (0..CARDS).rev().find(|&i| hand[i] < 52 - CARDS + i) else { return };
        hand[i] += 1;
        for j in i + 1..CARDS { hand[j] = hand[j - 1] + 1; }
    }
}
fn wins(one: i64, other: i64) -> bool { if LOWER_WINS { one < other } else { one > other } }
fn stop(one: (Hand, i64), other: (Hand, i64), should: &str) -> ! {
    for (hand, key) in [one, other] {
        for card in hand { print!("{}{} ", &"23456789TJQKA"[card / 4..=card / 4], &"cdhs"[card % 4..=card % 4]); }
        println!("got {key}");
    }
    println!("{should}");
    exit(1)
}
fn main() {
    if std::env::args().len() > 1 {
        let (mut seen, mut out) = (HashSet::new(), BufWriter::new(stdout()));
        deal(|hand, _| { seen.insert(evaluate(hand)); });
        let mut keys: Vec<i64> = seen.into_iter().collect();
        keys.sort_by_key(|&key| if LOWER_WINS { key } else { -key });
        assert!(keys.len() < 65536, "more than 65535 keys");
        let place_of: HashMap<i64, u16> = keys.iter().zip(1..=65535).map(|(&key, place)| (key, place)).collect();
        deal(|hand, _| out.write_all(&place_of[&evaluate(hand)].to_le_bytes()).expect("the output is closed"));
        return out.flush().expect("the output is closed");
    }
    let (mut first, mut place_of) = (HashMap::<u16, (Hand, i64)>::new(), HashMap::<i64, u16>::new());
    let (mut order, mut bytes, mut hands) = (BufReader::new(stdin()), [0; 2], 0);
    deal(|hand, n| {
        let key = evaluate(hand);
        order.read_exact(&mut bytes).expect("the order is too short for these hands");
        let place = u16::from_le_bytes(bytes);
        if let Some(&usual) = first.get(&place) {
            if usual.1 != key { stop((*hand, key), usual, "they should tie"); }
        }
        match place_of.get(&key) {
            None => { place_of.insert(key, place); first.insert(place, (*hand, key)); }
            Some(&other) if other != place => stop((*hand, key), first[&other], if place < other { "the first should win" } else { "the second should win" }),
            _ => {}
        }
        hands = n + 1;
    });
    assert!(order.read(&mut bytes).unwrap_or(0) == 0, "the order has more hands than these");
    for place in 1..first.len() as u16 {
        let (one, other) = (first[&place], first[&(place + 1)]);
        if !wins(one.1, other.1) { stop(one, other, "the first should win"); }
    }
    println!("right: {hands} hands, {} classes", first.len());
}
