package dev.belay.connector.asking;

import dev.belay.connector.binding.Binding.Ceilings;
import dev.belay.connector.index.DatedSets;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.Times;
import dev.belay.system.Clock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Ceilings beside the daily one, which the journal holds: of one author, of an hour, of tokens.
///
/// - **Exact:** a place is taken before the admission is written, and never given back once it may
///   have been. Tokens are known only afterwards: those of turns in flight may go beyond.
/// - **Crash:** is read again from the admissions and the records of their turns. Admissions that
///   the Node program wrote count against no author.
/// - **Clock:** the hour is measured by the clock that never goes back.
/// - **Threads:** any number.
final class Quotas {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int DAYS_MAX = 8;

    private final Clock clock;

    // All guarded by this.
    /// When each turn of the last hour was admitted, oldest first.
    private final ArrayDeque<Duration> hour = new ArrayDeque<>();

    /// The newest days, since a clock may be set back to an earlier one.
    private final TreeMap<String, Day> days = new TreeMap<>();

    private static final class Day {
        private final Map<String, Integer> ofAuthor = new HashMap<>();
        private long tokens;
    }

    Quotas(Clock clock) {
        this.clock = clock;
    }

    /// How much of a ceiling is used.
    record Used(long admitted, long ceiling) {
        boolean isReached() {
            return admitted >= ceiling;
        }
    }

    /// Counts what was admitted before this run.
    void load(ConnectorJournal journal) throws IOException {
        Instant now = clock.now();
        String today = Times.date(now);
        DatedSets seen = new DatedSets();
        Set<String> ofToday = new HashSet<>();
        journal.admissions()
                .read(json ->
                        AdmissionLine.of(json)
                                .ifPresent(line -> {
                                    // A turn counts once a day, however often it was admitted.
                                    if (!seen.has(line.date(), line.id()).orElse(true)) {
                                        seen.add(line.date(), line.id());
                                        load(line, now);
                                        if (line.date().equals(today)) {
                                            ofToday.add(line.id());
                                        }
                                    }
                                }));
        for (String id : ofToday) {
            addTokens(today, TurnRecord.tokens(journal, id));
        }
    }

    private synchronized void load(AdmissionLine line, Instant now) {
        Optional<Instant> at = line.at();
        if (at.isPresent() && at.get().isAfter(now.minus(HOUR))) {
            // One from the future counts from now on: the clock was set back.
            Duration age = Duration.between(at.get(), now);
            hour.add(clock.elapsed().minus(age.isNegative() ? Duration.ZERO : age));
        }
        Day day = day(line.date());
        line.author().ifPresent(author -> day.ofAuthor.merge(author, 1, Integer::sum));
    }

    /// The first of these ceilings that is reached; empty when there is room.
    synchronized Optional<Used> reached(String author, Instant now, Ceilings ceilings) {
        Day day = day(Times.date(now));
        Duration horizon = clock.elapsed().minus(HOUR);
        hour.removeIf(at -> at.compareTo(horizon) <= 0);
        int own = day.ofAuthor.getOrDefault(author, 0);
        if (ceilings.dailyOfUser() > 0 && own >= ceilings.dailyOfUser()) {
            return Optional.of(new Used(own, ceilings.dailyOfUser()));
        }
        if (ceilings.hourly() > 0 && hour.size() >= ceilings.hourly()) {
            return Optional.of(new Used(hour.size(), ceilings.hourly()));
        }
        if (ceilings.dailyTokens() > 0 && day.tokens >= ceilings.dailyTokens()) {
            return Optional.of(new Used(day.tokens, ceilings.dailyTokens()));
        }
        return Optional.empty();
    }

    /// Takes a place under all of them, or under none.
    synchronized boolean take(String author, Instant now, Ceilings ceilings) {
        if (reached(author, now, ceilings).isPresent()) {
            return false;
        }
        day(Times.date(now)).ofAuthor.merge(author, 1, Integer::sum);
        hour.add(clock.elapsed());
        return true;
    }

    /// Gives a place back that was not used.
    synchronized void giveBack(String author, Instant then) {
        day(Times.date(then)).ofAuthor.merge(author, -1, Integer::sum);
        hour.pollLast();
    }

    /// Counts what a turn has cost on the day of its admission.
    synchronized void addTokens(String admittedOn, long used) {
        day(admittedOn).tokens += used;
    }

    private Day day(String date) {
        Day day = days.computeIfAbsent(date, _ -> new Day());
        if (days.size() > DAYS_MAX) {
            days.pollFirstEntry();
        }
        return day;
    }
}
