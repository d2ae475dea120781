package io.parquetry.cli.describe;

import io.parquetry.format.file.ParquetReader.Page;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.Statistics;
import java.util.Optional;

/** The fields that the headers of the different page types have in common. */
public final class PageHeaders {
    private PageHeaders() {}

    public static boolean isDictionary(Page page) {
        return page.header().content() instanceof PageHeader.Dictionary;
    }

    /** Whether readers step over the page: an index page, or one of an unknown type. */
    public static boolean isOther(Page page) {
        return page.header().content() instanceof PageHeader.Other;
    }

    /** The statistics in the header of a data page. */
    public static Optional<Statistics> statistics(Page page) {
        PageHeader.Content content = page.header().content();
        if (content instanceof PageHeader.DataV1 v1) {
            return v1.statistics();
        }
        return content instanceof PageHeader.DataV2 v2 ? v2.statistics() : Optional.empty();
    }

    /** The number of values and nulls of a data page, or of values of a dictionary page. */
    public static int entries(Page page) {
        PageHeader.Content content = page.header().content();
        if (content instanceof PageHeader.DataV1 v1) {
            return v1.entries();
        }
        if (content instanceof PageHeader.DataV2 v2) {
            return v2.entries();
        }
        return content instanceof PageHeader.Dictionary dictionary ? dictionary.entries() : 0;
    }
}
