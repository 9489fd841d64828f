// javac Key.java && gunzip -c ../order-standard-5.gz | java Key && java Key --digest | sha256sum
import java.io.*;
import java.util.*;

public class Key {
    static final int CARDS = 5, LOWEST_CARD = 0;
    static final boolean LOWER_WINS = false;

    // Put yours here. A card is 4 * rank + suit, a deuce has rank 0; or a table of your own cards.
    static long evaluate(int[] cards) {
        int[] count = new int[13];
        int pairs = 0, ranks = 0, flush = 11;
        for (int card : cards) { pairs += count[card / 4]++; if (card % 4 != cards[0] % 4) flush = 0; }
        for (int n = 4; n > 0; n--)
            for (int rank = 12; rank >= 0; rank--)
                for (int i = 0; count[rank] == n && i < n; i++) ranks = 16 * ranks + rank + 1;
        if (ranks == 0xD4321) ranks = 0x43210; // A-5-4-3-2, where the ace is low
        int straight = pairs == 0 && (ranks >> 16) - (ranks & 15) == 4 ? 10 : 0;
        return (long) (3 * pairs + straight + flush) << 20 | ranks;
    }

    static int[] start() { int[] hand = new int[CARDS]; Arrays.setAll(hand, i -> LOWEST_CARD + i); return hand; }
    static boolean next(int[] hand) {
        int i = CARDS - 1;
        while (i >= 0 && hand[i] == 52 - CARDS + i) i--;
        if (i < 0) return false;
        for (hand[i]++; ++i < CARDS; ) hand[i] = hand[i - 1] + 1;
        return true;
    }
    static boolean wins(long one, long other) { return LOWER_WINS ? one < other : one > other; }
    static String text(int[] hand) {
        String text = "";
        for (int card : hand) text += "" + "23456789TJQKA".charAt(card / 4) + "cdhs".charAt(card % 4) + " ";
        return text;
    }
    static void stop(int[] hand, long key, int[] other, long otherKey, String should) {
        System.out.println(text(hand) + "got " + key + "\n" + text(other) + "got " + otherKey + "\n" + should);
        System.exit(1);
    }
    static void digest() throws IOException {
        TreeSet<Long> keys = new TreeSet<>((one, other) -> one.equals(other) ? 0 : wins(one, other) ? -1 : 1);
        int[] hand = start();
        do keys.add(evaluate(hand)); while (next(hand));
        if (keys.size() > 65535) throw new IllegalStateException("more than 65535 keys");
        Map<Long, Integer> placeOf = new HashMap<>();
        for (long key : keys) placeOf.put(key, placeOf.size() + 1);
        OutputStream out = new BufferedOutputStream(System.out);
        hand = start();
        do { int place = placeOf.get(evaluate(hand)); out.write(place); out.write(place >> 8); } while (next(hand));
        out.flush();
    }
    public static void main(String[] arguments) throws IOException {
        if (arguments.length > 0) { digest(); return; }
        InputStream in = new BufferedInputStream(System.in, 1 << 16);
        Map<Long, Integer> placeOf = new HashMap<>();
        Map<Integer, Long> keyOf = new HashMap<>();
        Map<Integer, int[]> first = new HashMap<>();
        int[] hand = start();
        long n = 0;
        do {
            long key = evaluate(hand);
            int place = in.read() | in.read() << 8;
            if (place < 1) throw new EOFException("the order is too short for these hands");
            Long usual = keyOf.get(place);
            Integer other = placeOf.get(key);
            if (usual != null && usual != key) stop(hand, key, first.get(place), usual, "they should tie");
            if (other != null && other != place)
                stop(hand, key, first.get(other), key, "the " + (place < other ? "first" : "second") + " should win");
            if (other == null) { placeOf.put(key, place); keyOf.put(place, key); first.put(place, hand.clone()); }
            n++;
        } while (next(hand));
        if (in.read() >= 0) throw new IOException("the order has more hands than these");
        for (int p = 1; p < keyOf.size(); p++)
            if (!wins(keyOf.get(p), keyOf.get(p + 1)))
                stop(first.get(p), keyOf.get(p), first.get(p + 1), keyOf.get(p + 1), "the first should win");
        System.out.println("right: " + n + " hands, " + keyOf.size() + " classes");
    }
}
