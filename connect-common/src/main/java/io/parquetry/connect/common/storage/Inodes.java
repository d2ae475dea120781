package io.parquetry.connect.common.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The numbers that a local file system gives to files, where a file keeps its number. */
final class Inodes {
    /** These make numbers up, and give a file another one after each mount. */
    private static final List<String> WITHOUT_NUMBERS = List.of("fuse", "9p", "cifs", "smb");

    /** How Java shows the key of a file: the number of the device, which may differ after each start, and the inode. */
    private static final Pattern KEY = Pattern.compile("\\(dev=[0-9a-f]+,ino=([0-9]+)\\)");

    private boolean isKnown;
    private boolean areKept;

    /** The number of a file below a directory; 0 where it has none that it keeps. */
    long of(Path root, BasicFileAttributes file) {
        if (!isKnown) {
            areKept = areKept(root);
            isKnown = true;
        }
        return areKept ? number(String.valueOf(file.fileKey())) : 0;
    }

    private static boolean areKept(Path root) {
        try {
            String type = Files.getFileStore(root).type();
            return WITHOUT_NUMBERS.stream().noneMatch(type::startsWith);
        } catch (IOException unknown) {
            // Java finds no mount point for some directories of containers.
            return false;
        }
    }

    private static long number(String key) {
        Matcher matcher = KEY.matcher(key);
        return matcher.matches() && matcher.group(1).length() < 20 ? Long.parseUnsignedLong(matcher.group(1)) : 0;
    }
}
