package io.parquetry.table.iceberg;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;

/**
 * A part of {@code table.partition.by}.
 *
 * @param transform identity, year, month, day, hour, bucket or truncate
 * @param number of buckets, or width; 0 for the other transforms
 * @param column name of the column, with dots before columns inside columns
 */
record PartitionTerm(String transform, int number, String column) {
    static final String IDENTITY = "identity";
    static final String BUCKET = "bucket";
    static final String TRUNCATE = "truncate";
    private static final Set<String> OF_COLUMN = Set.of(IDENTITY, "year", "month", "day", "hour");
    private static final Set<String> OF_NUMBER = Set.of(BUCKET, TRUNCATE);
    private static final String NAME = "([\\p{L}_][\\p{L}\\p{M}\\p{N}_.$-]*)";
    private static final Pattern TERM = Pattern.compile(
            "\\s*(?:(\\w+)\\s*\\(\\s*(?:([0-9]{1,9})\\s*,\\s*)?" + NAME + "\\s*\\)|" + NAME + ")\\s*(,|$)");

    /** @throws IllegalArgumentException with what is allowed */
    static List<PartitionTerm> parse(String text) {
        List<PartitionTerm> terms = new ArrayList<>();
        Matcher matcher = TERM.matcher(text);
        int at = 0;
        while (at < text.length() && !text.substring(at).isBlank()) {
            if (!matcher.region(at, text.length()).lookingAt()) {
                throw new IllegalArgumentException("cannot be read at \"" + text.substring(at)
                        + "\"; give columns, or year, month, day, hour, bucket and truncate of columns, such as"
                        + " day(ts), bucket(16, id)");
            }
            terms.add(term(matcher));
            at = matcher.end();
        }
        return List.copyOf(terms);
    }

    /** Whether a schema has the columns of all. */
    static boolean areIn(Schema schema, List<PartitionTerm> terms) {
        return terms.stream().allMatch(term -> schema.findField(term.column()) != null);
    }

    /**
     * The spec of a table that has these partition fields.
     *
     * @throws IllegalArgumentException when the schema lacks a column, or its type does not suit
     * @throws org.apache.iceberg.exceptions.ValidationException likewise
     */
    static PartitionSpec spec(List<PartitionTerm> terms, Schema schema) {
        PartitionSpec.Builder spec = PartitionSpec.builderFor(schema);
        for (PartitionTerm term : terms) {
            if (schema.findField(term.column()) == null) {
                throw new IllegalArgumentException("there is no column " + term.column());
            }
            term.addTo(spec);
        }
        return spec.build();
    }

    private void addTo(PartitionSpec.Builder spec) {
        switch (transform) {
            case "year" -> spec.year(column);
            case "month" -> spec.month(column);
            case "day" -> spec.day(column);
            case "hour" -> spec.hour(column);
            case BUCKET -> spec.bucket(column, number);
            case TRUNCATE -> spec.truncate(column, number);
            default -> spec.identity(column);
        }
    }

    private static PartitionTerm term(Matcher matcher) {
        if (matcher.group(1) == null) {
            return new PartitionTerm(IDENTITY, 0, matcher.group(4));
        }
        String transform = matcher.group(1).toLowerCase(Locale.ROOT);
        boolean hasNumber = matcher.group(2) != null;
        boolean known = hasNumber ? OF_NUMBER.contains(transform) : OF_COLUMN.contains(transform);
        int number = hasNumber ? Integer.parseInt(matcher.group(2)) : 0;
        if (!known || hasNumber && number == 0) {
            throw new IllegalArgumentException("\"" + matcher.group().strip()
                    + "\" is no transform; there are year, month, day and hour of a column, and bucket and truncate of"
                    + " a number above 0 and a column, such as bucket(16, id)");
        }
        return new PartitionTerm(transform, number, matcher.group(3));
    }
}
