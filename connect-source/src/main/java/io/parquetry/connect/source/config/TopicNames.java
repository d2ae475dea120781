package io.parquetry.connect.source.config;

/** The legal names of Kafka topics. */
public final class TopicNames {
    /** The rule, for messages. */
    public static final String RULE = "1 to 249 letters, digits, '.', '_' and '-', not \".\" or \"..\"";

    private static final int LENGTH_MAX = 249;

    private TopicNames() {}

    public static boolean isLegal(CharSequence name) {
        if (name.isEmpty() || name.length() > LENGTH_MAX || ".".contentEquals(name) || "..".contentEquals(name)) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (!isLegalCharacter(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    static boolean isLegalCharacter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-';
    }
}
