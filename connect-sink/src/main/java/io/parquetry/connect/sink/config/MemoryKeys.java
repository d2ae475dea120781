package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import org.apache.kafka.common.config.ConfigDef;

/** How much memory is used. */
final class MemoryKeys implements KeyGroup<MemorySettings> {
    static final String BUFFER_MEMORY_BYTES = "buffer.memory.bytes";

    private static final long LEAST_BYTES = 1 << 20;

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Memory");
        group.key(BUFFER_MEMORY_BYTES, LONG, "Memory of open files")
                .defaultsTo(null)
                .must(Checks.optional(atLeast(LEAST_BYTES)))
                .importance(MEDIUM)
                .says(
                        "Bytes of memory that the open files of all tasks of all Parquetry sinks in the worker hold together."
                                + " Where it is not enough, large row groups are written early, then rows are spilled to the"
                                + " storage until their files end, then the task reads nothing for a while. Where connectors in a worker say different numbers, the"
                                + " smallest counts for all. Without it a quarter of the heap.");
    }

    @Override
    public void check(Values values, Faults faults) {
        long heapBytes = Runtime.getRuntime().maxMemory();
        if (!values.isNull(BUFFER_MEMORY_BYTES) && values.number(BUFFER_MEMORY_BYTES) > heapBytes) {
            faults.add(
                    BUFFER_MEMORY_BYTES,
                    "the heap of this worker has " + heapBytes + " bytes at most; give the open files less, or the"
                            + " worker a larger heap (KAFKA_HEAP_OPTS)");
        }
    }

    @Override
    public MemorySettings read(Values values) {
        return new MemorySettings(
                values.isNull(BUFFER_MEMORY_BYTES)
                        ? Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / 4)
                        : values.number(BUFFER_MEMORY_BYTES));
    }
}
