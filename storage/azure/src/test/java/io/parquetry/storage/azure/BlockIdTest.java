package io.parquetry.storage.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.objects.ObjectClient.Upload;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A block of one id replaces that before, so ids differ, and are the same on workers of every locale. */
class BlockIdTest {
    private final Locale before = Locale.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "ar-EG", "fa-IR", "hi-IN-u-nu-deva", "th-TH-u-nu-thai"})
    void theDigitsOfABlockAreAscii(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));

        String id = AzureObjectClient.blockId(new Upload("key", "upload"), 12);

        assertThat(new String(Base64.getDecoder().decode(id), StandardCharsets.US_ASCII))
                .isEqualTo("upload-00012");
    }
}
