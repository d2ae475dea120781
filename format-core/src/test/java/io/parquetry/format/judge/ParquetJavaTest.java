package io.parquetry.format.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.RandomSchemas;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.column.ParquetProperties.WriterVersion;

/**
 * parquet-java judges whole files: schemas up to six levels deep with every type, annotation and repetition, nulls and
 * empty lists and maps at each level, in files laid out in every way that the options of either side allow.
 */
class ParquetJavaTest {
    @Property(tries = 150)
    void itReadsWhatWeWrite(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema = schema(random);
        List<Map<String, Object>> records = new RandomRecords(random).records(schema, random.nextInt(200));

        byte[] file = OurFiles.write(records, schema, OurFiles.options(schema, random));

        assertThat(RandomRecords.comparable(ParquetJava.read(file, schema)))
                .isEqualTo(RandomRecords.comparable(records));
    }

    @Property(tries = 150)
    void weReadWhatItWrites(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema = schema(random);
        List<Map<String, Object>> records = new RandomRecords(random).records(schema, random.nextInt(200));
        WriterVersion version = random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0;

        byte[] file = ParquetJava.write(records, schema, version, random);

        assertThat(RandomRecords.comparable(OurFiles.read(file))).isEqualTo(RandomRecords.comparable(records));
    }

    private static MessageType schema(Random random) {
        return new RandomSchemas(random).message(1 + random.nextInt(6), 1 + random.nextInt(4));
    }
}
