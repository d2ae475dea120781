package io.parquetry.format.metadata;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Application and version that wrote a file, as its {@code created_by} says: {@code APPLICATION version VERSION (build
 * HASH)}, of which only the application must be there (parquet.thrift, {@code FileMetaData.created_by}). It is read
 * only to know which mistakes of old writers a file may have; nothing else hangs on it.
 *
 * @param application in lower case, since writers do not agree on theirs
 * @param release absent when there is no version, or none that begins with a number
 */
public record WriterVersion(String application, Optional<Release> release) {
    /** Longer ones are of no known writer. */
    private static final int LENGTH_MAX = 1 << 10;

    /** Some leave the word out and write a version that begins with v. */
    private static final Pattern FORM =
            Pattern.compile("(?s)\\s*((?!version\\b)\\S.*?)(?:\\s+(?:version\\b\\s*|(?=v\\d))(.*?))?\\s*");

    public WriterVersion {
        Objects.requireNonNull(application, "application");
        Objects.requireNonNull(release, "release");
    }

    /** The writer that this text names; absent when it names none. */
    public static Optional<WriterVersion> parse(String createdBy) {
        String text = createdBy.strip();
        if (text.isEmpty() || text.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        int build = text.indexOf('(');
        Matcher form = FORM.matcher(build < 0 ? text : text.substring(0, build));
        if (!form.matches()) {
            return Optional.empty();
        }
        Optional<Release> release = Optional.ofNullable(form.group(2)).flatMap(Release::parse);
        return Optional.of(new WriterVersion(form.group(1).toLowerCase(Locale.ROOT), release));
    }

    /** Whether this is the application, in a release before that one; also when it does not say which release it is. */
    public boolean isBefore(String name, Release fixed) {
        return application.equals(name)
                && release.map(own -> own.compareTo(fixed) < 0).orElse(true);
    }

    /**
     * A release; what is missing at its end counts as 0.
     *
     * @param suffix what follows the numbers, such as {@code rc3}, {@code SNAPSHOT} or {@code cdh5.5.0}; with one, it
     *     comes before the release that has none. Build marks behind a plus sign are left out
     */
    public record Release(int major, int minor, int patch, String suffix) implements Comparable<Release> {
        private static final Pattern FORM = Pattern.compile(
                "(?s)v?(\\d{1,9})(?:\\.(\\d{1,9}))?(?:\\.(\\d{1,9}))?(?:\\.\\d+)*([^+\\s\\d][^+\\s]*)?(?:[+\\s].*)?");
        private static final Pattern PART = Pattern.compile("\\d{1,18}|[^\\d.]+");

        public Release {
            Objects.requireNonNull(suffix, "suffix");
        }

        public static Release of(int major, int minor, int patch) {
            return new Release(major, minor, patch, "");
        }

        static Optional<Release> parse(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                return Optional.empty();
            }
            String suffix = form.group(4) == null ? "" : form.group(4);
            return Optional.of(new Release(
                    Integer.parseInt(form.group(1)),
                    number(form.group(2)),
                    number(form.group(3)),
                    suffix.startsWith("-") ? suffix.substring(1) : suffix));
        }

        private static int number(String digits) {
            return digits == null ? 0 : Integer.parseInt(digits);
        }

        @Override
        public int compareTo(Release that) {
            int byNumbers = major != that.major
                    ? Integer.compare(major, that.major)
                    : minor != that.minor ? Integer.compare(minor, that.minor) : Integer.compare(patch, that.patch);
            if (byNumbers != 0) {
                return byNumbers;
            }
            return suffix.isEmpty() || that.suffix.isEmpty()
                    ? Boolean.compare(suffix.isEmpty(), that.suffix.isEmpty())
                    : compareSuffixes(suffix, that.suffix);
        }

        /** Runs of digits compare as numbers, the characters between them as text. */
        private static int compareSuffixes(String left, String right) {
            Matcher own = PART.matcher(left);
            Matcher other = PART.matcher(right);
            while (own.find()) {
                if (!other.find()) {
                    return 1;
                }
                int byPart = compareParts(own.group(), other.group());
                if (byPart != 0) {
                    return byPart;
                }
            }
            return other.find() ? -1 : 0;
        }

        private static int compareParts(String left, String right) {
            boolean numbers = Character.isDigit(left.charAt(0)) && Character.isDigit(right.charAt(0));
            return numbers ? Long.compare(Long.parseLong(left), Long.parseLong(right)) : left.compareTo(right);
        }
    }
}
