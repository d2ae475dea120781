package io.parquetry.cli;

import io.parquetry.format.ParquetException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What goes wrong, in one line on stderr, and as an exit code. */
public final class Failures {
    private Failures() {}

    static int misused(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(name + ": " + complaint(e, command) + " (see " + name + " --help)");
        return Main.MISUSED;
    }

    private static String complaint(ParameterException e, CommandLine command) {
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            return oneLine(e.getMessage());
        }
        if (!command.getSubcommands().isEmpty() && !unmatched.isUnknownOption()) {
            return "there is no command '" + unmatched.getUnmatched().get(0) + "'; the commands are "
                    + String.join(", ", command.getSubcommands().keySet());
        }
        return oneLine(e.getMessage())
                + unmatched.getSuggestions().stream()
                        .findFirst()
                        .map(close -> "; did you mean " + close + "?")
                        .orElse("");
    }

    static int failed(Exception e, CommandLine command, ParseResult arguments) {
        command.getOut().flush();
        command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + explanation(e));
        return Main.FAILED;
    }

    /** The message alone where it was written for the user; with the exception's name where it was not. */
    public static String explanation(Exception e) {
        if (e instanceof CommandException || e instanceof ParquetException) {
            return oneLine(e.getMessage());
        }
        if (e instanceof NoSuchFileException missing) {
            return missing.getFile() + ": there is no such file";
        }
        if (e instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        if (e instanceof FileSystemException trouble && trouble.getReason() != null) {
            return trouble.getFile() + ": " + trouble.getReason();
        }
        if (e instanceof IOException && e.getMessage() != null) {
            return oneLine(e.getMessage());
        }
        return "unexpected " + e
                + "; this is a fault of parquetry itself, please report it with the command that you ran";
    }

    private static String oneLine(String text) {
        return text == null ? "" : text.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
