package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;

/**
 * How much memory is used.
 *
 * @param bufferBytes what the open files of all tasks in the worker may hold together
 */
public record MemorySettings(long bufferBytes) {
    static final String BUFFER_MEMORY_BYTES = "buffer.memory.bytes";

    static final class Keys implements KeyGroup<MemorySettings> {
        private static final long LEAST_BYTES = 1 << 20;

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Memory");
            group.key(BUFFER_MEMORY_BYTES, LONG, "Memory of open files")
                    .defaultsTo(null)
                    .must(Checks.optional(atLeast(LEAST_BYTES)))
                    .importance(MEDIUM)
                    .says("Bytes of memory that the open files of all tasks of all Parquetry sinks in the worker hold"
                            + " together. When memory is scarce, large row groups are written early, then rows are"
                            + " spilled to the storage, then files are closed early, then the task pauses. When"
                            + " connectors of a worker set different numbers, the smallest applies to all. Without"
                            + " this key a quarter of the heap.");
        }

        @Override
        public Map<String, String> removed() {
            return Map.of("buffer.memory.pause.max.ms", "a task waits 30 seconds for memory; remove the key");
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            long heapBytes = Runtime.getRuntime().maxMemory();
            if (!values.isNull(BUFFER_MEMORY_BYTES) && values.number(BUFFER_MEMORY_BYTES) > heapBytes) {
                faults.add(
                        BUFFER_MEMORY_BYTES,
                        "the heap of this worker has at most " + heapBytes + " bytes; give the open files less, or the"
                                + " worker a larger heap (KAFKA_HEAP_OPTS)");
            }
        }

        @Override
        public MemorySettings read(ConfigValues values) {
            return new MemorySettings(
                    values.isNull(BUFFER_MEMORY_BYTES)
                            ? Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / 4)
                            : values.number(BUFFER_MEMORY_BYTES));
        }
    }
}
