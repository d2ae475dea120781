package io.parquetry.connect.common.objects;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The requests of an object store, of which the kit makes a storage.
 *
 * <ol type="a">
 *   <li>{@link #putIfAbsent} and {@link #completeIfAbsent} never overwrite, whoever tries at the same time.
 *   <li>The parts of an upload are durable and invisible until it is completed, by anybody who knows its id. An upload
 *       carries the id of its object, which {@link #head} gives back.
 *   <li>What a request has changed is seen by every later one when it returns.
 *   <li>A request that the store refuses throws {@link ObjectFailure}, or {@link java.nio.file.AccessDeniedException}
 *       where a permission is missing. An unclear one, and every other {@link IOException}, leaves open whether the
 *       request had its effect.
 *   <li>The client repeats what the store or the network fails, and says how often. Threads may use it concurrently.
 * </ol>
 */
public interface ObjectClient extends Closeable {
    ObjectRoot root();

    ObjectTraits traits();

    /** Creates a small object. */
    void putIfAbsent(String key, byte[] content) throws IOException;

    /**
     * Begins an upload of a data file.
     *
     * @param id that its object will have
     * @return the id of the upload, without spaces
     */
    String begin(String key, String id) throws IOException;

    /** Sends a part, or has the store copy one; the numbers of an upload's parts begin at 1 and have no gap. */
    void part(Upload upload, int number, PartContent content) throws IOException;

    /**
     * Makes an object of the first parts of an upload.
     *
     * @throws ObjectFailure that says {@code NOT_THERE} when the store has not all of the parts any more
     */
    void completeIfAbsent(Upload upload, int parts) throws IOException;

    /** Drops an upload, if there is one and the store can. */
    void abort(Upload upload) throws IOException;

    /** The uploads whose keys have a prefix, from a position on; none where the store cannot drop uploads. */
    Page<Upload> uploads(String prefix, Position from) throws IOException;

    /** The object at a key; empty when there is none. */
    Optional<StoredObject> head(String key) throws IOException;

    /**
     * Passes a range of an object to a reader; all of a small object where the range is longer.
     *
     * @param version that the object must have; empty for whichever it has
     * @param reader may be called again when the connection breaks
     */
    <T> T read(String key, ByteRange range, String version, RangeReader<T> reader) throws IOException;

    /**
     * Lists objects in the order of their keys, from a position on, but neither unfinished uploads nor parts that the
     * client keeps as objects. A page is empty only if it is the last one.
     *
     * @param most how many objects a page may have
     */
    Page<StoredObject> list(String prefix, Position from, int most) throws IOException;

    /**
     * Deletes an object if it exists.
     *
     * @param version that it must have, which may be one that the store never gave; empty for whichever it has
     * @throws ObjectFailure that says {@code REPLACED} when the object has another version
     */
    void delete(String key, String version) throws IOException;

    /** An upload, as the client names it. */
    record Upload(String key, String id) {}

    /**
     * An object.
     *
     * @param version of its content, such as an ETag without quotes; empty when the store gives none
     * @param id of the upload that it was made of; empty where it is not known
     */
    record StoredObject(String key, long bytes, long modifiedMs, String version, String id) {}

    /**
     * Where a listing goes on.
     *
     * @param afterKey the last key that is not wanted any more; empty for none. Only a store that has no token uses it
     * @param token of the store; empty for none
     */
    record Position(String afterKey, String token) {
        public static final Position FIRST = new Position("", "");
    }

    /** @param next where the listing goes on; empty after the last page */
    record Page<T>(List<T> items, Optional<Position> next) {
        public Page {
            items = List.copyOf(items);
        }
    }

    /** Bytes of an object. */
    sealed interface ByteRange {
        /** @param ofBytes the length of the object where the caller knows it */
        record Last(int count, OptionalLong ofBytes) implements ByteRange {}

        record Between(long begin, long end) implements ByteRange {}
    }

    /**
     * What a store sends of an object.
     *
     * @param begin position of the first byte
     * @param objectBytes the length of the whole object
     */
    record Content(long begin, long objectBytes, String version, InputStream bytes) {}

    /** Reads what a store sends. */
    @FunctionalInterface
    interface RangeReader<T> {
        T read(Content content) throws IOException;
    }
}
