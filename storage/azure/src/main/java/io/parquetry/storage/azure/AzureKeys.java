package io.parquetry.storage.azure;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.objects.ObjectTags;
import io.parquetry.storage.azure.AzureSettings.Credentials;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** How to reach an account of Azure, who asks it, and how blobs are written. */
final class AzureKeys implements KeyGroup<AzureSettings> {
    static final String ACCOUNT = "azure.account";
    static final String ENDPOINT = "azure.endpoint";
    static final String ACCOUNT_KEY = "azure.account.key";
    static final String SAS = "azure.sas.token";
    static final String CONNECTION_STRING = "azure.connection.string";
    static final String IDENTITY = "azure.identity";
    static final String TENANT = "azure.tenant.id";
    static final String CLIENT = "azure.client.id";
    static final String CLIENT_SECRET = "azure.client.secret";
    static final String CERTIFICATE = "azure.client.certificate.path";
    static final String CERTIFICATE_PASSWORD = "azure.client.certificate.password";
    static final String TIER = "azure.access.tier";
    static final String SCOPE = "azure.encryption.scope";
    static final String TAGS = "azure.tags";

    private static final String WORKER = "worker";
    private static final String MANAGED = "managed";
    private static final String WORKLOAD = "workload";

    private static final Pattern NAME = Pattern.compile("[a-z0-9]{3,24}");
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9.-]{1,253}");
    private static final Pattern SCOPE_NAME = Pattern.compile("[A-Za-z0-9-]{3,63}");

    /** Archived blobs cannot be read, and neither can the footer of a file that is written again. */
    private static final Pattern TIER_NAME = Pattern.compile("Hot|Cool|Cold");

    private final StorageAccess access;

    /** @param access who only reads has no keys that only concern writing */
    public AzureKeys(StorageAccess access) {
        this.access = Objects.requireNonNull(access, "access");
    }

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Azure");
        place(group);
        secrets(group);
        identity(group);
        if (access == StorageAccess.WRITE) {
            blobs(group);
        }
        new ObjectKeys(access).define(keys);
    }

    private static void place(KeyBuilder.Group group) {
        group.text(ACCOUNT, "Account")
                .must(Checks.form("the name of an account", NAME, "3 to 24 small letters and digits"))
                .says("Name of the storage account, where an azure: URL does not have it.");
        group.text(ENDPOINT, "Endpoint")
                .must(Checks.text("a URL", AzureKeys::requireEndpoint))
                .width(Width.LONG)
                .says("URL of the blobs of the account, where it is not https://account.blob.core.windows.net: of"
                        + " another cloud, a private endpoint, or Azurite.");
    }

    private static void secrets(KeyBuilder.Group group) {
        group.secret(ACCOUNT_KEY, "Account key")
                .says("Key of the account, which may do everything; better given by a config provider of the worker"
                        + " than as text.");
        group.secret(SAS, "SAS token")
                .says("Shared access signature of the container, the part of its URL after the question mark. Nobody"
                        + " renews it: when it expires, the task fails.");
        group.secret(CONNECTION_STRING, "Connection string")
                .says("Connection string of the account, with its endpoint and key or SAS.");
    }

    private static void identity(KeyBuilder.Group group) {
        group.key(IDENTITY, STRING, "Identity")
                .defaultsTo(WORKER)
                .must(Checks.oneOf(List.of(WORKER, MANAGED, WORKLOAD)))
                .says("Whose tokens are used without a key, SAS or client: " + WORKER + " tries the environment of the"
                        + " worker, its workload and its managed identity, and a tool that is logged in; " + MANAGED
                        + " is the managed identity of the machine; " + WORKLOAD + " that of the pod.");
        group.text(TENANT, "Tenant")
                .must(Checks.form("an id", ID, "letters, digits, - and . only"))
                .importance(LOW)
                .says("Id of the tenant of Microsoft Entra that " + CLIENT + " belongs to.");
        group.text(CLIENT, "Client")
                .must(Checks.form("an id", ID, "letters, digits, - and . only"))
                .importance(LOW)
                .says("Id of the application with " + CLIENT_SECRET + " or " + CERTIFICATE
                        + ", or of a user-assigned identity with " + IDENTITY + ".");
        group.secret(CLIENT_SECRET, "Client secret").importance(LOW).says("Secret of the application " + CLIENT + ".");
        group.text(CERTIFICATE, "Client certificate")
                .must(Checks.absolutePath())
                .importance(LOW)
                .width(Width.LONG)
                .says("File on every worker with certificate and private key of the application: PEM, or PFX with "
                        + CERTIFICATE_PASSWORD + ".");
        group.secret(CERTIFICATE_PASSWORD, "Password of the certificate")
                .importance(LOW)
                .says("Password of the PFX file in " + CERTIFICATE + ".");
    }

    private static void blobs(KeyBuilder.Group group) {
        group.text(TIER, "Access tier")
                .must(Checks.form("Hot, Cool, Cold", TIER_NAME, "Hot, Cool or Cold"))
                .importance(LOW)
                .says("Access tier of data files; empty for that of the account.");
        group.text(SCOPE, "Encryption scope")
                .must(Checks.form("the name of a scope", SCOPE_NAME, "3 to 63 letters, digits and -"))
                .importance(LOW)
                .says("Encryption scope of new blobs; empty for that of the container.");
        ObjectKeys.defineTags(group, TAGS, "The store charges for tags, and the role needs blobs/tags/write.");
    }

    private static void requireEndpoint(String text) {
        if (text.isEmpty()) {
            return;
        }
        URI url = Checks.httpUrl(text);
        if (url.getUserInfo() != null || url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new IllegalArgumentException("the URL of an account has no user, ? and #; a SAS is given by " + SAS);
        }
    }

    @Override
    public void check(ConfigValues values, Faults faults) {
        List<String> used = List.of(ACCOUNT_KEY, SAS, CONNECTION_STRING, CLIENT_SECRET, CERTIFICATE).stream()
                .filter(key -> given(values, key).isPresent())
                .toList();
        if (used.size() > 1) {
            faults.add(used.get(1), "must be empty with " + used.get(0) + "; set one of the two");
        }
        if (used.contains(CLIENT_SECRET) || used.contains(CERTIFICATE)) {
            for (String key : List.of(TENANT, CLIENT)) {
                if (values.text(key).isEmpty()) {
                    faults.add(key, "required with " + used.get(0));
                }
            }
        }
        if (values.secret(CERTIFICATE_PASSWORD).isPresent() && !used.contains(CERTIFICATE)) {
            faults.add(CERTIFICATE, "required with " + CERTIFICATE_PASSWORD);
        }
        if (!used.isEmpty() && !values.text(IDENTITY).equals(WORKER)) {
            faults.add(IDENTITY, "has no effect with " + used.get(0) + "; remove one of them");
        }
        checkAccountKey(values.secret(ACCOUNT_KEY).orElse(""), faults);
    }

    /** The client would say that some text is not base64, and show the text. */
    private static void checkAccountKey(String key, Faults faults) {
        try {
            Base64.getDecoder().decode(key);
        } catch (IllegalArgumentException notBase64) {
            faults.add(
                    ACCOUNT_KEY,
                    "must be base64, as the portal shows it; if it is read from a file, that file has"
                            + " more than the key");
        }
    }

    private static Optional<String> given(ConfigValues values, String key) {
        return key.equals(CERTIFICATE) ? values.nonEmptyText(key) : values.secret(key);
    }

    @Override
    public AzureSettings read(ConfigValues values) {
        boolean writes = access == StorageAccess.WRITE;
        return new AzureSettings(
                values.nonEmptyText(ACCOUNT),
                values.nonEmptyText(ENDPOINT),
                credentials(values),
                writes ? values.nonEmptyText(TIER) : Optional.empty(),
                writes ? values.nonEmptyText(SCOPE) : Optional.empty(),
                writes ? new ObjectTags(values.list(TAGS)) : ObjectTags.NONE,
                new ObjectKeys(access).read(values));
    }

    private static Credentials credentials(ConfigValues values) {
        Optional<Credentials> given = values.secret(ACCOUNT_KEY)
                .<Credentials>map(Credentials.AccountKey::new)
                .or(() -> values.secret(SAS)
                        .map(token -> new Credentials.Sas(token.startsWith("?") ? token.substring(1) : token)))
                .or(() -> values.secret(CONNECTION_STRING).map(Credentials.ConnectionString::new))
                .or(() -> values.secret(CLIENT_SECRET)
                        .map(secret -> new Credentials.ClientSecret(values.text(TENANT), values.text(CLIENT), secret)))
                .or(() -> values.nonEmptyText(CERTIFICATE)
                        .map(path -> new Credentials.ClientCertificate(
                                values.text(TENANT), values.text(CLIENT), path, values.secret(CERTIFICATE_PASSWORD))));
        return given.orElseGet(() -> switch (values.text(IDENTITY)) {
            case MANAGED -> new Credentials.ManagedIdentity(values.nonEmptyText(CLIENT));
            case WORKLOAD -> new Credentials.WorkloadIdentity(values.nonEmptyText(TENANT), values.nonEmptyText(CLIENT));
            default -> new Credentials.OfWorker();
        });
    }
}
