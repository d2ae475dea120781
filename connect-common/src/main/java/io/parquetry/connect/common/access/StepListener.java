package io.parquetry.connect.common.access;

/** Is told what the test of a storage does, for the message when it takes too long. */
@FunctionalInterface
public interface StepListener {
    /**
     * The next step begins.
     *
     * @param step as in "no answer while reaching the storage"
     * @param key the key that is at fault when the step does not end
     */
    void at(String step, String key);

    /** As {@link #at(String, String)}, where the key is that of the storage's URL. */
    default void at(String step) {
        at(step, StorageFault.URL_KEY);
    }
}
