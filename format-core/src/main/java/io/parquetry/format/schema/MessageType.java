package io.parquetry.format.schema;

import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.UsageException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** A whole schema: the root of the tree and its leaf columns. */
public final class MessageType {
    /** Trees are walked by recursion: deeper schemas are refused by name. */
    public static final int DEPTH_MAX = 250;

    /** Levels are kept in bytes: a column below more optional and repeated fields is refused by name. */
    public static final int LEVELS_MAX = Byte.MAX_VALUE;

    private final String name;
    private final List<Type> fields;
    private final List<LeafColumn> leaves;

    /** The ordinals of the columns that are parts of variants. */
    private final BitSet inVariants = new BitSet();

    private final Map<List<String>, String> namesInFile;

    public MessageType(String name, List<? extends Type> fields) {
        this(name, fields, Map.of());
    }

    /**
     * The schema of a file in which several fields of a group may have one name. Each is read under a name of its own,
     * by its position; a name cannot choose one of them.
     *
     * @param namesInFile the names in the file of the fields that are read under another one, by the path with the
     *     other name
     */
    public MessageType(String name, List<? extends Type> fields, Map<List<String>, String> namesInFile) {
        this.namesInFile = Collections.unmodifiableMap(new LinkedHashMap<>(namesInFile));
        this.name = Objects.requireNonNull(name, "name");
        this.fields = List.copyOf(fields);
        GroupType.requireDistinctNames(name, this.fields);
        List<LeafColumn> found = new ArrayList<>();
        gather(this.fields, new ArrayList<>(), 0, 0, found);
        markVariants(this.fields, 0, false);
        this.leaves = List.copyOf(found);
    }

    /**
     * Reads the message-type text: {@code message Root { optional group a (LIST) { ... } required int64 b; }}. A name
     * with spaces or marks stands between backticks.
     */
    public static MessageType parse(String text) {
        return MessageTypeParser.parse(text);
    }

    private static void gather(
            List<Type> fields, List<String> path, int repetition, int definition, List<LeafColumn> leaves) {
        if (path.size() >= DEPTH_MAX) {
            throw new UnsupportedFeatureException("unsupported: schema deeper than " + DEPTH_MAX + " levels, at "
                    + String.join(".", path.subList(0, 5)) + "...");
        }
        for (Type field : fields) {
            path.add(field.name());
            int r = repetition + (field.repetition() == Repetition.REPEATED ? 1 : 0);
            int d = definition + (field.repetition() == Repetition.REQUIRED ? 0 : 1);
            if (field instanceof GroupType group) {
                gather(group.fields(), path, r, d, leaves);
            } else if (field instanceof PrimitiveType primitive) {
                if (d > LEVELS_MAX) {
                    throw new UnsupportedFeatureException("unsupported: a column below " + d
                            + " optional and repeated fields; there may be " + LEVELS_MAX + ", at "
                            + String.join(".", path.subList(0, 5)) + "...");
                }
                leaves.add(new LeafColumn(leaves.size(), path, primitive, r, d));
            }
            path.remove(path.size() - 1);
        }
    }

    /**
     * Marks the columns below the fields that are parts of variants.
     *
     * @param ordinal of the first of these columns
     * @return the ordinal behind the last one
     */
    private int markVariants(List<Type> below, int ordinal, boolean inVariant) {
        int next = ordinal;
        for (Type field : below) {
            boolean isPart = inVariant
                    || field.logicalType()
                            .filter(LogicalType.Variant.class::isInstance)
                            .isPresent();
            if (field instanceof GroupType group) {
                next = markVariants(group.fields(), next, isPart);
            } else {
                inVariants.set(next++, isPart);
            }
        }
        return next;
    }

    public String name() {
        return name;
    }

    public List<Type> fields() {
        return fields;
    }

    /** The columns, depth first. */
    public List<LeafColumn> leaves() {
        return leaves;
    }

    /** The dotted paths of the columns for a message; of many columns the first, and how many more there are. */
    public String columnNames() {
        return UnknownColumn.names(leaves, LeafColumn::dottedPath);
    }

    /** Whether a column is a part of a variant, which is one value. */
    public boolean isInVariant(LeafColumn leaf) {
        return inVariants.get(leaf.ordinal());
    }

    /** The names in the file of the fields that are read under another one, by the path with the other name. */
    public Map<List<String>, String> namesInFile() {
        return namesInFile;
    }

    /** The column with this dotted path. */
    public LeafColumn leaf(String dottedPath) {
        LeafColumn found = leaves.stream()
                .filter(leaf -> leaf.dottedPath().equals(dottedPath))
                .findFirst()
                .orElseThrow(() ->
                        new UsageException("there is no column " + dottedPath + "; the columns are " + columnNames()));
        requireOneField(found.path());
        return found;
    }

    /** Refuses a path on which a field has its name in the file together with another field. */
    private void requireOneField(List<String> path) {
        namesInFile.forEach((other, nameInFile) -> {
            int last = other.size() - 1;
            boolean meant = path.size() > last
                    && path.subList(0, last).equals(other.subList(0, last))
                    && (path.get(last).equals(nameInFile) || path.get(last).equals(other.get(last)));
            if (meant) {
                throw new UsageException("column " + new ColumnPath(path) + " cannot be chosen by its name: the file"
                        + " has several fields named '" + nameInFile + "' in one group, and one of them is read as '"
                        + other.get(last) + "'; read all columns, without naming any of these");
            }
        });
    }

    /**
     * The fields along a path, from the root's child down to the one that it names. A path that leads nowhere is
     * refused with what there is.
     */
    public List<Type> along(ColumnPath path) {
        List<Type> found = new ArrayList<>();
        List<Type> there = fields;
        requireOneField(path.names());
        for (String each : path.names()) {
            Type next = there.stream()
                    .filter(field -> field.name().equals(each))
                    .findFirst()
                    .orElse(null);
            if (next == null) {
                throw UnknownColumn.of(this, path, found.size(), there);
            }
            found.add(next);
            there = next instanceof GroupType group ? group.fields() : List.of();
        }
        return found;
    }

    /**
     * Whether values have the same types, names and numbers as in another schema. The names of the roots do not count,
     * nor does an annotation that says what is so without it, as INTEGER(64,true) of an INT64.
     */
    public boolean hasFieldsOf(MessageType other) {
        return fields.size() == other.fields.size()
                && IntStream.range(0, fields.size())
                        .allMatch(i -> Meaning.of(fields.get(i)).equals(Meaning.of(other.fields.get(i))));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MessageType that && name.equals(that.name) && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, fields);
    }

    /** The message-type text, one field a line; {@link #parse} reads it. */
    @Override
    public String toString() {
        return MessageTypePrinter.print(this);
    }
}
