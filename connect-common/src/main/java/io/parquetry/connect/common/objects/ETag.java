package io.parquetry.connect.common.objects;

/** The ETag of an object, which names its content; listings and headers may write it with quotes or without. */
public final class ETag {
    private static final String QUOTE = "\"";

    private ETag() {}

    /** The ETag as the version of a file: without quotes; empty for none. */
    public static String version(String eTag) {
        if (eTag == null) {
            return "";
        }
        boolean isQuoted = eTag.length() >= 2 && eTag.startsWith(QUOTE) && eTag.endsWith(QUOTE);
        return isQuoted ? eTag.substring(1, eTag.length() - 1) : eTag;
    }

    /** Whether the end of the ETag is missing, as where the headers were cut off with the connection. */
    public static boolean isCutOff(String eTag) {
        return eTag != null && eTag.contains(QUOTE) && eTag.indexOf(QUOTE) == eTag.lastIndexOf(QUOTE);
    }

    /** A version as the condition of a request; null for none. */
    public static String condition(String version) {
        return version.isEmpty() ? null : version.endsWith(QUOTE) ? version : QUOTE + version + QUOTE;
    }
}
