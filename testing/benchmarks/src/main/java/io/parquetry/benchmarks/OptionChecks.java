package io.parquetry.benchmarks;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks the values of a command's options. */
final class OptionChecks {
    private final CommandSpec command;

    OptionChecks(CommandSpec command) {
        this.command = command;
    }

    /** Refuses the value of an option unless it is good. */
    void require(String option, boolean good, Object value, String wanted) {
        if (!good) {
            throw new ParameterException(command.commandLine(), option + " is " + value + "; it must be " + wanted);
        }
    }

    void requireAtLeast(int least, String option, int value) {
        require(option, value >= least, value, "at least " + least);
    }
}
