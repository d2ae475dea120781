package io.parquetry.cli;

import io.parquetry.cli.console.CliConsole;
import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.Terminal;
import io.parquetry.cli.diff.DiffCommand;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.inspect.BloomCommand;
import io.parquetry.cli.inspect.ColumnsCommand;
import io.parquetry.cli.inspect.DictionaryCommand;
import io.parquetry.cli.inspect.DumpCommand;
import io.parquetry.cli.inspect.LevelsCommand;
import io.parquetry.cli.inspect.MetaCommand;
import io.parquetry.cli.inspect.PagesCommand;
import io.parquetry.cli.inspect.SchemaCommand;
import io.parquetry.cli.layout.LayoutCommand;
import io.parquetry.cli.ledger.LedgerCommand;
import io.parquetry.cli.rows.CatCommand;
import io.parquetry.cli.rows.CountCommand;
import io.parquetry.cli.rows.HeadCommand;
import io.parquetry.cli.rows.SampleCommand;
import io.parquetry.cli.rows.TailCommand;
import io.parquetry.cli.table.TableCommand;
import io.parquetry.cli.verify.VerifyCommand;
import io.parquetry.cli.write.FromCsvCommand;
import io.parquetry.cli.write.FromJsonCommand;
import io.parquetry.cli.write.MergeCommand;
import io.parquetry.cli.write.RewriteCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * The program. Exit codes: 0 success; 1 a fault of a file or an output that cannot be written, with one line on
 * stderr; 2 wrong arguments, with one line on stderr. A reader that has closed the pipe, as in {@code
 * parquetry cat file | head}, is a success. {@code diff} says 1 for a difference and 2 for a fault.
 */
@Command(
        name = Main.PROGRAM,
        description = "Inspect, verify and write Parquet files, and the ledgers and tables of connectors.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        subcommands = {
            SchemaCommand.class,
            CatCommand.class,
            HeadCommand.class,
            TailCommand.class,
            SampleCommand.class,
            CountCommand.class,
            ColumnsCommand.class,
            LevelsCommand.class,
            DumpCommand.class,
            MetaCommand.class,
            PagesCommand.class,
            DictionaryCommand.class,
            BloomCommand.class,
            LayoutCommand.class,
            VerifyCommand.class,
            DiffCommand.class,
            MergeCommand.class,
            RewriteCommand.class,
            FromJsonCommand.class,
            FromCsvCommand.class,
            LedgerCommand.class,
            TableCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry schema quakes.parquet     the schema in the text form of Parquet",
            "  parquetry head quakes.parquet       the first rows as JSON lines",
            "  parquetry columns --by-size topics/      which columns take the bytes",
            "  parquetry schema s3://bucket/x.parquet   the schema of a file in a bucket",
            "  parquetry ledger show /archive      the positions of the connectors that write there",
            "  parquetry verify topics/            whether the files are complete and their metadata is right",
            "  parquetry rewrite --sort ts a.parquet b.parquet   the same rows, sorted",
            "  parquetry help dump                 the help of one command"
        })
public final class Main implements Runnable {
    static final String PROGRAM = "parquetry";
    static final int FAILED = 1;
    static final int MISUSED = 2;

    private static final int HELP_WIDTH = 100;

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        Optional<Terminal> ofOut = terminal("parquetry.out.columns");
        Optional<Terminal> ofErr = terminal("parquetry.err.columns");
        CliConsole out = CliConsole.of(new FileOutputStream(FileDescriptor.out), ofOut);
        CliConsole err = CliConsole.of(new FileOutputStream(FileDescriptor.err), ofErr);
        if (ofOut.isPresent() && ofErr.isPresent()) {
            out.shareTerminal(err);
        }
        System.exit(areReadable(arguments, err) ? run(out, err, arguments) : MISUSED);
    }

    /** Java puts U+FFFD for what the locale's encoding lacks; a filter with it would find nothing, in silence. */
    private static boolean areReadable(String[] arguments, CliConsole err) {
        String encoding = System.getProperty("sun.jnu.encoding", "");
        if (encoding.equalsIgnoreCase("UTF-8") || Arrays.stream(arguments).noneMatch(text -> text.contains("\uFFFD"))) {
            return true;
        }
        err.println("parquetry: an argument has letters that " + encoding
                + ", the encoding of the locale, lacks; set LC_ALL to a locale of UTF-8, such as C.UTF-8");
        err.flush();
        return false;
    }

    private static Optional<Terminal> terminal(String property) {
        return Terminal.of(System.getProperty(property), System.getenv());
    }

    /** Runs one command line; never throws and never exits the JVM. */
    static int run(CliConsole out, CliConsole err, String... arguments) {
        err.outlive();
        int code = execute(out, err, arguments);
        Optional<CliConsole.WriteException> lost = out.finish().filter(failure -> !failure.readerIsGone());
        if (lost.isPresent()) {
            err.println("parquetry: " + lost.get().getMessage());
            code = Math.max(code, FAILED);
        }
        err.eraseStatus();
        err.flush();
        return code;
    }

    private static int execute(CliConsole out, CliConsole err, String... arguments) {
        try {
            return commandLine(arguments, out, err).execute(arguments);
        } catch (OutOfMemoryError e) {
            out.finish();
            long mib = Runtime.getRuntime().maxMemory() >> 20;
            err.println("parquetry: out of memory, with a heap of " + NumberText.grouped(mib)
                    + " MiB; give it more with JAVA_TOOL_OPTIONS=-Xmx" + 2 * mib + "m");
            return FAILED;
        }
    }

    private static CommandLine commandLine(String[] arguments, CliConsole out, CliConsole err) {
        CommandLine commandLine = program(arguments);
        commandLine.addSubcommand(new CommandLine.HelpCommand());
        giveVersion(commandLine);
        commandLine.registerConverter(FileLocation.class, FileLocation::argument);
        commandLine.registerConverter(long.class, text -> wholeNumber(text, Long::valueOf, Long.MAX_VALUE));
        commandLine.registerConverter(Long.class, text -> wholeNumber(text, Long::valueOf, Long.MAX_VALUE));
        commandLine.registerConverter(int.class, text -> wholeNumber(text, Integer::valueOf, Integer.MAX_VALUE));
        commandLine.registerConverter(Integer.class, text -> wholeNumber(text, Integer::valueOf, Integer.MAX_VALUE));
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        // A column or a file may have such a name.
        commandLine.setExpandAtFiles(false);
        return commandLine
                .setOut(out)
                .setErr(err)
                .setColorScheme(CommandLine.Help.defaultColorScheme(
                        out.terminal().filter(Terminal::hasColours).isPresent() ? Ansi.ON : Ansi.OFF))
                .setUsageHelpWidth(HELP_WIDTH)
                .setUsageHelpLongOptionsMaxWidth(HELP_WIDTH / 3)
                .setExecutionStrategy(Main::runUntilOutputEnds)
                .setParameterExceptionHandler(FailureHandlers::misused)
                .setExecutionExceptionHandler(FailureHandlers::failed);
    }

    /** The parser of arguments would name the type that Java has for the number. */
    private static <T> T wholeNumber(String text, Function<String, T> parsed, long most) {
        try {
            return parsed.apply(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException(
                    "'" + text + "' must be a whole number without a unit, such as 1000, of at most " + most);
        }
    }

    /** Each command has the option {@code --version}, and none has a version of its own. */
    private static void giveVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new VersionProvider());
        command.getSubcommands().values().forEach(Main::giveVersion);
    }

    /** With the named command alone if there is one: most of the start of a short command was making the others. */
    private static CommandLine program(String[] arguments) {
        if (arguments.length > 0) {
            for (Class<?> command : Main.class.getAnnotation(Command.class).subcommands()) {
                if (command.getAnnotation(Command.class).name().equals(arguments[0])) {
                    CommandSpec program = CommandSpec.create().name(PROGRAM);
                    program.addSubcommand(arguments[0], new CommandLine(command));
                    return new CommandLine(program);
                }
            }
        }
        CommandLine program = new CommandLine(new Main());
        ServiceLoader.load(AddedCommand.class).forEach(program::addSubcommand);
        return program;
    }

    /** An output that cannot be written ends a command; {@link #run} says whether that is a failure. */
    private static int runUntilOutputEnds(ParseResult arguments) {
        try {
            return new CommandLine.RunLast().execute(arguments);
        } catch (CliConsole.WriteException e) {
            return 0;
        } catch (CommandLine.ExecutionException e) {
            if (e.getCause() instanceof CliConsole.WriteException) {
                return 0;
            }
            throw e;
        }
    }

    /** Without a command, prints the help. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
