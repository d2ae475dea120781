package io.parquetry.storage.s3;

import io.parquetry.connect.common.objects.ETag;
import io.parquetry.connect.common.objects.Md5;
import io.parquetry.connect.common.objects.ObjectClient;
import io.parquetry.connect.common.objects.ObjectDiagnosis;
import io.parquetry.connect.common.objects.ObjectFailure;
import io.parquetry.connect.common.objects.ObjectFailure.Kind;
import io.parquetry.connect.common.objects.ObjectRoot;
import io.parquetry.connect.common.objects.ObjectTraits;
import io.parquetry.connect.common.objects.PartContent;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CopyPartResult;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.ListPartsResponse;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/** The requests to a bucket: multipart uploads, and writes with {@code If-None-Match}. */
final class S3ObjectClient implements ObjectClient {
    /** Of the metadata of an object: the id of the upload that it was made of. */
    private static final String ID = "parquetry-id";

    private static final int BAD_REQUEST = 400;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    private static final String PARQUET = "application/vnd.apache.parquet";

    /** An ETag that no part has. */
    private static final String NO_PART = "\"00000000000000000000000000000000\"";

    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes ([0-9]{1,19})-([0-9]{1,19})/([0-9]{1,19})");

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html">Multipart upload limits</a>. */
    private static final ObjectTraits TRAITS =
            new ObjectTraits(10_000, 5L << 30, true, "docs/how-to/s3.md has a table of stores");

    private final Bucket bucket;

    /** The parts of uploads that this instance has sent and nobody has completed, by the id of the upload. */
    private final Map<String, SortedMap<Integer, CompletedPart>> known = new ConcurrentHashMap<>();

    S3ObjectClient(S3Url url, S3Settings settings, ObjectDiagnosis diagnosis) {
        this.bucket = new Bucket(url, settings, diagnosis);
    }

    @Override
    public ObjectRoot root() {
        return bucket.root().root();
    }

    @Override
    public ObjectTraits traits() {
        return TRAITS;
    }

    @Override
    public void putIfAbsent(String key, byte[] content) throws IOException {
        PutObjectResponse created = bucket.call(
                S3Action.CREATE,
                key,
                client -> client.putObject(
                        request -> request.bucket(bucket.name())
                                .key(key)
                                .contentMD5(Md5.base64(content))
                                .ifNoneMatch("*"),
                        RequestBody.fromBytes(content)));
        bucket.require(S3Action.CREATE, key, created.eTag());
    }

    @Override
    public String begin(String key, String id) throws IOException {
        S3Settings.NewObjects objects = bucket.settings().objects();
        CreateMultipartUploadResponse begun = bucket.call(
                S3Action.BEGIN_UPLOAD,
                key,
                client -> client.createMultipartUpload(request -> request.bucket(bucket.name())
                        .key(key)
                        .contentType(PARQUET)
                        .checksumAlgorithm(objects.checksum().orElse(null))
                        .tagging(query(objects.tags().of(key)))
                        .metadata(Map.of(ID, id))));
        return bucket.require(S3Action.BEGIN_UPLOAD, key, begun.uploadId());
    }

    /** As a query; null when there are none. */
    private static String query(Map<String, String> tags) {
        return tags.isEmpty()
                ? null
                : tags.entrySet().stream().map(Object::toString).collect(Collectors.joining("&"));
    }

    @Override
    public void part(Upload upload, int number, PartContent content) throws IOException {
        CompletedPart part = content instanceof PartContent.OfFile file
                ? send(upload, number, file)
                : copy(upload, number, (PartContent.OfObject) content);
        known.computeIfAbsent(upload.id(), first -> new ConcurrentSkipListMap<>())
                .put(number, part);
    }

    private CompletedPart send(Upload upload, int number, PartContent.OfFile content) throws IOException {
        String checksum = bucket.settings().objects().checksum().orElse(null);
        String md5 = checksum == null ? md5(content) : null;
        RequestBody body = RequestBody.fromContentProvider(
                ContentStreamProvider.fromInputStreamSupplier(content::open), content.length(), PARQUET);
        UploadPartResponse sent = bucket.call(
                S3Action.SEND_PART,
                upload.key(),
                client -> client.uploadPart(
                        request -> request.bucket(bucket.name())
                                .key(upload.key())
                                .uploadId(upload.id())
                                .partNumber(number)
                                .checksumAlgorithm(checksum)
                                .contentMD5(md5),
                        body));
        bucket.require(S3Action.SEND_PART, upload.key(), sent.eTag());
        return completed(number, sent);
    }

    private static String md5(PartContent.OfFile content) throws IOException {
        try (InputStream part = content.open()) {
            return Base64.getEncoder().encodeToString(Md5.of(part));
        }
    }

    private CompletedPart copy(Upload upload, int number, PartContent.OfObject content) throws IOException {
        String range = "bytes=" + content.begin() + "-" + (content.begin() + content.length() - 1);
        CopyPartResult copied = bucket.call(
                        S3Action.COPY,
                        upload.key(),
                        client -> client.uploadPartCopy(request -> request.sourceBucket(bucket.name())
                                .sourceKey(content.key())
                                .copySourceIfMatch(ETag.condition(content.version()))
                                .copySourceRange(content.isWhole() ? null : range)
                                .destinationBucket(bucket.name())
                                .destinationKey(upload.key())
                                .uploadId(upload.id())
                                .partNumber(number)))
                .copyPartResult();
        bucket.require(S3Action.COPY, upload.key(), copied == null ? null : copied.eTag());
        return completed(number, copied);
    }

    /** What completing an upload says of a part: the ETag and the checksums of the answer about the part. */
    private static CompletedPart completed(int number, SdkPojo answer) {
        CompletedPart.Builder part = CompletedPart.builder();
        for (SdkField<?> field : part.sdkFields()) {
            answer.sdkFields().stream()
                    .filter(same -> same.memberName().equals(field.memberName()))
                    .forEach(same -> field.set(part, same.getValueOrDefault(answer)));
        }
        return part.partNumber(number).build();
    }

    /**
     * Where parts are missing, the store is asked for all the same, with parts that it cannot have: it says whether the
     * upload is gone, and cannot publish the beginning of the file.
     */
    @Override
    public void completeIfAbsent(Upload upload, int parts) throws IOException {
        SortedMap<Integer, CompletedPart> sent = known.remove(upload.id());
        List<CompletedPart> all = sent != null && sent.size() == parts ? List.copyOf(sent.values()) : listed(upload);
        if (all.isEmpty()) {
            throw new ObjectFailure(
                    Kind.NOT_THERE, "the upload of " + bucket.name() + "/" + upload.key() + " has no parts any more");
        }
        if (all.size() == parts) {
            complete(upload, all);
            return;
        }
        List<CompletedPart> none = new ArrayList<>();
        for (int number = 1; number <= parts; number++) {
            none.add(CompletedPart.builder().partNumber(number).eTag(NO_PART).build());
        }
        try {
            complete(upload, none);
        } catch (ObjectFailure e) {
            if (e.answer().status() != BAD_REQUEST) {
                throw e;
            }
            throw new IOException(
                    "cannot complete the upload of " + bucket.name() + "/" + upload.key() + ": the store lists "
                            + all.size() + " of " + parts + " parts",
                    e);
        }
    }

    private void complete(Upload upload, List<CompletedPart> parts) throws IOException {
        CompleteMultipartUploadResponse answer = bucket.call(
                S3Action.COMPLETE_UPLOAD,
                upload.key(),
                client -> client.completeMultipartUpload(request -> request.bucket(bucket.name())
                        .key(upload.key())
                        .uploadId(upload.id())
                        .ifNoneMatch("*")
                        .multipartUpload(all -> all.parts(parts))));
        bucket.require(S3Action.COMPLETE_UPLOAD, upload.key(), answer.eTag());
    }

    private List<CompletedPart> listed(Upload upload) throws IOException {
        List<CompletedPart> parts = new ArrayList<>();
        Integer marker = null;
        do {
            Integer after = marker;
            ListPartsResponse page = bucket.call(
                    S3Action.LIST_PARTS,
                    upload.key(),
                    client -> client.listParts(request -> request.bucket(bucket.name())
                            .key(upload.key())
                            .uploadId(upload.id())
                            .partNumberMarker(after)));
            bucket.require(S3Action.LIST_PARTS, upload.key(), page.uploadId());
            page.parts().forEach(part -> parts.add(completed(part.partNumber(), part)));
            marker = Boolean.TRUE.equals(page.isTruncated())
                    ? bucket.require(S3Action.LIST_PARTS, upload.key(), page.nextPartNumberMarker())
                    : null;
            if (marker != null && after != null && marker <= after) {
                throw new IOException("cannot list the parts of " + bucket.name() + "/" + upload.key()
                        + ": the store lists the same ones again");
            }
        } while (marker != null);
        return parts;
    }

    @Override
    public void abort(Upload upload) throws IOException {
        known.remove(upload.id());
        bucket.find(
                S3Action.ABORT_UPLOAD,
                upload.key(),
                client -> client.abortMultipartUpload(request ->
                        request.bucket(bucket.name()).key(upload.key()).uploadId(upload.id())));
    }

    /** The position after a page is the last key, and the last id of its uploads as token. */
    @Override
    public Page<Upload> uploads(String prefix, Position from) throws IOException {
        ListMultipartUploadsResponse page = bucket.call(
                S3Action.LIST_UPLOADS,
                prefix,
                client -> client.listMultipartUploads(request -> request.bucket(bucket.name())
                        .prefix(prefix)
                        .encodingType(EncodingType.URL)
                        .keyMarker(orNull(from.afterKey()))
                        .uploadIdMarker(orNull(from.token()))));
        List<Upload> uploads = page.uploads().stream()
                .map(upload -> new Upload(upload.key(), upload.uploadId()))
                .toList();
        return new Page<>(
                uploads,
                Boolean.TRUE.equals(page.isTruncated()) ? Optional.of(after(page, uploads, prefix)) : Optional.empty());
    }

    /** Of a page that is not the last, whose markers some stores leave out. */
    private Position after(ListMultipartUploadsResponse page, List<Upload> uploads, String prefix) throws IOException {
        if (page.nextKeyMarker() == null && !uploads.isEmpty()) {
            Upload last = uploads.get(uploads.size() - 1);
            return new Position(last.key(), last.id());
        }
        return new Position(
                bucket.require(S3Action.LIST_UPLOADS, prefix, page.nextKeyMarker()),
                Objects.requireNonNullElse(page.nextUploadIdMarker(), ""));
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    @Override
    public Optional<StoredObject> head(String key) throws IOException {
        Optional<HeadObjectResponse> answer = bucket.find(
                S3Action.LOOK,
                key,
                client -> client.headObject(
                        request -> request.bucket(bucket.name()).key(key)));
        if (answer.isEmpty()) {
            return Optional.empty();
        }
        HeadObjectResponse object = answer.get();
        return Optional.of(new StoredObject(
                key,
                bucket.require(S3Action.LOOK, key, object.contentLength()),
                bucket.require(S3Action.LOOK, key, object.lastModified()).toEpochMilli(),
                version(S3Action.LOOK, key, object.eTag()),
                object.metadata().getOrDefault(ID, "")));
    }

    /** The HTTP client takes headers that a broken connection has cut off for the whole. */
    private String version(S3Action action, String key, String eTag) throws IOException {
        return ETag.isCutOff(eTag) ? bucket.require(action, key, null) : ETag.version(eTag);
    }

    @Override
    public <T> T read(String key, ByteRange range, String version, RangeReader<T> reader) throws IOException {
        try {
            return bucket.call(S3Action.READ, key, client -> {
                try (ResponseInputStream<GetObjectResponse> answer =
                        client.getObject(request -> request.bucket(bucket.name())
                                .key(key)
                                .range(header(range))
                                .ifMatch(ETag.condition(version)))) {
                    return reader.read(content(key, range, answer));
                }
            });
        } catch (ObjectFailure e) {
            // Stores refuse a range of an empty object, or send the whole.
            if (e.answer().status() == RANGE_NOT_SATISFIABLE && range instanceof ByteRange.Last) {
                return reader.read(new Content(0, 0, "", InputStream.nullInputStream()));
            }
            throw e;
        }
    }

    private static String header(ByteRange range) {
        return range instanceof ByteRange.Between between
                ? "bytes=" + between.begin() + "-" + (between.end() - 1)
                : "bytes=-" + ((ByteRange.Last) range).count();
    }

    private static Content content(String key, ByteRange asked, ResponseInputStream<GetObjectResponse> answer)
            throws IOException {
        GetObjectResponse head = answer.response();
        String range = String.valueOf(head.contentRange());
        Matcher matcher = CONTENT_RANGE.matcher(range);
        boolean isEmpty = Objects.equals(head.contentLength(), 0L) && head.contentRange() == null;
        if (isEmpty && asked instanceof ByteRange.Last) {
            return new Content(0, 0, "", answer);
        }
        if (!matcher.matches()) {
            throw noRanges(key, range);
        }
        Content content = new Content(
                Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(3)), ETag.version(head.eTag()), answer);
        long bytes = content.objectBytes() - content.begin();
        if (asked instanceof ByteRange.Last last && (bytes > last.count() || bytes < 1)) {
            throw new IOException(key + ": the store was asked for the last " + last.count()
                    + " bytes, and its answer has the range \"" + range + "\"");
        }
        if (asked instanceof ByteRange.Between between && content.begin() != between.begin()) {
            throw noRanges(key, range);
        }
        return content;
    }

    private static IOException noRanges(String key, String range) {
        return new IOException(key + ": the store does not read ranges; its answer has the range \"" + range + "\"");
    }

    /** Each page begins after the last key of the one before; pages of deleted keys, which stores send, are skipped. */
    @Override
    public Page<StoredObject> list(String prefix, Position from, int most) throws IOException {
        ListObjectsV2Response page = page(prefix, from.afterKey(), null, most);
        String token = null;
        while (page.contents().isEmpty() && page.isTruncated()) {
            String next = bucket.require(S3Action.LIST, prefix, page.nextContinuationToken());
            if (next.equals(token)) {
                throw new IOException("cannot list " + bucket.root() + ": the store lists the same keys again");
            }
            token = next;
            page = page(prefix, from.afterKey(), token, most);
        }
        List<StoredObject> objects = new ArrayList<>();
        for (S3Object object : page.contents()) {
            objects.add(new StoredObject(
                    object.key(),
                    bucket.require(S3Action.LIST, object.key(), object.size()),
                    bucket.require(S3Action.LIST, object.key(), object.lastModified())
                            .toEpochMilli(),
                    ETag.version(object.eTag()),
                    ""));
        }
        return new Page<>(
                objects,
                page.isTruncated()
                        ? Optional.of(
                                new Position(objects.get(objects.size() - 1).key(), ""))
                        : Optional.empty());
    }

    private ListObjectsV2Response page(String prefix, String after, String token, int most) throws IOException {
        ListObjectsV2Response page = bucket.call(
                S3Action.LIST,
                prefix,
                client -> client.listObjectsV2(request -> request.bucket(bucket.name())
                        .prefix(prefix)
                        .startAfter(token == null ? orNull(after) : null)
                        .continuationToken(token)
                        .encodingType(EncodingType.URL)
                        .maxKeys(most)));
        // A page of HTML is parsed as an empty listing, which would say that nothing was ever written.
        bucket.require(S3Action.LIST, prefix, page.isTruncated());
        return page;
    }

    @Override
    public void delete(String key, String version) throws IOException {
        bucket.find(
                S3Action.DELETE,
                key,
                client -> client.deleteObject(
                        request -> request.bucket(bucket.name()).key(key).ifMatch(ETag.condition(version))));
    }

    @Override
    public void close() {
        bucket.close();
    }
}
