package io.parquetry.connect.common.objects;

import java.io.IOException;

/** An answer of success that lacks what a store says: nothing is known of the effect. A proxy may have written it. */
final class UnclearAnswerException extends IOException {
    private static final long serialVersionUID = 1L;

    UnclearAnswerException(String message, Throwable cause) {
        super(message, cause);
    }
}
