package io.parquetry.cli.inspect;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.cli.input.FileArguments;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.PathColumns;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonOption;
import io.parquetry.cli.json.JsonRecordBuilder;
import io.parquetry.cli.json.JsonRow;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code parquetry schema}. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        description = {
            "Print the schema of files in the text form that Parquet tools share.",
            "",
            "Of several files, each schema is printed once, after the number of files that have it and the names of"
                    + " the first ones."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry schema quakes.parquet",
            "  parquetry schema topics/quakes/            do all files have the same schema?"
        })
public final class SchemaCommand implements Callable<Integer> {
    private static final int FILES_NAMED = 3;

    @Spec
    private CommandSpec spec;

    @Mixin
    private JsonOption json;

    @Mixin
    private FileArguments arguments;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Map<Schema, List<FileLocation>> schemas = new LinkedHashMap<>();
        try (JsonLines lines = new JsonLines(out)) {
            arguments.forEach((listed, reader, index, count) -> {
                Schema schema = Schema.of(listed.file(), reader.schema());
                if (json.isGiven()) {
                    lines.write(object(listed.file(), schema));
                } else {
                    schemas.computeIfAbsent(schema, any -> new ArrayList<>()).add(listed.file());
                }
            });
        }
        boolean several = schemas.values().stream().mapToInt(List::size).sum() > 1;
        String gap = "";
        for (Map.Entry<Schema, List<FileLocation>> schema : schemas.entrySet()) {
            out.print(gap);
            if (several) {
                out.println(files(schema.getValue()));
            }
            out.print(schema.getKey().columns());
            if (!schema.getKey().ofPath().isEmpty()) {
                out.println("columns in the path: "
                        + String.join(", ", schema.getKey().ofPath()));
            }
            gap = System.lineSeparator();
        }
        return 0;
    }

    private static String files(List<FileLocation> files) {
        return NumberText.counted(files.size(), "file") + ": "
                + files.stream().limit(FILES_NAMED).map(FileLocation::toString).collect(Collectors.joining(", "))
                + (files.size() > FILES_NAMED ? ", ..." : "");
    }

    /** @param ofPath the names of columns that are in the path only */
    private record Schema(MessageType columns, List<String> ofPath) {
        static Schema of(FileLocation file, MessageType columns) {
            return new Schema(
                    columns, List.copyOf(PathColumns.of(file, columns).values().keySet()));
        }
    }

    private static JsonRow object(FileLocation file, Schema schema) {
        List<JsonRecordBuilder.Struct> columns = new ArrayList<>();
        for (LeafColumn leaf : schema.columns().leaves()) {
            columns.add(new JsonRow()
                    .put("column", leaf.dottedPath())
                    .put("type", ColumnText.type(leaf.type()))
                    .put("maxRepetitionLevel", leaf.maxRepetitionLevel())
                    .put("maxDefinitionLevel", leaf.maxDefinitionLevel())
                    .toStruct());
        }
        return new JsonRow()
                .put("file", file.toString())
                .put("columns", columns)
                .put("pathColumns", schema.ofPath())
                .put("schema", schema.columns().toString());
    }
}
