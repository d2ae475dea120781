package io.parquetry.format.hostile.fuzz;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The fuzz targets run without the fuzzer on their initial corpus and on the corpus with noise. */
@Tag("sampled")
class FuzzTargetsTest {
    private static final int ROUNDS = Breadth.of(2, 4);

    static List<FuzzTarget> targets() {
        return List.of(FuzzTarget.values());
    }

    @ParameterizedTest
    @MethodSource("targets")
    void aTargetTakesItsSeedsAndNoise(FuzzTarget target) throws IOException {
        Random random = new Random(1);
        for (byte[] seed : target.seeds()) {
            for (int round = 0; round < ROUNDS; round++) {
                byte[] input = seed.clone();
                for (int i = 0; i < round && input.length > 0; i++) {
                    input[random.nextInt(input.length)] = (byte) random.nextInt();
                }
                assertThatCode(() -> target.run(input)).doesNotThrowAnyException();
            }
        }
    }
}
