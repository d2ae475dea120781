package io.parquetry.cli;

import io.parquetry.cli.console.CliConsole;
import io.parquetry.cli.failure.FailureText;
import io.parquetry.cli.input.FileLocation;
import java.io.File;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints a misuse or a failure of a command as one line on stderr and returns the exit code. */
final class FailureHandlers {
    private FailureHandlers() {}

    static int misused(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(name + ": " + complaint(e, command) + " (see " + name + " --help)");
        return Main.MISUSED;
    }

    private static String complaint(ParameterException e, CommandLine command) {
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            // The parser of arguments says the word twice.
            return FailureText.oneLine(e.getMessage()).replace("option option", "option") + fileLikeOption(command);
        }
        if (!command.getSubcommands().isEmpty() && !unmatched.isUnknownOption()) {
            return "there is no command '" + unmatched.getUnmatched().get(0) + "'; the commands are "
                    + String.join(", ", command.getSubcommands().keySet());
        }
        return badFile(command, unmatched).orElse(FailureText.oneLine(e.getMessage()))
                + unmatched.getSuggestions().stream()
                        .findFirst()
                        .map(close -> "; did you mean " + close + "?")
                        .orElse("")
                + fileLikeOption(command);
    }

    /** Why the first argument names no file: behind another file, the parser takes it for one too many. */
    private static Optional<String> badFile(CommandLine command, UnmatchedArgumentException unmatched) {
        boolean takesFiles = command.getCommandSpec().positionalParameters().stream()
                .anyMatch(parameter ->
                        parameter.isMultiValue() && parameter.auxiliaryTypes()[0].equals(FileLocation.class));
        try {
            if (takesFiles && !unmatched.isUnknownOption()) {
                FileLocation.argument(unmatched.getUnmatched().get(0));
            }
            return Optional.empty();
        } catch (TypeConversionException e) {
            return Optional.of(FailureText.oneLine(e.getMessage()));
        }
    }

    /** How to name the file that was taken for an option, if there is one; an argument may be no path at all. */
    private static String fileLikeOption(CommandLine command) {
        return command.getUnmatchedArguments().stream()
                .filter(argument -> argument.startsWith("-") && new File(argument).exists())
                .findFirst()
                .map(file -> "; for the file of that name write ./" + file)
                .orElse("");
    }

    static int failed(Exception e, CommandLine command, ParseResult arguments) {
        ((CliConsole) command.getOut()).finish();
        command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + FailureText.of(e));
        return command.getCommandSpec().exitCodeOnExecutionException();
    }
}
