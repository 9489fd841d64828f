//! An evaluator of five cards as a shared library:
//!
//!     zig build-lib -O ReleaseFast -dynamic -femit-bin=libmine.so library.zig
//!     allhands check ./libmine.so

/// The category, then the ranks: those that occur most often first, then the higher ones.
fn evaluate(hand: []const u8) u32 {
    var times: [13]u32 = @splat(0);
    var flush = true;
    for (hand) |card| {
        times[card / 4] += 1;
        flush = flush and card % 4 == hand[0] % 4;
    }
    var ranks: [5]u32 = @splat(0);
    var different: usize = 0;
    for (0..4) |fewer| {
        for (0..13) |below| {
            const of_rank = 12 - below;
            if (times[of_rank] == 4 - fewer) {
                ranks[different] = @intCast(of_rank);
                different += 1;
            }
        }
    }
    const wheel = different == 5 and ranks[0] == 12 and ranks[1] == 3;
    const straight = wheel or (different == 5 and ranks[0] - ranks[4] == 4);
    if (wheel) ranks = .{ 3, 0, 0, 0, 0 }; // its ace is low
    const most = times[ranks[0]];
    const category: u32 = if (straight and flush) 8 else if (straight) 4 else if (flush) 5 else switch (different) {
        2 => if (most == 4) 7 else 6,
        3 => if (most == 3) 3 else 2,
        4 => 1,
        else => 0,
    };
    var key = category;
    for (ranks) |each| key = key * 13 + each;
    return key;
}

export fn rank(hands: [*]const u8, count: usize, cards: usize, keys: [*]u32) void {
    for (0..count) |n| keys[n] = evaluate(hands[n * cards ..][0..cards]);
}

export const rank_lower_wins: c_int = 0;
export const rank_cards: c_int = 1 << 5;
