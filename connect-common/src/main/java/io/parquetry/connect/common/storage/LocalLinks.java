package io.parquetry.connect.common.storage;

import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What becomes of symbolic links below the root of a {@link LocalStorage}. The root itself may always be a link. */
public enum LocalLinks {
    /** There is nothing behind a link. */
    REFUSED,
    /** The same on a system that cannot look up names in an open directory. */
    REFUSED_BY_CHECKS,
    /** A link is what it leads to, inside or outside of the root. */
    FOLLOWED;

    /** The key of a user's configuration. */
    public static final String KEY = "local.follow.links";

    boolean usesOpenDirectories() {
        return this != REFUSED_BY_CHECKS;
    }

    LinkOption[] options() {
        return this == FOLLOWED ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
    }

    static NoSuchFileException notFollowed(Path link) {
        return new NoSuchFileException(
                link.toString(),
                null,
                "it is a symbolic link, and those are not followed. Put the directory or file itself there, or set "
                        + KEY + "=true");
    }
}
