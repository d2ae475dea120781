package io.parquetry.cli;

import java.util.concurrent.Callable;

/**
 * A command of another module, found through {@link java.util.ServiceLoader} where that module is on the class path. It
 * has picocli's {@code @Command}, and its result is the exit code.
 */
public interface AddedCommand extends Callable<Integer> {}
