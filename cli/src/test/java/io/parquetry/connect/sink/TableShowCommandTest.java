package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code parquetry table show} says how far a table is behind, and each wrong input is a sentence. */
class TableShowCommandTest extends TopicToTableCommands {
    @Test
    void whatWaitsIsShownBesideThePositions() throws IOException {
        produceTimed(ZERO, 0, 9);
        produceTimed(ONE, 0, 4);
        runTask();
        look();
        produceTimed(ZERO, 9, 18);
        runTask();
        CommandLineRun shown = run("show");
        assertThat(shown.err()).isEmpty();
        assertThat(shown.exitCode()).isZero();
        assertThat(cells(shown).get(0))
                .isEqualTo("table|topic|partition|position|entry|next offset|waiting|files|rows|bytes|since|"
                        + "complete through");
        String has = position(0).split(" ")[0];
        assertThat(cells(shown).get(1))
                .startsWith("lake.orders|orders|0|" + has + "|")
                .matches(".*\\|18\\|[1-9]\\|3\\|9\\|[0-9]+\\|[0-9]+ s\\|1970-01-01T00:00:08Z");
        assertThat(cells(shown).get(2)).startsWith("lake.orders|orders|1|").matches(".*\\|4\\|[0-9]\\|0\\|0\\|0\\|.*");
        look();
        assertThat(cells(run("show", "--topic", "orders")).get(1)).contains("|18|0|0|0|0|1970-01-01T00:00:17Z");
        assertThat(run("show", "--json").out())
                .hasLineCount(2)
                .contains("\"property\":\"parquetry.lake%2E1.orders.0\",\"position\":\"" + position(0) + "\","
                        + "\"positionOfSnapshot\":\"" + position(0) + "\"")
                .contains("\"waitingEntries\":0,", "\"validThrough\":\"17000\",\"fault\":null,\"otherConnectors\":[]");
    }

    @Test
    void theTopicsAreThoseOfTheConfigurationAndOfTheLedgers() throws IOException {
        more.put("topics", "orders,payments");
        produce(ZERO, 0, 3);
        runTask();
        look();
        CommandLineRun shown = run("show");
        assertThat(shown.exitCode()).isEqualTo(1);
        assertThat(shown.err()).contains("there is no table lake.payments in the catalog; the connector creates it");
        assertThat(cells(shown)).hasSize(2);
        assertThat(run("show", "--topic", "nothing").err())
                .contains("has no ledger in")
                .contains("topic nothing");
    }

    @Test
    void aRollbackAndOtherConnectorsAreNamed() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        long before = table().currentSnapshot().snapshotId();
        String early = position(0);
        produce(ZERO, 9, 18);
        runTask();
        look();
        table().manageSnapshots().rollbackTo(before).commit();
        table().updateProperties()
                .set("parquetry.old%2Eone.orders.0", early)
                .set("parquetry.old%2Eone.orders.0@audit", early)
                .set("parquetry.other.orders.0@audit", early)
                .commit();
        CommandLineRun shown = run("show");
        assertThat(shown.out())
                .contains("orders-0: the newest snapshot was made at position " + early + ", the table has "
                        + position(0))
                .contains("lake.orders: is fed by other connectors too: old.one\n");
    }

    @Test
    void aPartitionThatWaitsForAPersonIsAFault() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        produce(ZERO, 9, 18);
        runTask();
        table().updateProperties().remove(PROPERTY + 0).commit();
        CommandLineRun shown = run("show");
        assertThat(shown.exitCode()).isEqualTo(1);
        assertThat(shown.out()).contains("orders-0: nothing is appended: the table has no position, but");
        setPosition(0, "twelve");
        assertThat(run("show").out()).contains("but a position is a number, a space and a UUID");
    }

    @Test
    void propertiesFilesAndKeysOfTheCommandLineAreTakenToo() throws IOException {
        produce(ZERO, 0, 3);
        runTask();
        StringBuilder text = new StringBuilder("# of a standalone worker\n");
        properties()
                .forEach((key, value) ->
                        text.append(key).append('=').append(value).append('\n'));
        Path file = Files.writeString(directory.resolve("connector.properties"), text);
        look();
        assertThat(CommandLineRun.of("table", "show", file).exitCode()).isZero();
        more.put("iceberg.catalog.uri", "${vault:secrets:uri}");
        assertThat(run("show").err())
                .contains("iceberg.catalog.uri is the reference ${vault:secrets:uri}")
                .contains("--config iceberg.catalog.uri=VALUE");
        assertThat(run("show", "--config", "iceberg.catalog.uri=" + uri()).exitCode())
                .isZero();
        Path secrets = Files.writeString(directory.resolve("secrets.properties"), "uri=" + uri());
        more.put("iceberg.catalog.uri", "${file:" + secrets + ":uri}");
        assertThat(run("show").exitCode()).isZero();
    }

    @Test
    void aWrongInputIsASentence() throws IOException {
        produce(ZERO, 0, 3);
        runTask();
        assertThat(CommandLineRun.of("table").err()).contains("give a command: show");
        assertThat(CommandLineRun.of("table", "show").exitCode()).isEqualTo(2);
        assertThat(CommandLineRun.of("table", "show", "missing.json").err())
                .isEqualTo("parquetry table show: missing.json: there is no such file\n");
        assertThat(refused("{\"name\": ")).contains("is not JSON: ").contains("line 1");
        assertThat(refused("{\"name\": \"a\", \"config\": {\"topics\": [1]}}")).contains("the value of topics must be");
        assertThat(refused("{\"name\": \"a\", \"storage.url\": \"" + directory + "\"}"))
                .contains("has no table.format, so this connector has no table");
        more.put("table.identifer", "lake.orders");
        assertThat(run("show").err()).contains("table.identifer").hasLineCount(1);
        more.clear();
        more.put("iceberg.catalog.uri", "jdbc:nothing:here");
        assertThat(run("show").err())
                .contains("JDBC driver", "PARQUETRY_CLASSPATH")
                .hasLineCount(1);
        more.put("iceberg.catalog.uri", "jdbc:sqlite:/no/such/directory/catalog.db");
        assertThat(run("show").err())
                .contains("reading the table lake.orders failed")
                .hasLineCount(1);
    }

    private String refused(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("wrong.json"), text);
        CommandLineRun run = CommandLineRun.of("table", "show", file);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).hasLineCount(1);
        return run.err();
    }
}
