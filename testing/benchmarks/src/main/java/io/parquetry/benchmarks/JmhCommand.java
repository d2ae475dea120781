package io.parquetry.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Runs JMH with the given arguments. */
@Command(name = "jmh", description = "Runs the JMH benchmarks; 'jmh -h' prints JMH's own help, 'jmh -l' lists them.")
final class JmhCommand implements Callable<Integer> {
    @Unmatched
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        org.openjdk.jmh.Main.main(arguments.toArray(String[]::new));
        return 0;
    }
}
