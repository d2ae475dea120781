package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.storage.StoragePath;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Which files there are, and when they are looked for. */
public final class FindKeys implements KeyGroup<FindSettings> {
    public static final String SCAN_DIRECTORY = "scan.directory";
    public static final String FILE_PATTERN = "file.pattern";
    public static final String SCAN_INTERVAL_MS = "scan.interval.ms";

    private static final long DAY_MS = 86_400_000L;

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Finding files");
        group.key(SCAN_DIRECTORY, STRING, "Directory to scan")
                .defaultsTo("")
                .must(Checks.text("a path inside the storage", StoragePath::requireDirectory))
                .width(Width.LONG)
                .says("Directory below storage.url whose files are read, with all directories in it, such as"
                        + " topics/orders; empty for all of the storage.");
        group.key(FILE_PATTERN, STRING, "File pattern")
                .defaultsTo(".*\\.(parquet|parq)")
                .must(Checks.text("a regular expression", FindKeys::requirePattern))
                .says("Regular expression for the names, without directories, of the files to read. Names that begin"
                        + " with _ or . and names that end in .tmp are never read.");
        group.key(SCAN_INTERVAL_MS, LONG, "Scan interval (ms)")
                .defaultsTo(5_000L)
                .must(between(10, DAY_MS))
                .width(Width.SHORT)
                .says("Time between two looks for new files. A file is read when it has the same size in two looks.");
    }

    @Override
    public FindSettings read(Values values) {
        return new FindSettings(
                values.text(SCAN_DIRECTORY),
                Pattern.compile(values.text(FILE_PATTERN)),
                values.number(SCAN_INTERVAL_MS));
    }

    static void requirePattern(String regex) {
        try {
            Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("it is no regular expression: " + e.getDescription(), e);
        }
    }
}
