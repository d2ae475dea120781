package io.parquetry.format.hostile;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.model.PlainRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** The main class of a process that reads maps with one entry each, whose key is one letter repeated many times. */
final class ReadLargeStrings {
    private ReadLargeStrings() {}

    public static void main(String[] arguments) throws IOException {
        StringJoiner said = new StringJoiner(", ");
        LocalInputFile file = LocalInputFile.open(Path.of(arguments[0]));
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> records = reader.records(PlainRecords.builder());
            while (records.next()) {
                List<?> entries = (List<?>) records.record().get("arr");
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) entries.get(0);
                said.add(repetition((String) entry.getKey()) + " -> " + entry.getValue());
            }
        }
        System.out.println(said);
    }

    private static String repetition(String text) {
        char first = text.charAt(0);
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != first) {
                return "another character at " + i;
            }
        }
        return text.length() + " times " + first;
    }
}
