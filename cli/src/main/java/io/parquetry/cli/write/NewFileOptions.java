package io.parquetry.cli.write;

import io.parquetry.format.UsageException;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.metadata.CompressionCodec;
import java.util.Iterator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How a command writes its file. */
final class NewFileOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--codec",
            paramLabel = "CODEC",
            completionCandidates = CodecNames.class,
            description = "The compression of pages: ${COMPLETION-CANDIDATES}. If not given, a new file gets zstd, and"
                    + " rewrite keeps what a column has.")
    private String codec;

    @Option(names = "--level", paramLabel = "N", description = "Level of the codec, if it has levels.")
    private Integer level;

    @Option(
            names = "--row-group-bytes",
            paramLabel = "N",
            description = "Largest row group in bytes, 134217728 if not given.")
    private Long rowGroupBytes;

    @Option(
            names = "--page-bytes",
            paramLabel = "N",
            description = "Largest page in bytes; if not given 1048576, with --smallest-encodings 2097152.")
    private Integer pageBytes;

    @Option(
            names = "--smallest-encodings",
            description = "Give each column the encoding that takes the fewest bytes, as parquet.encoding=auto of the"
                    + " sink. Without it, columns have dictionaries or are plain.")
    private boolean smallestEncodings;

    @Option(names = "--force", description = "Replace OUT if it exists.")
    private boolean force;

    NewFile.Existing existing() {
        return force ? NewFile.Existing.REPLACED : NewFile.Existing.REFUSED;
    }

    boolean hasCodecOrLevel() {
        return codec != null || level != null;
    }

    /** The options of the writer, to which a command may add more. */
    WriterOptions.Builder writer() {
        WriterOptions.Builder options = WriterOptions.builder();
        if (codec != null) {
            options.codec(codec());
        }
        if (level != null) {
            options.compressionLevel(level);
        }
        if (rowGroupBytes != null) {
            options.rowGroupBytesMax(rowGroupBytes);
        }
        if (smallestEncodings) {
            options.encoding(WriterOptions.EncodingChoice.AUTO);
        }
        if (pageBytes != null) {
            options.pageBytesMax(pageBytes);
        }
        return options;
    }

    /** Builds the options; what is out of range is a misuse. */
    WriterOptions build(WriterOptions.Builder options) {
        try {
            return options.build();
        } catch (UsageException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    private CompressionCodec codec() {
        return CompressionCodec.writtenAs(codec)
                .orElseThrow(() -> new ParameterException(
                        command.commandLine(),
                        "--codec is " + codec + "; it must be one of " + String.join(", ", new CodecNames())));
    }

    /** The names of the codecs that a file can be written with. */
    private static final class CodecNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return CompressionCodec.written().stream()
                    .map(CompressionCodec::lowerCaseName)
                    .iterator();
        }
    }
}
