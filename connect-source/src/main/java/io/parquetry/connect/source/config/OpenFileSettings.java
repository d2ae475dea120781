package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import org.apache.kafka.common.config.ConfigDef;

/**
 * How much memory open files take.
 *
 * @param bytesMax what the open files of all tasks in the worker may hold together
 */
public record OpenFileSettings(long bytesMax) {
    public static final String OPEN_FILES_MEMORY_BYTES = "open.files.memory.bytes";

    static final class Keys implements KeyGroup<OpenFileSettings> {
        private static final long LEAST_BYTES = 1 << 20;

        @Override
        public void define(ConfigDef keys) {
            new KeyBuilder.Group(keys, "Memory")
                    .key(OPEN_FILES_MEMORY_BYTES, LONG, "Memory of open files")
                    .defaultsTo(null)
                    .must(Checks.optional(atLeast(LEAST_BYTES)))
                    .importance(MEDIUM)
                    .says("Bytes of memory that the open files of all tasks of all Parquetry sources in the worker"
                            + " hold together. When memory is scarce, files are read without reading ahead, and then"
                            + " tasks wait before they open a file. One file is always open, whatever it needs. When"
                            + " connectors of a worker set different numbers, the smallest applies to all. Without"
                            + " this key two fifths of the heap.");
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            long heapBytes = Runtime.getRuntime().maxMemory();
            if (!values.isNull(OPEN_FILES_MEMORY_BYTES) && values.number(OPEN_FILES_MEMORY_BYTES) > heapBytes) {
                faults.add(
                        OPEN_FILES_MEMORY_BYTES,
                        "the heap of this worker has at most " + heapBytes + " bytes; give the open files less, or the"
                                + " worker a larger heap (KAFKA_HEAP_OPTS)");
            }
        }

        @Override
        public OpenFileSettings read(ConfigValues values) {
            return new OpenFileSettings(
                    values.isNull(OPEN_FILES_MEMORY_BYTES)
                            ? Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / 5 * 2)
                            : values.number(OPEN_FILES_MEMORY_BYTES));
        }
    }
}
