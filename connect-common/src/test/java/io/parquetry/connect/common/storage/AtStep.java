package io.parquetry.connect.common.storage;

import java.io.IOException;

/** Does something at one step, counted from 0. */
public final class AtStep implements StorageSteps {
    private final int when;
    private final StorageSteps what;
    private int step;

    public AtStep(int when, StorageSteps what) {
        this.when = when;
        this.what = what;
    }

    @Override
    public void before(String name) throws IOException {
        if (step++ == when) {
            what.before(name);
        }
    }

    public boolean reached() {
        return step > when;
    }
}
