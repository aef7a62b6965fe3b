package dev.belay.app.serving;

import dev.belay.connector.custody.Event;
import dev.belay.connector.custody.Observer;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.connector.turn.Outcome;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/// What a run does, in numbers, as Prometheus reads them. Never with an id, a name, or a text.
///
/// - **Threads:** any number.
public final class Metrics implements Observer {
    private static final double[] BUCKETS_SECONDS = {0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120};
    private static final double NANOS = 1e9;

    /// By the sample's name with its labels. Guarded by this; each is there from the start, so that
    /// a rate is one from the first event on.
    private final Map<String, LongAdder> counters = new TreeMap<>();

    private final LongAdder[] buckets = new LongAdder[BUCKETS_SECONDS.length + 1];
    private final LongAdder nanos = new LongAdder();

    public Metrics() {
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = new LongAdder();
        }
        for (String name :
                new String[] {
                    "belay_connections_total",
                    "belay_messages_accepted_total",
                    "belay_gaps_total",
                    "belay_questions_total",
                    "belay_tokens_total",
                    "belay_troubles_total"
                }) {
            counter(name);
        }
        for (Outcome outcome : Outcome.values()) {
            counter(turns(outcome));
        }
        for (OutboxStatus status :
                new OutboxStatus[] {
                    OutboxStatus.CONFIRMED, OutboxStatus.REFUSED, OutboxStatus.UNKNOWN
                }) {
            counter(parts(status));
        }
    }

    private static String turns(Outcome outcome) {
        return "belay_turns_total{outcome=\"" + outcome.word() + "\"}";
    }

    private static String parts(OutboxStatus status) {
        return "belay_parts_total{status=\"" + status.word() + "\"}";
    }

    private synchronized LongAdder counter(String name) {
        return counters.computeIfAbsent(name, _ -> new LongAdder());
    }

    @Override
    public void saw(Event event) {
        switch (event) {
            case Event.Connected _ -> counter("belay_connections_total").increment();
            case Event.Accepted _ -> counter("belay_messages_accepted_total").increment();
            case Event.Dropped(String _, var reason) ->
                    counter("belay_messages_dropped_total{reason=\"" + reason.word() + "\"}")
                            .increment();
            case Event.Gap _ -> counter("belay_gaps_total").increment();
            case Event.Asked _ -> counter("belay_questions_total").increment();
            case Event.Returned(var _, var _, Duration took) -> took(took);
            case Event.Recorded(var _, Outcome outcome, long tokens) -> {
                counter(turns(outcome)).increment();
                counter("belay_tokens_total").add(tokens);
            }
            case Event.Sent(String _, OutboxStatus status, String _) ->
                    counter(parts(status)).increment();
            case Event.Trouble _ -> counter("belay_troubles_total").increment();
        }
    }

    private void took(Duration time) {
        double seconds = time.toNanos() / NANOS;
        int bucket = 0;
        while (bucket < BUCKETS_SECONDS.length && seconds > BUCKETS_SECONDS[bucket]) {
            bucket++;
        }
        buckets[bucket].increment();
        nanos.add(time.toNanos());
    }

    /// All samples, in the text format 0.0.4.
    ///
    /// @param gauges what is so now, by name
    public String text(Map<String, Long> gauges) {
        StringBuilder text = new StringBuilder();
        Map<String, LongAdder> now;
        synchronized (this) {
            now = new TreeMap<>(counters);
        }
        String family = "";
        for (Map.Entry<String, LongAdder> counter : now.entrySet()) {
            String name = counter.getKey().replaceFirst("\\{.*", "");
            if (!name.equals(family)) {
                text.append("# TYPE ").append(name).append(" counter\n");
                family = name;
            }
            text.append(counter.getKey()).append(' ').append(counter.getValue().sum()).append('\n');
        }
        gauges.forEach((name, value) ->
                text.append("# TYPE %s gauge%n%s %d%n".formatted(name, name, value)));
        return text.append(histogram()).toString();
    }

    private String histogram() {
        StringBuilder text = new StringBuilder("# TYPE belay_answer_seconds histogram\n");
        long count = 0;
        for (int i = 0; i < buckets.length; i++) {
            count += buckets[i].sum();
            String limit = i == BUCKETS_SECONDS.length ? "+Inf" : "" + BUCKETS_SECONDS[i];
            text.append("belay_answer_seconds_bucket{le=\"%s\"} %d%n".formatted(limit, count));
        }
        text.append("belay_answer_seconds_sum ").append(nanos.sum() / NANOS).append('\n');
        return text.append("belay_answer_seconds_count ").append(count).append('\n').toString();
    }
}
