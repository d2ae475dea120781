package io.parquetry.cli.ledger;

import io.parquetry.cli.input.StorageOptions;
import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The storage that a ledger command works on. */
final class StorageOption {
    @Parameters(
            index = "0",
            paramLabel = "STORAGE-URL",
            description = "The storage.url of the connector, such as a directory or s3://bucket/prefix.")
    private String url;

    @Mixin
    private StorageOptions options;

    /** Opens it; the commands are for storages that exist. */
    Storage open() throws IOException {
        return options.open(url, StorageAccess.WRITE);
    }
}
