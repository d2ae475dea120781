package io.parquetry.connect.sink;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A topic that is written to a table, and the commands as an operator runs them who has the connector's JSON. */
abstract class TopicToTableCommands extends TopicToTable {
    static final String PROPERTY = "parquetry.lake%2E1.orders.";

    /** The file that is sent to POST /connectors. */
    Path connector() throws IOException {
        return Files.writeString(
                directory.resolve("connector.json"),
                new ObjectMapper().writeValueAsString(Map.of("name", "lake.1", "config", properties())));
    }

    CommandLineRun run(String command, Object... arguments) throws IOException {
        List<Object> line = new ArrayList<>(List.of("table", command, connector()));
        line.addAll(List.of(arguments));
        return CommandLineRun.of(line.toArray());
    }

    /** The lines of a table, with bars between their cells. */
    static List<String> cells(CommandLineRun run) {
        return run.out()
                .lines()
                .map(line -> line.strip().replaceAll(" {2,}", "|"))
                .toList();
    }

    String position(int partition) {
        return table().properties().get(PROPERTY + partition);
    }

    void setPosition(int partition, String position) {
        table().updateProperties().set(PROPERTY + partition, position).commit();
    }
}
