package io.parquetry.connect.source.config;

import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.schema.SchemaNames;
import io.parquetry.connect.common.template.TemplateText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A template for the name of the value schema of a file, such as <code>${topic}.Value</code>. */
public final class SchemaNameTemplate {
    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9_.]*");

    /** A placeholder of the template. */
    public enum Placeholder {
        /** The topic of the file's rows. */
        TOPIC,
        /** The file's name up to its last dot. */
        FILE,
        /** The root name of the file's schema. */
        SCHEMA
    }

    private static final EnumValues<Placeholder> PLACEHOLDERS = EnumValues.of(Placeholder.class);

    /** Text and {@link Placeholder}s. */
    private final List<Object> parts;

    private SchemaNameTemplate(List<Object> parts) {
        this.parts = List.copyOf(parts);
    }

    /**
     * Parses a template.
     *
     * @throws IllegalArgumentException with position and remedy when the template is not valid
     */
    public static SchemaNameTemplate parse(String template) {
        TemplateText text = new TemplateText(template);
        List<Object> parts = new ArrayList<>();
        for (TemplateText.Piece piece : text.pieces(name -> "")) {
            if (piece instanceof TemplateText.Placeholder placeholder) {
                parts.add(placeholder(text, placeholder));
            } else if (piece instanceof TemplateText.Fixed fixed) {
                if (!LEGAL.matcher(fixed.text()).matches()) {
                    throw text.fault(
                            fixed.position(),
                            "'" + fixed.text() + "' is not legal in the name of a schema, which has letters, digits,"
                                    + " underscores, and dots between its parts");
                }
                parts.add(fixed.text());
            }
        }
        return new SchemaNameTemplate(parts);
    }

    private static Placeholder placeholder(TemplateText text, TemplateText.Placeholder placeholder) {
        if (!placeholder.argument().isEmpty() || !PLACEHOLDERS.names().contains(placeholder.name())) {
            throw text.fault(
                    placeholder.position(),
                    "there is no placeholder " + placeholder + "; allowed are ${topic}, ${file} and ${schema}");
        }
        return PLACEHOLDERS.parse(placeholder.name());
    }

    /** Whether the template has the placeholder. */
    public boolean has(Placeholder placeholder) {
        return parts.contains(placeholder);
    }

    /**
     * The schema name for a file, with an underscore for each character that is not legal in a full name.
     *
     * @param path of the file
     * @param root the root name of the file's schema
     * @param topic of the file's rows; not used unless the template has {@link Placeholder#TOPIC}
     */
    public String name(String path, String root, String topic) {
        Map<Placeholder, String> values = new EnumMap<>(Placeholder.class);
        values.put(Placeholder.TOPIC, topic);
        values.put(Placeholder.FILE, SchemaNames.legalPart(fileName(path)));
        values.put(Placeholder.SCHEMA, root);
        StringBuilder name = new StringBuilder();
        parts.forEach(part -> name.append(part instanceof Placeholder placeholder ? values.get(placeholder) : part));
        return SchemaNames.legal(name.toString());
    }

    private static String fileName(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }
}
