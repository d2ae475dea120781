package io.parquetry.connect.common.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what was probably meant. */
public final class Spelling {
    private Spelling() {}

    /** The word that is most like this one, if one is like it: one typing error for every four letters, or a beginning. */
    public static Optional<String> nearest(String word, Collection<String> words) {
        String lower = word.toLowerCase(Locale.ROOT);
        return words.stream()
                .filter(candidate -> isLike(lower, candidate.toLowerCase(Locale.ROOT)))
                .min(Comparator.comparingInt(candidate -> distance(lower, candidate.toLowerCase(Locale.ROOT))));
    }

    private static boolean isLike(String word, String candidate) {
        boolean begins = word.length() >= 3
                && candidate.length() >= 3
                && (candidate.startsWith(word) || word.startsWith(candidate));
        return begins || distance(word, candidate) <= Math.max(1, candidate.length() / 4);
    }

    /** The fewest letters to insert, leave out, change or swap with their neighbour. */
    public static int distance(String from, String to) {
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(last[j - 1] + change, Math.min(last[j], row[j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return last[to.length()];
    }
}
