package io.parquetry.format.hostile.fuzz;

import io.parquetry.format.hostile.SeedInputs;
import java.io.IOException;
import java.util.List;

/** The targets, each with its initial corpus. */
enum FuzzTarget {
    FOOTER(FooterTarget.class) {
        @Override
        List<byte[]> seeds() throws IOException {
            return SeedInputs.footers();
        }

        @Override
        void run(byte[] input) throws IOException {
            FooterTarget.fuzzerTestOneInput(input);
        }
    },
    STRUCTS(StructsTarget.class) {
        @Override
        List<byte[]> seeds() throws IOException {
            return SeedInputs.structs();
        }

        @Override
        void run(byte[] input) {
            StructsTarget.fuzzerTestOneInput(input);
        }
    },
    LEVELS(LevelsTarget.class) {
        @Override
        List<byte[]> seeds() throws IOException {
            return SeedInputs.chosen(4, SeedInputs.levels());
        }

        @Override
        void run(byte[] input) {
            LevelsTarget.fuzzerTestOneInput(input);
        }
    },
    VALUES(ValuesTarget.class) {
        @Override
        List<byte[]> seeds() throws IOException {
            return SeedInputs.values();
        }

        @Override
        void run(byte[] input) {
            ValuesTarget.fuzzerTestOneInput(input);
        }
    },
    DECOMPRESSORS(DecompressorsTarget.class) {
        @Override
        List<byte[]> seeds() throws IOException {
            return SeedInputs.compressed();
        }

        @Override
        void run(byte[] input) {
            DecompressorsTarget.fuzzerTestOneInput(input);
        }
    },
    WHOLE_FILE(WholeFileTarget.class) {
        @Override
        List<byte[]> seeds() throws IOException {
            return SeedInputs.files();
        }

        @Override
        void run(byte[] input) throws IOException {
            WholeFileTarget.fuzzerTestOneInput(input);
        }
    };

    private final Class<?> target;

    FuzzTarget(Class<?> target) {
        this.target = target;
    }

    Class<?> target() {
        return target;
    }

    abstract List<byte[]> seeds() throws IOException;

    abstract void run(byte[] input) throws IOException;
}
