package io.parquetry.cli.inspect;

import io.parquetry.cli.input.FileLocation;
import java.io.PrintWriter;

/** What is printed before the text of a file. */
final class FileHeading {
    private FileHeading() {}

    /** Several files have a blank line between them, and each begins with its name. */
    static void print(PrintWriter out, FileLocation file, int index, int count) {
        printGap(out, index);
        if (count > 1) {
            out.println(file);
        }
    }

    static void printGap(PrintWriter out, int index) {
        if (index > 0) {
            out.println();
        }
    }
}
