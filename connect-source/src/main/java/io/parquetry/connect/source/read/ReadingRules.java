package io.parquetry.connect.source.read;

import io.parquetry.connect.source.config.OnBadFile;
import io.parquetry.connect.source.config.OnChangedFile;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.config.TransactionUnit;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.format.file.ParquetReader;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * How files are read: which rows are wanted, and when a file is looked through before any of it is sent. That is so where
 * bad files do not fail the task and either whole row groups are to be salvaged, or readers must not see a part of a file
 * or row group.
 */
final class ReadingRules {
    private final SourceSettings settings;
    private final Selection selection;
    private final BooleanSupplier stopping;

    /** @param stopping whether the task is to stop, so that a file need not be looked through to its end */
    ReadingRules(SourceSettings settings, BooleanSupplier stopping) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.stopping = Objects.requireNonNull(stopping, "stopping");
        this.selection = new Selection(settings);
    }

    Selection selection() {
        return selection;
    }

    OnChangedFile onChangedFile() {
        return settings.trouble().onChangedFile();
    }

    /** What of a file can be sent; empty when that is to be seen while it is sent. */
    Optional<IntegrityScan> survey(DataFile file, ParquetReader reader, NameCheck check) throws IOException {
        boolean salvages = settings.trouble().salvages();
        boolean wholes = settings.transaction().boundariesAreOurs()
                && settings.transaction().unit() != TransactionUnit.BATCH;
        if (settings.trouble().onBadFile() == OnBadFile.FAIL || !salvages && !wholes) {
            return Optional.empty();
        }
        IntegrityScan survey = IntegrityScan.of(
                file,
                new RowGroups(reader.metadata().rowGroups()),
                row -> selection.rows(file, reader, row),
                check,
                stopping);
        if (salvages) {
            return Optional.of(survey);
        }
        return Optional.of(
                settings.transaction().unit() == TransactionUnit.FILE
                        ? survey.allOrNothing()
                        : survey.upToFirstDefect());
    }
}
