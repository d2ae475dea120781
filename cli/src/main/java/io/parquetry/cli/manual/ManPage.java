package io.parquetry.cli.manual;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The page of one command for {@code man}, in the macros of <a
 * href="https://man7.org/linux/man-pages/man7/groff_man.7.html">groff_man</a>.
 */
final class ManPage {
    private final CommandSpec command;
    private final Help help;
    private final List<String> lines = new ArrayList<>();

    private ManPage(CommandSpec command) {
        this.command = command;
        this.help = Descriptions.plainHelp(command);
    }

    /** The name of the page, such as {@code parquetry-cat}. */
    static String name(CommandSpec command) {
        return command.qualifiedName("-");
    }

    static List<String> of(CommandSpec command) {
        ManPage page = new ManPage(command);
        page.write();
        return page.lines;
    }

    private void write() {
        String[] description = command.usageMessage().description();
        lines.add(".TH " + name(command).toUpperCase(Locale.ROOT) + " 1 \"\" \""
                + command.root().version()[0] + "\"");
        section("NAME");
        text(name(command) + " - " + (description.length == 0 ? "" : description[0]));
        section("SYNOPSIS");
        text(help.synopsis(0));
        section("DESCRIPTION");
        paragraphs(description);
        if (!command.positionalParameters().isEmpty() || !command.options().isEmpty()) {
            section("OPTIONS");
        }
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            argument(parameter.paramLabel(), Descriptions.of(help, parameter));
        }
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                String label = option.arity().max() > 0 ? "=" + option.paramLabel() : "";
                argument(String.join(", ", option.names()) + label, Descriptions.of(help, option));
            }
        }
        if (!command.subcommands().isEmpty()) {
            section("COMMANDS");
            command.subcommands().forEach((name, subcommand) -> {
                tagged(name);
                paragraphs(subcommand.getCommandSpec().usageMessage().description());
            });
        }
        if (command.usageMessage().footer().length > 0) {
            section("EXAMPLES");
            lines.add(".nf");
            paragraphs(command.usageMessage().footer());
            lines.add(".fi");
        }
    }

    private void section(String title) {
        lines.add(".SH " + title);
    }

    private void argument(String label, List<String> description) {
        tagged(label);
        description.forEach(this::text);
    }

    private void tagged(String tag) {
        lines.add(".TP");
        text(tag);
    }

    private void paragraphs(String[] texts) {
        for (String line : texts) {
            text(line.replace("%n", "\n").replace("%%", "%"));
        }
    }

    /** A line that begins with a point or an apostrophe would be a request. */
    private void text(String text) {
        text.stripTrailing().lines().forEach(line -> {
            String escaped = line.replace("\\", "\\e").replace("-", "\\-");
            lines.add(line.startsWith(".") || line.startsWith("'") ? "\\&" + escaped : escaped);
        });
    }
}
