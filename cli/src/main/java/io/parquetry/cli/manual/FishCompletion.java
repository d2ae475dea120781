package io.parquetry.cli.manual;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What <a href="https://fishshell.com/docs/current/completions.html">fish</a> completes: commands, options, and files.
 * Picocli makes such a script for bash and zsh only.
 */
final class FishCompletion {
    private static final String NO_COMMAND = "__fish_use_subcommand";

    private final String program;
    private final List<String> lines = new ArrayList<>();

    private FishCompletion(String program) {
        this.program = program;
    }

    static List<String> of(CommandLine program) {
        FishCompletion completion = new FishCompletion(program.getCommandName());
        completion.options(program.getCommandSpec(), NO_COMMAND);
        completion.commands(program, NO_COMMAND);
        return completion.lines;
    }

    private void commands(CommandLine parent, String condition) {
        for (Map.Entry<String, CommandLine> entry : parent.getSubcommands().entrySet()) {
            CommandLine command = entry.getValue();
            CommandSpec spec = command.getCommandSpec();
            add(condition, "-a " + entry.getKey(), List.of(spec.usageMessage().description()));
            String within = seen(entry.getKey());
            options(spec, within);
            if (!command.getSubcommands().isEmpty()) {
                String inner = String.join(" ", command.getSubcommands().keySet());
                commands(command, within + "; and not " + seen(inner));
            }
        }
    }

    private static String seen(String commands) {
        return "__fish_seen_subcommand_from " + commands;
    }

    private void options(CommandSpec spec, String condition) {
        Help help = Descriptions.plainHelp(spec);
        for (OptionSpec option : spec.options()) {
            List<String> names = new ArrayList<>();
            for (String name : option.names()) {
                names.add(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1));
            }
            if (option.arity().max() > 0) {
                names.add("-r");
            }
            add(condition, String.join(" ", names), Descriptions.of(help, option));
        }
    }

    /** The description ends with its first sentence. */
    private void add(String condition, String what, List<String> description) {
        String line = description.stream().flatMap(String::lines).findFirst().orElse("");
        String text = line.split("\\. ", 2)[0];
        String quoted = text.replace("\\", "\\\\").replace("'", "\\'");
        lines.add("complete -c " + program + " -n '" + condition + "' " + what + " -d '" + quoted + "'");
    }
}
