package io.parquetry.cli.write;

import io.parquetry.format.UsageException;
import io.parquetry.format.file.WriterOptions.Direction;
import io.parquetry.format.file.WriterOptions.Nulls;
import io.parquetry.format.file.WriterOptions.SortedBy;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.ColumnPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a rewritten file has of the files that are read; parsed before a file is opened. */
final class RewriteOptions {
    private static final Pattern DIRECTION = Pattern.compile("(?i)(.*\\S)\\s+(asc|desc)");

    /** A comma outside of quotes. */
    private static final Pattern COMMA = Pattern.compile(",(?=(?:[^\"`]|\"[^\"]*\"|`[^`]*`)*$)");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = {"-c", "--columns"},
            paramLabel = "COLUMNS",
            description =
                    "Keep only these columns, with commas between columns and dots between a group and its fields.")
    private String columns;

    @Option(names = "--drop", paramLabel = "COLUMNS", description = "Leave these columns out.")
    private String drop;

    @Option(
            names = {"-w", "--where"},
            paramLabel = "FILTER",
            description = "Keep only the rows that match; docs/reference/source.md#filters has the grammar.")
    private String where;

    @Option(
            names = "--sort",
            paramLabel = "COLUMNS",
            description = "Sort all rows by these columns, as in 'country, ts desc'; nulls are last, and rows that"
                    + " compare equal keep their order.")
    private String sort;

    @Option(
            names = "--encoding",
            paramLabel = "COLUMN=ENCODING",
            description = "dictionary, plain, delta_binary_packed, delta_length_byte_array, delta_byte_array,"
                    + " byte_stream_split, alp or rle; may be given several times. Other columns get a dictionary where"
                    + " it pays.")
    private Map<String, String> encodings = new LinkedHashMap<>();

    @Option(
            names = "--bloom",
            paramLabel = "COLUMNS",
            description = "Give these columns bloom filters; columns that have some keep having some.")
    private String bloom;

    @Option(
            names = "--mask",
            paramLabel = "COLUMN=MASK",
            description = "null, hash or constant:VALUE in the place of each value of the column; may be given several"
                    + " times. hash is SHA-256 in hexadecimal, of text and plain bytes; without --mask-key-file a hash"
                    + " can be found again by hashing guesses.")
    private Map<String, String> masks = new LinkedHashMap<>();

    /** The columns to keep; empty for all. */
    List<ColumnPath> columns() {
        return paths("--columns", columns);
    }

    List<ColumnPath> dropped() {
        return paths("--drop", drop);
    }

    List<String> bloomFilters() {
        return paths("--bloom", bloom).stream().map(RewriteOptions::dotted).toList();
    }

    private List<ColumnPath> paths(String option, String text) {
        try {
            return text == null ? List.of() : ColumnPath.parseList(text);
        } catch (UsageException e) {
            throw misuse(option + ": " + e.getMessage());
        }
    }

    private static String dotted(ColumnPath path) {
        return String.join(".", path.names());
    }

    Optional<String> where() {
        try {
            if (where != null) {
                Filter.parse(where);
            }
            return Optional.ofNullable(where);
        } catch (UsageException e) {
            throw misuse("--where: " + e.getMessage());
        }
    }

    List<SortedBy> sortedBy() {
        List<SortedBy> keys = new ArrayList<>();
        if (sort != null) {
            for (String key : COMMA.split(sort)) {
                Matcher direction = DIRECTION.matcher(key.strip());
                boolean hasDirection = direction.matches();
                boolean descending = hasDirection && direction.group(2).equalsIgnoreCase("desc");
                List<ColumnPath> path = paths("--sort", hasDirection ? direction.group(1) : key.strip());
                keys.add(new SortedBy(
                        dotted(path.get(0)), descending ? Direction.DESCENDING : Direction.ASCENDING, Nulls.LAST));
            }
        }
        return keys;
    }

    /** By dotted path. */
    Map<String, Encoding> encodings() {
        Map<String, Encoding> chosen = new LinkedHashMap<>();
        encodings.forEach((column, name) -> chosen.put(dotted(one("--encoding", column)), encoding(name)));
        return chosen;
    }

    private Encoding encoding(String name) {
        List<Encoding> allowed = List.of(
                Encoding.RLE_DICTIONARY,
                Encoding.PLAIN,
                Encoding.DELTA_BINARY_PACKED,
                Encoding.DELTA_LENGTH_BYTE_ARRAY,
                Encoding.DELTA_BYTE_ARRAY,
                Encoding.BYTE_STREAM_SPLIT,
                Encoding.ALP,
                Encoding.RLE);
        return allowed.stream()
                .filter(encoding -> optionName(encoding).equals(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> misuse("--encoding: there is no encoding '" + name + "'; the encodings are "
                        + allowed.stream().map(RewriteOptions::optionName).collect(Collectors.joining(", "))));
    }

    private static String optionName(Encoding encoding) {
        return encoding == Encoding.RLE_DICTIONARY
                ? "dictionary"
                : encoding.name().toLowerCase(Locale.ROOT);
    }

    /** By dotted path. */
    Map<String, ColumnMask> masks() {
        Map<String, ColumnMask> chosen = new LinkedHashMap<>();
        masks.forEach((column, text) -> chosen.put(
                dotted(one("--mask", column)),
                ColumnMask.parse(text)
                        .orElseThrow(() -> misuse(
                                "--mask: '" + text + "' is no mask; the masks are null, hash and constant:VALUE"))));
        return chosen;
    }

    private ColumnPath one(String option, String text) {
        List<ColumnPath> paths = paths(option, text);
        if (paths.size() != 1) {
            throw misuse(option + ": '" + text + "' must be one column; give the option once for each");
        }
        return paths.get(0);
    }

    private ParameterException misuse(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
