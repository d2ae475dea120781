package io.parquetry.storage.azure;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.http.rest.PagedResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobClient;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.AccessTier;
import com.azure.storage.blob.models.BlobDownloadContentResponse;
import com.azure.storage.blob.models.BlobDownloadHeaders;
import com.azure.storage.blob.models.BlobHttpHeaders;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobListDetails;
import com.azure.storage.blob.models.BlobProperties;
import com.azure.storage.blob.models.BlobRange;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.DeleteSnapshotsOptionType;
import com.azure.storage.blob.models.ListBlobsOptions;
import com.azure.storage.blob.options.BlockBlobCommitBlockListOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import com.azure.storage.blob.options.BlockBlobStageBlockOptions;
import com.azure.storage.blob.specialized.BlockBlobClient;
import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.objects.ETag;
import io.parquetry.connect.common.objects.Md5;
import io.parquetry.connect.common.objects.ObjectClient;
import io.parquetry.connect.common.objects.ObjectDiagnosis;
import io.parquetry.connect.common.objects.ObjectFailure;
import io.parquetry.connect.common.objects.ObjectFailure.Answer;
import io.parquetry.connect.common.objects.ObjectFailure.Kind;
import io.parquetry.connect.common.objects.ObjectRoot;
import io.parquetry.connect.common.objects.ObjectTraits;
import io.parquetry.connect.common.objects.PartContent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The requests to a container. An upload is a set of blocks of its blob that are not committed: the id of each block is
 * the id of the upload and the number of the block, so whoever knows the upload and its length can commit it. The store
 * drops blocks that nobody commits within a week, and all of a blob's when one list of them is committed.
 */
final class AzureObjectClient implements ObjectClient {
    /** Of the metadata of a blob: the id of the upload that it was made of. */
    private static final String ID = "parquetry_id";

    /** Of the metadata of what a hierarchical namespace has as a directory. */
    private static final String DIRECTORY = "hdi_isfolder";

    /** What the client finds out itself, as if it were a code of the store. */
    static final String NO_TOKEN = "NoToken";

    private static final int FORBIDDEN = 403;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    private static final Pattern RANGE = Pattern.compile("bytes ([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18})");

    private static final String PARQUET = "application/vnd.apache.parquet";

    /** <a href="https://learn.microsoft.com/rest/api/storageservices/put-block-list">Limits of block blobs</a>. */
    private static final ObjectTraits TRAITS =
            new ObjectTraits(50_000, 8L << 20, false, "docs/how-to/azure.md has the kinds of accounts");

    private final AzureUrl url;
    private final AzureSettings settings;
    private final int attemptsMost;
    private final ObjectDiagnosis diagnosis;
    private BlobContainerClient data;
    private BlobContainerClient documents;
    private boolean closed;

    /** A request to the store. */
    @FunctionalInterface
    private interface Request<T> {
        T send(BlobContainerClient container, Context context) throws IOException;
    }

    /** @param attemptsMost how often a request is sent at most */
    AzureObjectClient(AzureUrl url, AzureSettings settings, int attemptsMost, ObjectDiagnosis diagnosis) {
        this.url = url;
        this.settings = settings;
        this.attemptsMost = attemptsMost;
        this.diagnosis = diagnosis;
    }

    @Override
    public ObjectRoot root() {
        return url.root();
    }

    @Override
    public ObjectTraits traits() {
        return TRAITS;
    }

    private <T> T call(AzureAction action, String key, Request<T> request) throws IOException {
        String what = action.verb() + " " + url.container() + "/" + key;
        AtomicInteger attempts = new AtomicInteger();
        try {
            return request.send(client(action), Answers.counting(attempts));
        } catch (BlobStorageException e) {
            throw refusal(action, what, e, attempts.get());
        } catch (ClientAuthenticationException e) {
            throw diagnosis.unsent(what, NO_TOKEN, ": " + e.getMessage(), e);
        } catch (IllegalArgumentException misuse) {
            throw misuse;
        } catch (RuntimeException e) {
            if (Thread.currentThread().isInterrupted()) {
                InterruptedIOException interrupted = new InterruptedIOException("interrupted: cannot " + what);
                interrupted.initCause(e);
                throw interrupted;
            }
            throw isOfStranger(e)
                    ? diagnosis.unclear(what, e)
                    : new IOException(
                            "cannot " + what + ": "
                                    + diagnosis
                                            .unreached(e)
                                            .map(StorageFault::reason)
                                            .orElse(e.getMessage()),
                            e);
        }
    }

    /** The client wraps what fails while it lists. */
    private static boolean isOfStranger(Throwable failure) {
        return failure != null && (failure instanceof Answers.StrangerException || isOfStranger(failure.getCause()));
    }

    private IOException refusal(AzureAction action, String what, BlobStorageException e, int attempts) {
        String code = e.getErrorCode() == null ? "" : e.getErrorCode().toString();
        Kind kind = kind(action, e.getStatusCode(), code);
        Answer answer = new Answer(e.getStatusCode(), code, "", attempts);
        boolean isDenied = e.getStatusCode() == FORBIDDEN
                && kind == Kind.MISCONFIGURED
                && !List.of("", "AuthenticationFailed").contains(code);
        return isDenied
                ? diagnosis.denial(url, what, action.permission() + ": " + code, answer, e)
                : diagnosis.refusal(kind, what, answer, e);
    }

    private static Kind kind(AzureAction action, int status, String code) {
        return switch (code) {
            case "BlobAlreadyExists" -> Kind.TAKEN;
            // What a create-only role or SAS gets at a taken name.
            case "UnauthorizedBlobOverwrite" -> action.isCreation() ? Kind.TAKEN : Kind.MISCONFIGURED;
            case "ConditionNotMet" -> action.isCreation() ? Kind.TAKEN : Kind.REPLACED;
            case "BlobNotFound", "InvalidBlockList" -> Kind.NOT_THERE;
            case "BlobArchived", "BlobBeingRehydrated" -> Kind.ARCHIVED;
            case "ContainerBeingDeleted" -> Kind.AWAY;
            default -> status >= 500 || status == 429 ? Kind.AWAY : Kind.MISCONFIGURED;
        };
    }

    /** As {@link #call}; empty when the blob does not exist. */
    private <T> Optional<T> find(AzureAction action, String key, Request<T> request) throws IOException {
        try {
            return Optional.of(call(action, key, request));
        } catch (ObjectFailure e) {
            if (e.is(Kind.NOT_THERE)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private synchronized BlobContainerClient client(AzureAction action) throws IOException {
        if (closed) {
            throw new IOException(url + " is closed");
        }
        if (data == null) {
            data = AzureClients.open(
                    url.container(), settings, AzureSettings.DATA_TIMES.withAttemptsMost(attemptsMost));
            documents = AzureClients.open(
                    url.container(), settings, AzureSettings.DOCUMENT_TIMES.withAttemptsMost(attemptsMost));
        }
        return action.isLong() ? data : documents;
    }

    private static BlockBlobClient blob(BlobContainerClient container, String key) {
        return container.getBlobClient(key).getBlockBlobClient();
    }

    private static BlobRequestConditions absent() {
        return new BlobRequestConditions().setIfNoneMatch("*");
    }

    private static BlobRequestConditions ofVersion(String version) {
        return new BlobRequestConditions().setIfMatch(ETag.condition(version));
    }

    @Override
    public void putIfAbsent(String key, byte[] content) throws IOException {
        BlockBlobSimpleUploadOptions options = new BlockBlobSimpleUploadOptions(BinaryData.fromBytes(content))
                .setContentMd5(Md5.of(new ByteArrayInputStream(content)))
                .setRequestConditions(absent());
        call(
                AzureAction.CREATE,
                key,
                (container, context) -> blob(container, key).uploadWithResponse(options, null, context));
    }

    /** The id of the object is that of the upload; the first block begins it. */
    @Override
    public String begin(String key, String id) {
        return id;
    }

    /** Blocks are told apart by it alone, and another worker computes it too: its digits are ASCII in every locale. */
    static String blockId(Upload upload, int number) {
        String id = String.format(Locale.ROOT, "%s-%05d", upload.id(), number);
        return Base64.getEncoder().encodeToString(id.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void part(Upload upload, int number, PartContent content) throws IOException {
        if (content instanceof PartContent.OfObject object) {
            byte[] bytes = read(
                    object.key(),
                    new ByteRange.Between(object.begin(), object.begin() + object.length()),
                    object.version(),
                    range -> range.bytes().readAllBytes());
            send(upload, number, BinaryData.fromBytes(bytes), Md5.of(new ByteArrayInputStream(bytes)));
            return;
        }
        PartContent.OfFile file = (PartContent.OfFile) content;
        byte[] md5;
        try (InputStream bytes = file.open()) {
            md5 = Md5.of(bytes);
        }
        send(upload, number, BinaryData.fromStream(file.openRepeatable(), file.length()), md5);
    }

    private void send(Upload upload, int number, BinaryData content, byte[] md5) throws IOException {
        BlockBlobStageBlockOptions options =
                new BlockBlobStageBlockOptions(blockId(upload, number), content).setContentMd5(md5);
        call(
                AzureAction.SEND_BLOCK,
                upload.key(),
                (container, context) -> blob(container, upload.key()).stageBlockWithResponse(options, null, context));
    }

    @Override
    public void completeIfAbsent(Upload upload, int parts) throws IOException {
        List<String> blocks = new ArrayList<>();
        for (int number = 1; number <= parts; number++) {
            blocks.add(blockId(upload, number));
        }
        BlockBlobCommitBlockListOptions options = new BlockBlobCommitBlockListOptions(blocks)
                .setHeaders(new BlobHttpHeaders().setContentType(PARQUET))
                .setMetadata(Map.of(ID, upload.id()))
                .setTags(settings.tags().of(upload.key()))
                .setTier(settings.accessTier().map(AccessTier::fromString).orElse(null))
                .setRequestConditions(absent());
        call(
                AzureAction.COMMIT,
                upload.key(),
                (container, context) ->
                        blob(container, upload.key()).commitBlockListWithResponse(options, null, context));
    }

    /**
     * The store drops blocks itself when they are a week old. Before, only what is done to the whole blob drops them: a
     * new blob, which readers would see, or a deletion, which would hit the blocks of other uploads, and a file that
     * was committed meanwhile.
     */
    @Override
    public void abort(Upload upload) {}

    @Override
    public Page<Upload> uploads(String prefix, Position from) {
        return new Page<>(List.of(), Optional.empty());
    }

    @Override
    public Optional<StoredObject> head(String key) throws IOException {
        return find(
                        AzureAction.LOOK,
                        key,
                        (container, context) -> container
                                .getBlobClient(key)
                                .getPropertiesWithResponse(null, null, context)
                                .getValue())
                .filter(blob -> !isDirectory(blob.getMetadata()))
                .map(blob -> stored(key, blob));
    }

    private static StoredObject stored(String key, BlobProperties blob) {
        return new StoredObject(
                key,
                blob.getBlobSize(),
                blob.getLastModified().toInstant().toEpochMilli(),
                ETag.version(blob.getETag()),
                id(blob.getMetadata()));
    }

    private static String id(Map<String, String> metadata) {
        return metadata == null ? "" : metadata.getOrDefault(ID, "");
    }

    private static boolean isDirectory(Map<String, String> metadata) {
        return metadata != null && "true".equals(metadata.get(DIRECTORY));
    }

    @Override
    public <T> T read(String key, ByteRange range, String version, RangeReader<T> reader) throws IOException {
        if (range instanceof ByteRange.Last last) {
            return readLast(key, last, version, reader);
        }
        ByteRange.Between between = (ByteRange.Between) range;
        return reader.read(content(key, between.begin(), between.end() - between.begin(), version));
    }

    /** The store has no ranges that are counted from the end: where the length is not known, the beginning tells it. */
    private <T> T readLast(String key, ByteRange.Last last, String version, RangeReader<T> reader) throws IOException {
        if (last.ofBytes().isPresent()) {
            return reader.read(end(key, last.count(), last.ofBytes().getAsLong(), version));
        }
        Content beginning = content(key, 0, last.count(), version);
        return reader.read(
                beginning.objectBytes() <= last.count()
                        ? beginning
                        : end(key, last.count(), beginning.objectBytes(), beginning.version()));
    }

    private Content end(String key, int count, long ofBytes, String version) throws IOException {
        long begin = Math.max(0, ofBytes - count);
        return ofBytes == 0 ? empty(version) : content(key, begin, ofBytes - begin, version);
    }

    private static Content empty(String version) {
        return new Content(0, 0, version, InputStream.nullInputStream());
    }

    /** @param count of bytes, or more than there are from the beginning on */
    private Content content(String key, long begin, long count, String version) throws IOException {
        Optional<BlobDownloadContentResponse> answer = call(
                AzureAction.READ,
                key,
                (container, context) -> answer(container.getBlobClient(key), begin, count, version, context));
        if (answer.isEmpty()) {
            return empty(version);
        }
        BlobDownloadHeaders headers = answer.get().getDeserializedHeaders();
        Matcher range = RANGE.matcher(String.valueOf(headers.getContentRange()));
        long bytes = range.matches() ? Long.parseLong(range.group(3)) : 0;
        long end = begin == 0 ? Math.min(count, bytes) : begin + count;
        if (bytes == 0 || Long.parseLong(range.group(1)) != begin || Long.parseLong(range.group(2)) != end - 1) {
            throw new IOException(key + ": the store was asked for " + count + " bytes from " + begin
                    + " on, and its answer has the range \"" + headers.getContentRange() + "\"");
        }
        return new Content(
                begin,
                bytes,
                ETag.version(headers.getETag()),
                answer.get().getValue().toStream());
    }

    /** Empty when the blob is. */
    private static Optional<BlobDownloadContentResponse> answer(
            BlobClient blob, long begin, long count, String version, Context context) {
        try {
            return Optional.of(blob.downloadContentWithResponse(
                    null, ofVersion(version), new BlobRange(begin, count), false, null, context));
        } catch (BlobStorageException e) {
            if (begin == 0 && e.getStatusCode() == RANGE_NOT_SATISFIABLE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public Page<StoredObject> list(String prefix, Position from, int most) throws IOException {
        ListBlobsOptions options = new ListBlobsOptions()
                .setPrefix(prefix)
                .setMaxResultsPerPage(most)
                .setDetails(new BlobListDetails().setRetrieveMetadata(true));
        List<StoredObject> objects = new ArrayList<>();
        String token = from.token();
        do {
            String after = token.isEmpty() ? null : token;
            PagedResponse<BlobItem> page = call(
                    AzureAction.LIST,
                    prefix,
                    (container, context) -> container
                            .listBlobs(options, after, null)
                            .iterableByPage()
                            .iterator()
                            .next());
            page.getValue().stream()
                    .filter(blob -> !isDirectory(blob.getMetadata()))
                    .forEach(blob -> objects.add(stored(blob)));
            token = page.getContinuationToken() == null ? "" : page.getContinuationToken();
            if (!token.isEmpty() && token.equals(after)) {
                throw new IOException("cannot list " + url + ": the store lists the same keys again");
            }
        } while (objects.isEmpty() && !token.isEmpty());
        return new Page<>(
                objects,
                token.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                new Position(objects.get(objects.size() - 1).key(), token)));
    }

    private static StoredObject stored(BlobItem blob) {
        return new StoredObject(
                blob.getName(),
                blob.getProperties().getContentLength(),
                blob.getProperties().getLastModified().toInstant().toEpochMilli(),
                ETag.version(blob.getProperties().getETag()),
                id(blob.getMetadata()));
    }

    @Override
    public void delete(String key, String version) throws IOException {
        find(
                AzureAction.DELETE,
                key,
                (container, context) -> container
                        .getBlobClient(key)
                        .deleteWithResponse(DeleteSnapshotsOptionType.INCLUDE, ofVersion(version), null, context));
    }

    @Override
    public synchronized void close() {
        closed = true;
        data = null;
        documents = null;
    }
}
