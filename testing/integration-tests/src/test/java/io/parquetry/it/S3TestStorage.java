package io.parquetry.it;

import io.parquetry.storage.s3.S3ProxyProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** An object store in a process of its own, which has the objects as files of a local directory. */
final class S3TestStorage implements TestStorage {
    private static final String BUCKET = "archive";

    private final S3ProxyProcess store;
    private final Path objects;

    S3TestStorage(Path directory) {
        try {
            this.store = S3ProxyProcess.start(directory.resolve("s3"), BUCKET);
        } catch (IOException e) {
            throw new UncheckedIOException("no object store", e);
        }
        this.objects = directory.resolve("s3").resolve("data").resolve(BUCKET).resolve("data");
    }

    @Override
    public String url() {
        return "s3://" + BUCKET + "/data";
    }

    @Override
    public Map<String, String> config() {
        return store.keys();
    }

    @Override
    public ParquetTree tree() {
        return new ParquetTree(objects);
    }

    /** Uploads; other files are on the disks of the workers. */
    @Override
    public int unpublished() {
        try (S3Client client = store.client()) {
            return client.listMultipartUploads(request -> request.bucket(BUCKET))
                    .uploads()
                    .size();
        }
    }

    @Override
    public void write(String path, byte[] bytes) {
        try (S3Client client = store.client()) {
            client.putObject(request -> request.bucket(BUCKET).key("data/" + path), RequestBody.fromBytes(bytes));
        }
    }

    @Override
    public void delete(String path) {
        try (S3Client client = store.client()) {
            client.deleteObject(request -> request.bucket(BUCKET).key("data/" + path));
        }
    }

    @Override
    public void close() {
        try {
            store.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the object store does not end", e);
        }
    }
}
