package io.parquetry.connect.common.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Finds the name that a misspelt word most likely means. */
public final class Spelling {
    private Spelling() {}

    /** The name most similar to the word: one that begins as it does, or that is a typing error away. */
    public static Optional<String> nearest(String word, Collection<String> names) {
        return nearest(word, names, (typed, meant) -> begins(typed, meant) || isTypo(typed, meant));
    }

    /** The name that is at most one typing error per five letters away from the word. */
    public static Optional<String> typo(String word, Collection<String> names) {
        return nearest(word, names, Spelling::isTypo);
    }

    private static Optional<String> nearest(String word, Collection<String> names, BiPredicate<String, String> isLike) {
        String typed = word.toLowerCase(Locale.ROOT);
        return names.stream()
                .filter(candidate -> isLike.test(typed, candidate.toLowerCase(Locale.ROOT)))
                .min(Comparator.comparingInt(candidate -> distance(typed, candidate.toLowerCase(Locale.ROOT))));
    }

    private static boolean begins(String typed, String meant) {
        return typed.length() >= 3 && meant.length() >= 3 && (meant.startsWith(typed) || typed.startsWith(meant));
    }

    private static boolean isTypo(String typed, String meant) {
        int allowed = Math.max(1, meant.length() / 5);
        return Math.abs(typed.length() - meant.length()) <= allowed && distance(typed, meant) <= allowed;
    }

    /**
     * The least number of letters to insert, delete, replace or swap with their neighbour (optimal string alignment).
     */
    static int distance(String from, String to) {
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
