// Keys that only compare. javac Compared.java && gunzip -c ../order-standard-5.gz | java Compared
import java.io.*;
import java.util.*;

public class Compared {
    static final Comparator<Rank> BETTER_FIRST = Comparator.reverseOrder(); // or naturalOrder()

    // Put yours here: any class, if BETTER_FIRST compares it; and how it ranks a hand.
    static class Rank implements Comparable<Rank> {
        private final long value;
        Rank(long value) { this.value = value; }
        public int compareTo(Rank other) { return Long.compare(value, other.value); }
    }
    static Rank evaluate(int[] cards) { return new Rank(Key.evaluate(cards)); }

    static void stop(int[] hand, int[] other, String should) {
        System.out.println(Key.text(hand) + "\n" + Key.text(other) + "\n" + should);
        System.exit(1);
    }
    public static void main(String[] arguments) throws IOException {
        InputStream in = new BufferedInputStream(System.in, 1 << 16);
        TreeMap<Rank, Integer> placeOf = new TreeMap<>(BETTER_FIRST);
        Map<Integer, Rank> keyOf = new HashMap<>();
        Map<Integer, int[]> first = new HashMap<>();
        int[] hand = Key.start();
        long n = 0;
        do {
            Rank key = evaluate(hand);
            int place = in.read() | in.read() << 8;
            if (place < 1) throw new EOFException("the order is too short for these hands");
            Rank usual = keyOf.get(place);
            Integer other = placeOf.get(key);
            if (usual != null && BETTER_FIRST.compare(usual, key) != 0) stop(hand, first.get(place), "they should tie");
            if (other != null && other != place)
                stop(hand, first.get(other), "the " + (place < other ? "first" : "second") + " should win");
            if (other == null) { placeOf.put(key, place); keyOf.put(place, key); first.put(place, hand.clone()); }
            n++;
        } while (Key.next(hand));
        if (in.read() >= 0) throw new IOException("the order has more hands than these");
        int p = 0;
        for (int place : placeOf.values())
            if (place != ++p) stop(first.get(p), first.get(place), "the first should win");
        System.out.println("right: " + n + " hands, " + placeOf.size() + " classes");
    }
}
