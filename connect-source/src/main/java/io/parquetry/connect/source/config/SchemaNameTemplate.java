package io.parquetry.connect.source.config;

import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.schema.SchemaNames;
import io.parquetry.connect.common.template.TemplateText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The name of the schemas of a file, such as <code>${topic}.Value</code>. */
public final class SchemaNameTemplate {
    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9_.]*");

    /** What a placeholder stands for. */
    public enum Placeholder {
        /** The topic that the file's rows go to. */
        TOPIC,
        /** The file's name up to its last dot. */
        FILE,
        /** What the file calls the root of its schema. */
        SCHEMA
    }

    private static final EnumValues<Placeholder> PLACEHOLDERS = EnumValues.of(Placeholder.class);

    /** Text and {@link Placeholder}s. */
    private final List<Object> parts;

    private SchemaNameTemplate(List<Object> parts) {
        this.parts = List.copyOf(parts);
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException with position and remedy when it is none
     */
    static SchemaNameTemplate parse(String template) {
        TemplateText text = new TemplateText(template);
        List<Object> parts = new ArrayList<>();
        for (TemplateText.Piece piece : text.pieces(name -> "")) {
            if (piece instanceof TemplateText.Placeholder placeholder) {
                parts.add(placeholder(text, placeholder));
            } else if (piece instanceof TemplateText.Fixed fixed) {
                if (!LEGAL.matcher(fixed.text()).matches()) {
                    throw text.fault(
                            fixed.position(),
                            "'" + fixed.text() + "' cannot stand in the name of a schema, which has letters, digits,"
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

    /** Whether names differ with this. */
    public boolean has(Placeholder placeholder) {
        return parts.contains(placeholder);
    }

    /**
     * The name of a file's schema: what is not legal in a full name has become an underscore.
     *
     * @param path of the file
     * @param root what the file calls the root of its schema
     * @param topic where its rows go; not looked at unless it is asked for
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
