package io.parquetry.cli.manual;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The descriptions of arguments as the help prints them, with the values of their variables. */
final class Descriptions {
    private Descriptions() {}

    static Help plainHelp(CommandSpec command) {
        return new Help(command, Help.defaultColorScheme(Help.Ansi.OFF));
    }

    static List<String> of(Help help, OptionSpec option) {
        return lastColumn(help.createDefaultOptionRenderer()
                .render(option, help.createDefaultParamLabelRenderer(), help.colorScheme()));
    }

    static List<String> of(Help help, PositionalParamSpec parameter) {
        return lastColumn(help.createDefaultParameterRenderer()
                .render(parameter, help.createDefaultParamLabelRenderer(), help.colorScheme()));
    }

    private static List<String> lastColumn(Help.Ansi.Text[][] rows) {
        return Arrays.stream(rows).map(row -> row[row.length - 1].toString()).toList();
    }
}
