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

/**
 * parquet-java reads our files and we read its files: schemas up to six levels deep with every type, annotation and
 * repetition, nulls and empty lists and maps at each level, and all options of both writers.
 */
class ParquetJavaTest {
    @Property(tries = 150)
    void itReadsOurFiles(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema = schema(random);
        List<Map<String, Object>> records = new RandomRecords(random).records(schema, random.nextInt(200));

        byte[] file = OurFiles.write(records, schema, OurFiles.options(schema, random));

        assertThat(RandomRecords.comparable(ParquetJava.read(file, schema)))
                .isEqualTo(RandomRecords.comparable(records));
    }

    @Property(tries = 150)
    void weReadItsFilesFromAnyRowOn(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema = schema(random);
        List<Map<String, Object>> records = new RandomRecords(random).records(schema, random.nextInt(200));

        byte[] file = ParquetJava.write(records, schema, builder -> ParquetJava.randomSettings(builder, random));

        assertThat(read(file, 0)).isEqualTo(RandomRecords.comparable(records));
        int firstRow = random.nextInt(records.size() + 1);
        assertThat(read(file, firstRow))
                .as("from row %d on", firstRow)
                .isEqualTo(RandomRecords.comparable(records.subList(firstRow, records.size())));
    }

    private static Object read(byte[] file, long firstRow) throws IOException {
        return RandomRecords.comparable(OurFiles.read(file, firstRow));
    }

    private static MessageType schema(Random random) {
        return new RandomSchemas(random).message(1 + random.nextInt(6), 1 + random.nextInt(4));
    }
}
