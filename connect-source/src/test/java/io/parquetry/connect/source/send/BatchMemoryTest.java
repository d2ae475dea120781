package io.parquetry.connect.source.send;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The batches of all tasks of a worker have a part of its heap, in equal shares. */
class BatchMemoryTest {
    @Test
    void aTaskHasItsShare() {
        BatchMemory memory = new BatchMemory(32 << 20);
        assertThat(memory.batchBytesMax()).isEqualTo(16 << 20);

        memory.enter();
        assertThat(memory.batchBytesMax()).isEqualTo(16 << 20);
        for (int i = 0; i < 3; i++) {
            memory.enter();
        }
        assertThat(memory.batchBytesMax()).isEqualTo(4 << 20);

        memory.leave();
        memory.leave();
        assertThat(memory.batchBytesMax()).isEqualTo(8 << 20);
    }

    @Test
    void aShareIsNeverTooSmallForSomeRecords() {
        BatchMemory memory = new BatchMemory(1 << 20);
        for (int i = 0; i < 100; i++) {
            memory.enter();
        }

        assertThat(memory.batchBytesMax()).isEqualTo(256 << 10);
    }
}
