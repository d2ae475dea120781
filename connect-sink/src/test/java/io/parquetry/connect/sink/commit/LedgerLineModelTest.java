package io.parquetry.connect.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The line of entries in the abstract, in every order of the steps of several owners: each listing (begin and end,
 * since it is not atomic), read, creation, look back and deletion is one step. No two entries of one number ever count:
 * neither for the owner that created one, nor for a reader. Each rule of the line is needed: without it, the search
 * finds two.
 *
 * <p>Not in this model: lost replies and requests that arrive late or twice; the simulation has them.
 */
@Tag("slow")
class LedgerLineModelTest {
    private static final int NUMBERS = 10;
    private static final int ATTEMPTS = 8;

    private enum Rule {
        /** The predecessor is compared by id, not only looked for. */
        IDS,
        /** A reader looks back. */
        READER_LOOKS_BACK,
        /** A marker tells an entry 1 that was created again. */
        MARKER
    }

    /** What an owner does next. */
    private enum Step {
        BEGIN_LISTING,
        END_LISTING,
        READ,
        LOOK_BACK_AFTER_READING,
        TAKE_OVER,
        LOOK_BACK_AFTER_TAKING_OVER,
        COMMIT,
        LOOK_BACK_AFTER_COMMITTING,
        END
    }

    private static final class Fork extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Fork(int number) {
            super("two entries with number " + number + " count");
        }
    }

    /** An owner; an entry's id is the owner's number times {@link #ATTEMPTS} and the number of the attempt, from 1. */
    private static final class Owner {
        int step;
        int listed;
        int number;
        int id;
        int commits;
        int attempts;
        final int[] predecessors = new int[ATTEMPTS];

        Owner(int commits) {
            this.commits = commits;
        }

        Owner(Owner other) {
            step = other.step;
            listed = other.listed;
            number = other.number;
            id = other.id;
            commits = other.commits;
            attempts = other.attempts;
            System.arraycopy(other.predecessors, 0, predecessors, 0, ATTEMPTS);
        }

        Step step() {
            return Step.values()[step];
        }

        void go(Step next) {
            step = next.ordinal();
        }
    }

    private static final class State {
        boolean marker;
        final int[] entries = new int[NUMBERS + 1];
        final int[] counting = new int[NUMBERS + 1];
        final Owner[] owners;

        State(int... commits) {
            owners = new Owner[commits.length];
            for (int i = 0; i < commits.length; i++) {
                owners[i] = new Owner(commits[i]);
            }
        }

        State(State other) {
            marker = other.marker;
            System.arraycopy(other.entries, 0, entries, 0, entries.length);
            System.arraycopy(other.counting, 0, counting, 0, counting.length);
            owners = new Owner[other.owners.length];
            for (int i = 0; i < owners.length; i++) {
                owners[i] = new Owner(other.owners[i]);
            }
        }

        int predecessorOf(int id) {
            return owners[id / (ATTEMPTS + 1)].predecessors[id % (ATTEMPTS + 1) - 1];
        }

        int present() {
            int set = 0;
            for (int n = 1; n <= NUMBERS; n++) {
                set |= entries[n] == 0 ? 0 : 1 << n;
            }
            return set;
        }

        /** A text that is the same for the same state. */
        String key() {
            byte[] key = new byte[1 + 2 * NUMBERS + owners.length * (6 + ATTEMPTS)];
            int length = 0;
            key[length++] = (byte) (marker ? 1 : 0);
            for (int n = 1; n <= NUMBERS; n++) {
                key[length++] = (byte) entries[n];
                key[length++] = (byte) counting[n];
            }
            for (Owner owner : owners) {
                key[length++] = (byte) owner.step;
                key[length++] = (byte) (owner.attempts | owner.commits << 4);
                key[length++] = (byte) owner.listed;
                key[length++] = (byte) (owner.listed >> 8);
                key[length++] = (byte) owner.number;
                key[length++] = (byte) owner.id;
                for (int i = 0; i < owner.attempts; i++) {
                    key[length++] = (byte) owner.predecessors[i];
                }
            }
            return new String(key, 0, length, StandardCharsets.ISO_8859_1);
        }
    }

    private static final class Search {
        private final Optional<Rule> missing;
        private final Set<String> known = new HashSet<>();
        private final Deque<State> waiting = new ArrayDeque<>();

        Search(Optional<Rule> missing) {
            this.missing = missing;
        }

        private boolean has(Rule rule) {
            return missing.isEmpty() || missing.get() != rule;
        }

        /** Returns the number of states; ends at the first fork, or when there are so many states. */
        int run(State first, int statesMax) {
            add(first);
            while (!waiting.isEmpty() && known.size() < statesMax) {
                State state = waiting.removeLast();
                for (int i = 0; i < state.owners.length; i++) {
                    advance(state, i);
                }
            }
            return known.size();
        }

        private void add(State state) {
            if (known.add(state.key())) {
                waiting.addLast(state);
            }
        }

        private void next(State state, int owner, Consumer<Owner> change) {
            State next = new State(state);
            change.accept(next.owners[owner]);
            add(next);
        }

        private void advance(State state, int index) {
            Owner owner = state.owners[index];
            switch (owner.step()) {
                case BEGIN_LISTING ->
                    next(state, index, o -> {
                        o.listed = state.present();
                        o.go(Step.END_LISTING);
                    });
                case END_LISTING -> endListing(state, index);
                case READ ->
                    next(state, index, o -> {
                        o.id = state.entries[o.number];
                        o.go(o.id == 0 ? Step.BEGIN_LISTING : Step.LOOK_BACK_AFTER_READING);
                    });
                case LOOK_BACK_AFTER_READING -> {
                    boolean counts = !has(Rule.READER_LOOKS_BACK) || isInLine(state, owner.number, owner.id);
                    State next = new State(state);
                    next.owners[index].go(counts ? Step.TAKE_OVER : Step.BEGIN_LISTING);
                    if (counts) {
                        count(next, owner.number, owner.id);
                    }
                    add(next);
                }
                case TAKE_OVER -> create(state, index, Step.LOOK_BACK_AFTER_TAKING_OVER, Step.BEGIN_LISTING);
                case LOOK_BACK_AFTER_TAKING_OVER -> lookBack(state, index, Step.BEGIN_LISTING);
                case COMMIT -> {
                    deleteOldest(state, index);
                    if (owner.commits > 0) {
                        create(state, index, Step.LOOK_BACK_AFTER_COMMITTING, Step.END);
                    }
                }
                case LOOK_BACK_AFTER_COMMITTING -> lookBack(state, index, Step.END);
                case END -> {}
            }
        }

        /** Names that were there all the time are seen, others may be seen. */
        private void endListing(State state, int index) {
            int before = state.owners[index].listed;
            int now = state.present();
            int certain = before & now;
            int highest = certain == 0 ? 0 : 31 - Integer.numberOfLeadingZeros(certain);
            for (int n = highest; n <= NUMBERS; n++) {
                if (n == highest || ((before | now) & 1 << n) != 0) {
                    listed(state, index, n);
                }
            }
        }

        private void listed(State state, int index, int highest) {
            boolean again = highest == 0 && state.marker && has(Rule.MARKER);
            next(state, index, o -> {
                o.listed = 0;
                o.number = highest;
                o.id = 0;
                o.go(again ? Step.BEGIN_LISTING : highest == 0 ? Step.TAKE_OVER : Step.READ);
            });
        }

        private void create(State state, int index, Step created, Step taken) {
            Owner owner = state.owners[index];
            int number = owner.number + 1;
            if (number > NUMBERS || owner.attempts == ATTEMPTS) {
                return;
            }
            State next = new State(state);
            Owner creator = next.owners[index];
            creator.commits -= owner.step() == Step.COMMIT ? 1 : 0;
            if (state.entries[number] != 0) {
                creator.number = 0;
                creator.id = 0;
                creator.go(taken);
            } else {
                creator.predecessors[creator.attempts++] = owner.id;
                creator.number = number;
                creator.id = index * (ATTEMPTS + 1) + creator.attempts;
                next.entries[number] = creator.id;
                creator.go(created);
            }
            add(next);
        }

        private void lookBack(State state, int index, Step late) {
            State next = new State(state);
            Owner owner = next.owners[index];
            if (isInLine(state, owner.number, owner.id)) {
                count(next, owner.number, owner.id);
                owner.go(Step.COMMIT);
            } else {
                owner.number = 0;
                owner.id = 0;
                owner.go(late);
            }
            add(next);
        }

        private boolean isInLine(State state, int number, int id) {
            if (number == 1) {
                return !state.marker || !has(Rule.MARKER);
            }
            int predecessor = state.entries[number - 1];
            return has(Rule.IDS) ? predecessor == state.predecessorOf(id) : predecessor != 0;
        }

        private static void count(State state, int number, int id) {
            if (state.counting[number] != 0 && state.counting[number] != id) {
                throw new Fork(number);
            }
            state.counting[number] = id;
        }

        private void deleteOldest(State state, int index) {
            int oldest = Integer.numberOfTrailingZeros(state.present());
            if (oldest < state.owners[index].number - 1) {
                State next = new State(state);
                if (oldest == 1 && !state.marker) {
                    next.marker = true;
                } else {
                    next.entries[oldest] = 0;
                }
                add(next);
            }
        }
    }

    @Test
    void noOrderOfTheStepsOfThreeOwnersMakesTwoEntriesOfANumberCount() {
        int states = new Search(Optional.empty()).run(new State(1, 0, 4), Integer.MAX_VALUE);
        assertThat(states).isGreaterThan(500_000);
    }

    @Test
    @Tag("thorough")
    void amongAMillionStatesOfFourOwnersNoneHasTwoEntriesOfANumber() {
        int states = new Search(Optional.empty()).run(new State(0, 0, 1, 1), 1_000_000);
        assertThat(states).isGreaterThanOrEqualTo(1_000_000);
    }

    @ParameterizedTest
    @EnumSource
    void withoutAnyOfTheRulesTheLineForks(Rule rule) {
        Optional<Fork> fork = Optional.empty();
        try {
            new Search(Optional.of(rule)).run(new State(1, 0, 4), Integer.MAX_VALUE);
        } catch (Fork found) {
            fork = Optional.of(found);
        }
        assertThat(fork).as("fork without " + rule).isPresent();
    }
}
