package io.parquetry.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.objects.HeldBytes;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.format.io.InputFile;
import io.parquetry.storage.s3.FaultyNetwork.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever is read in whatever order is the object's content; ranges that follow each other share requests. */
class S3InputFileTest {
    private static final int MIB = 1 << 20;
    private static final int TAIL = 64 << 10;

    private final byte[] object = new byte[9 * MIB];
    /** Bytes of each answer. */
    private final List<Integer> fetched = new ArrayList<>();

    private FaultyNetwork network;
    private Storage storage;

    /** Answers every request; null for an answer with the range. */
    private volatile Reply fault;

    @BeforeEach
    void start() throws IOException {
        new Random(1).nextBytes(object);
        network = FaultyNetwork.alone(this::answer);
        Map<String, String> keys = new HashMap<>(S3ProxyProcess.keys(network.endpoint()));
        storage = S3StorageProvider.factory(TestSettings.of(keys)).open("s3://bucket/archive", 0);
    }

    @AfterEach
    void stop() throws IOException {
        storage.close();
        network.close();
    }

    private InputFile open() throws IOException {
        return storage.open("file");
    }

    private Reply answer(FaultyNetwork.Request request) {
        String[] range = request.header("Range").replace("bytes=", "").split("-");
        int from = range[0].isEmpty() ? object.length - TAIL : Integer.parseInt(range[0]);
        int to = range[0].isEmpty() ? object.length : Integer.parseInt(range[1]) + 1;
        if (fault != null) {
            return fault;
        }
        fetched.add(to - from);
        return new Reply(
                206,
                Map.of("ETag", "\"e\"", "Content-Range", "bytes " + from + "-" + (to - 1) + "/" + object.length),
                Arrays.copyOfRange(object, from, to));
    }

    private void assertRead(InputFile file, int position, int count) throws IOException {
        byte[] read = new byte[count + 7];
        file.readFully(position, read, 5, count);
        assertThat(Arrays.mismatch(read, 5, 5 + count, object, position, position + count))
                .as("%s bytes from %s", count, position)
                .isEqualTo(-1);
        assertThat(HeldBytes.of(file)).isLessThanOrEqualTo(file.heldBytesMax());
    }

    private int fetchedBytes() {
        return fetched.stream().mapToInt(Integer::intValue).sum();
    }

    @Test
    void whateverIsReadInWhateverOrderIsTheContent() throws IOException {
        Random random = new Random(2);
        try (InputFile file = open()) {
            int next = 0;
            for (int i = 0; i < 400; i++) {
                int begin = switch (random.nextInt(4)) {
                    case 0 -> random.nextInt(object.length);
                    case 1 -> Math.max(0, next - random.nextInt(20_000));
                    case 2 -> Math.min(object.length - 1, next + random.nextInt(100_000));
                    default -> next;
                };
                int count = random.nextInt(Math.min(1 << (1 + random.nextInt(20)), object.length - begin + 1));
                assertRead(file, begin, count);
                next = begin + count == object.length ? 0 : begin + count;
            }
        }
        assertThat(fetched).hasSizeGreaterThan(50);
    }

    @Test
    void chunksThatFollowEachOtherShareRequestsAndNoByteIsFetchedTwice() throws IOException {
        try (InputFile file = open()) {
            for (int begin = 4; begin < object.length - TAIL; begin += 100_000) {
                assertRead(file, begin, Math.min(100_100, object.length - begin));
            }
        }
        assertThat(fetchedBytes()).isEqualTo(object.length - 4);
        assertThat(fetched).hasSizeLessThanOrEqualTo(30);
    }

    @Test
    void readersOfSmallPagesStepBackWithoutAnotherRequest() throws IOException {
        try (InputFile file = open()) {
            for (int begin = 4; begin < MIB; begin += 3_000) {
                assertRead(file, begin, 8 << 10);
            }
        }
        assertThat(fetched).hasSizeLessThanOrEqualTo(12);
        assertThat(fetchedBytes()).isLessThan(MIB + MIB / 2);
    }

    @Test
    void afterAJumpNothingIsFetchedAhead() throws IOException {
        try (InputFile file = open()) {
            for (int begin = 0; begin < 8; begin++) {
                assertRead(file, (begin * 5 % 8) * MIB, 300_000);
            }
        }
        assertThat(fetchedBytes()).isEqualTo(TAIL + 8 * 300_000);
    }

    @Test
    void aFileHoldsLittleAtMost() throws IOException {
        try (InputFile file = open()) {
            assertThat(file.heldBytesMax()).isEqualTo(TAIL + MIB + (16 << 10));
            assertThat(HeldBytes.of(file)).isEqualTo(TAIL);
        }
    }

    @Test
    void aFailedRequestLeavesNothingFalse() throws IOException {
        try (InputFile file = open()) {
            assertRead(file, 0, 200_000);
            fault = Reply.refusal(403, "AccessDenied", "not now");
            assertThatThrownBy(() -> file.readFully(200_000, new byte[200_000], 0, 200_000))
                    .hasMessageContaining("no permission to read");
            fault = null;
            assertRead(file, 200_000, 200_000);
            assertRead(file, 400_000, 200_000);
        }
    }

    @Test
    void theWholeObjectIsNotTakenForARange() throws IOException {
        try (InputFile file = open()) {
            fault = new Reply(200, Map.of("ETag", "\"e\""), object);
            assertThatThrownBy(() -> file.readFully(MIB, new byte[10], 0, 10))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the store does not read ranges");
        }
    }
}
