package io.parquetry.connect.common.objects;

import io.parquetry.format.io.InputFile;

/** What a file of an object store holds in memory, for the tests of the stores. */
public final class HeldBytes {
    private HeldBytes() {}

    public static long of(InputFile file) {
        return ((ObjectInputFile) file).heldBytes();
    }
}
