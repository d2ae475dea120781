package io.parquetry.connect.source.config;

import io.parquetry.connect.common.template.FieldPath;
import io.parquetry.connect.common.template.TemplateText;
import java.util.ArrayList;
import java.util.List;

/**
 * A template for the name of a topic, with placeholders for parts of the file's path and columns of the row, such as
 * <code>events-${path.1}</code>, <code>${path.country}-${file}</code> or <code>${column.event_type}</code>.
 */
public final class TopicTemplate {
    private static final String ALLOWED =
            "allowed are ${path.N} for the N-th directory of the file's path, ${path.KEY} for"
                    + " a directory KEY=value, ${file} and ${column.NAME}";
    private static final int DIRECTORIES_MAX = 1_000;

    private final TemplateText text;
    private final List<Part> parts;

    private TopicTemplate(TemplateText text, List<Part> parts) {
        this.text = text;
        this.parts = List.copyOf(parts);
    }

    /** A part of the name. */
    public sealed interface Part {
        /** Fixed text. */
        record Fixed(String text) implements Part {}

        /**
         * A directory of the file's path.
         *
         * @param number counts from 1, the first below {@code storage.url}
         */
        record Directory(int number) implements Part {}

        /** The value of the first directory <code>key=value</code> of the file's path. */
        record DirectoryValue(String key) implements Part {}

        /** The file's name up to its last dot. */
        record FileName() implements Part {}

        /** The value of a column. */
        record Column(FieldPath path) implements Part {}
    }

    /**
     * Parses a template.
     *
     * @throws IllegalArgumentException with position and remedy when the template is not valid, or none of its names is
     *     legal for a topic
     */
    public static TopicTemplate parse(String template) {
        TemplateText text = new TemplateText(template);
        List<Part> parts = new ArrayList<>();
        for (TemplateText.Piece piece : text.pieces(name -> FieldPath.QUOTES)) {
            if (piece instanceof TemplateText.Placeholder placeholder) {
                parts.add(part(text, placeholder));
            } else if (piece instanceof TemplateText.Fixed fixed) {
                requireLegal(text, fixed);
                parts.add(new Part.Fixed(fixed.text()));
            }
        }
        boolean isFixed = parts.stream().allMatch(Part.Fixed.class::isInstance);
        if (isFixed && !TopicNames.isLegal(template)) {
            throw new IllegalArgumentException("a topic's name has " + TopicNames.RULE);
        }
        return new TopicTemplate(text, parts);
    }

    private static void requireLegal(TemplateText text, TemplateText.Fixed fixed) {
        for (int i = 0; i < fixed.text().length(); i++) {
            if (!TopicNames.isLegalCharacter(fixed.text().charAt(i))) {
                throw text.fault(
                        fixed.position() + i,
                        "'" + fixed.text().charAt(i) + "' is not legal in a topic's name, which has "
                                + TopicNames.RULE);
            }
        }
    }

    private static Part part(TemplateText text, TemplateText.Placeholder placeholder) {
        String argument =
                placeholder.argument().startsWith(".") ? placeholder.argument().substring(1) : "";
        if (placeholder.name().equals("file") && placeholder.argument().isEmpty()) {
            return new Part.FileName();
        } else if (placeholder.name().equals("path") && !argument.isEmpty()) {
            return directory(text, placeholder, argument);
        } else if (placeholder.name().equals("column") && !argument.isEmpty()) {
            try {
                return new Part.Column(FieldPath.parse(argument));
            } catch (IllegalArgumentException e) {
                throw text.fault(placeholder.position(), e.getMessage());
            }
        }
        throw text.fault(placeholder.position(), "there is no placeholder " + placeholder + "; " + ALLOWED);
    }

    private static Part directory(TemplateText text, TemplateText.Placeholder placeholder, String argument) {
        if (!argument.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return new Part.DirectoryValue(argument);
        }
        int number = argument.length() > 4 ? DIRECTORIES_MAX + 1 : Integer.parseInt(argument);
        if (number < 1 || number > DIRECTORIES_MAX) {
            throw text.fault(
                    placeholder.position(),
                    "directories count from 1, the first below storage.url, to " + DIRECTORIES_MAX);
        }
        return new Part.Directory(number);
    }

    /** Whether rows of one file can go to several topics. */
    public boolean hasColumns() {
        return parts.stream().anyMatch(Part.Column.class::isInstance);
    }

    public List<Part> parts() {
        return parts;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
