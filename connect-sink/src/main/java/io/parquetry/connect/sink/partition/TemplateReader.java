package io.parquetry.connect.sink.partition;

import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.template.FieldPath;
import io.parquetry.connect.common.template.TemplateText;
import io.parquetry.format.schema.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.connect.sink.SinkRecord;

/** Parses the text of a {@link PathTemplate}; a fault is reported with its position, counted from 1. */
final class TemplateReader {
    private final TemplateText text;
    private final List<List<PathPart>> directories = new ArrayList<>();
    private List<PathPart> directory = new ArrayList<>();
    private final StringBuilder fixed = new StringBuilder();

    private boolean hasTopicDirectory = true;

    /** Whether the current directory has its equals sign already. */
    private boolean hasEquals;

    TemplateReader(String template) {
        this.text = new TemplateText(template);
        for (int i = 0; i < template.length(); i++) {
            char c = template.charAt(i);
            if (c < ' ' || c == 0x7f) {
                throw fault(
                        i, String.format("the control character U+%04X has no place in a path; remove it", (int) c));
            }
        }
    }

    List<List<PathPart>> directories() {
        for (TemplateText.Piece piece : text.pieces(name -> TimeOptions.isTime(name) ? "'" : FieldPath.QUOTES)) {
            if (piece instanceof TemplateText.Fixed literal) {
                readFixed(literal);
            } else if (piece instanceof TemplateText.Placeholder placeholder) {
                endFixed();
                addPlaceholder(placeholder);
            }
        }
        endDirectory(text.length());
        return directories;
    }

    /** Whether the directories are below the topic's; without it, the text begins with a slash. */
    boolean hasTopicDirectory() {
        return hasTopicDirectory;
    }

    private void readFixed(TemplateText.Fixed literal) {
        String text = literal.text();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '/' && literal.position() + i == 0) {
                hasTopicDirectory = false;
            } else if (text.charAt(i) == '/') {
                endDirectory(literal.position() + i);
            } else {
                boolean ends = i + 1 < text.length() ? text.charAt(i + 1) == '/' : literal.isLast();
                addFixed(text.substring(i, i + 1), ends);
            }
        }
    }

    /**
     * The first equals sign with text on both sides separates key and value; others are part of the text.
     *
     * @param last whether it is the last text of its directory
     */
    private void addFixed(String text, boolean last) {
        boolean hasTextBefore = !directory.isEmpty() || !fixed.isEmpty();
        if (text.equals("=") && !hasEquals && hasTextBefore && !last) {
            hasEquals = true;
            fixed.append('=');
        } else {
            DirectoryName.append(fixed, text);
        }
    }

    private void endFixed() {
        if (!fixed.isEmpty()) {
            directory.add(new PathPart.Fixed(fixed.toString()));
            fixed.setLength(0);
        }
    }

    /** @param at position of the slash after the directory, or of the end */
    private void endDirectory(int at) {
        endFixed();
        if (directory.isEmpty()) {
            throw fault(
                    at, "a directory has no name; write single slashes between directories, and none after the last");
        }
        requireNames(at);
        directories.add(directory);
        directory = new ArrayList<>();
        hasEquals = false;
    }

    private void requireNames(int at) {
        requireNotRelative(at);
        for (PathPart part : directory) {
            if (part instanceof PathPart.Fixed text && !StoragePath.isName("x" + text.name())) {
                throw fault(at, "the directory that ends here has more than 255 bytes, or is not valid Unicode");
            }
        }
    }

    /** Escaped, these two would be names that nobody expects. */
    private void requireNotRelative(int at) {
        if (directory.size() == 1
                && directory.get(0) instanceof PathPart.Fixed only
                && (only.name().equals(".") || only.name().equals(".."))) {
            throw fault(
                    at,
                    "the directory that ends here is \"" + only.name()
                            + "\", and a path leads to no other place than its own, so leave it out. For another"
                            + " place than topics/TOPIC set topics.dir, or begin path.template with a slash");
        }
    }

    private void addPlaceholder(TemplateText.Placeholder placeholder) {
        int begin = placeholder.position();
        if (TimeOptions.isTime(placeholder.name())) {
            addTime(placeholder);
        } else {
            directory.add(new PathPart.OfRecord(
                    placeholder.toString(), valueOf(begin, placeholder.name(), placeholder.argument())));
        }
    }

    private Function<SinkRecord, Object> valueOf(int begin, String name, String argument) {
        boolean whole = argument.isEmpty();
        boolean ofField = argument.startsWith(".");
        if (whole) {
            switch (name) {
                case "topic":
                    return PlaceholderValues.ofTopic();
                case "partition":
                    return PlaceholderValues.ofPartition();
                case "key":
                    return PlaceholderValues.ofKey(FieldPath.ofWholeValue());
                case "value":
                    return PlaceholderValues.ofValue(FieldPath.ofWholeValue());
                default:
            }
        } else if (ofField) {
            switch (name) {
                case "key":
                    return PlaceholderValues.ofKey(path(begin, argument.substring(1)));
                case "value":
                    return PlaceholderValues.ofValue(path(begin, argument.substring(1)));
                case "header":
                    return PlaceholderValues.ofHeader(headerName(begin, argument.substring(1)));
                case "schema":
                    if (argument.equals(".name")) {
                        return PlaceholderValues.ofSchemaName();
                    } else if (argument.equals(".version")) {
                        return PlaceholderValues.ofSchemaVersion();
                    }
                    break;
                default:
            }
        }
        throw unknown(begin, name, argument);
    }

    private FieldPath path(int begin, String path) {
        try {
            return FieldPath.parse(path);
        } catch (IllegalArgumentException e) {
            throw fault(begin, e.getMessage());
        }
    }

    /** The whole text up to the end, with its dots; quotes are needed around a closing brace only. */
    private String headerName(int begin, String name) {
        char quote = name.isEmpty() ? '.' : name.charAt(0);
        boolean quoted =
                name.length() > 1 && FieldPath.QUOTES.indexOf(quote) >= 0 && name.charAt(name.length() - 1) == quote;
        String header = quoted ? Quoted.content(name, 0, name.length()) : name;
        if (header.isEmpty()) {
            throw fault(begin, "the header has no name; write ${header.NAME}");
        }
        return header;
    }

    private void addTime(TemplateText.Placeholder placeholder) {
        int begin = placeholder.position();
        String argument = placeholder.argument();
        if (argument.length() < 2 || argument.charAt(0) != ':') {
            throw fault(begin, "the time needs a pattern, such as ${timestamp:yyyy-MM-dd}");
        }
        List<List<TimePattern.Piece>> pieces;
        TimeOptions options;
        try {
            options = TimeOptions.parse(placeholder.name());
            pieces = TimePattern.parse(argument.substring(1), options.locale()).directories();
        } catch (IllegalArgumentException e) {
            throw fault(begin, e.getMessage());
        }
        for (int i = 0; i < pieces.size(); i++) {
            if (i > 0) {
                endDirectory(begin);
            }
            for (int j = 0; j < pieces.get(i).size(); j++) {
                boolean last = j + 1 == pieces.get(i).size();
                if (pieces.get(i).get(j) instanceof TimePattern.Piece.Formatted formatted) {
                    endFixed();
                    long spanMs = options.spanMs().orElse(formatted.unitMs());
                    directory.add(new PathPart.OfTime(placeholder.toString(), formatted.formatter(), spanMs));
                } else if (pieces.get(i).get(j) instanceof TimePattern.Piece.Fixed literal) {
                    addFixed(literal.text(), last);
                }
            }
        }
    }

    private IllegalArgumentException unknown(int begin, String name, String argument) {
        boolean known = List.of("topic", "partition", "key", "value", "header", "schema")
                .contains(name);
        return fault(
                begin,
                "there is no placeholder ${" + name + argument + "}; allowed are ${topic}, ${partition}, ${key},"
                        + " ${key.FIELD}, ${value}, ${value.FIELD}, ${header.NAME}, ${schema.name}, ${schema.version}"
                        + " and ${timestamp:PATTERN}"
                        + (known || name.isEmpty()
                                ? ""
                                : ". For the field " + name + " of the value write ${value." + name + argument + "}"));
    }

    private IllegalArgumentException fault(int position, String reason) {
        return text.fault(position, reason);
    }
}
