package dev.belay.connector.journal;

import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.NoticeLine;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.connector.line.Times;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.json.JsonObject;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// What can still be read of lines that a crash cut off.
///
/// Another program may have acted on such a line before it was durable. So what it names counts: a
/// message as accepted, a turn as admitted, a notice as said, a part of an answer as one that may
/// be out. A line of its own says so; what is there already is not said again.
final class Salvage {
    /// As much as is set aside at once.
    private static final int BYTES_MAX = 16 << 20;

    private static final String MARK = ".torn-";

    /// Members whose value is a plain string; other bytes stand for themselves.
    private static final Pattern MEMBER =
            Pattern.compile(
                    "\"(id|at|channel|nonce|kind|date)\"\\s*:\\s*"
                            + "\"([^\"\\\\\\x00-\\x1f\\x7f-\\xff]+)\"");

    private final Directory directory;
    private final Instant now;

    Salvage(Directory directory, Instant now) {
        this.directory = directory;
        this.now = now;
    }

    /// Uses what is left of one line.
    private interface Use {
        void of(Map<String, String> members, String evidence) throws IOException;
    }

    void inbox(Inbox inbox) throws IOException {
        forEach(
                "inbox.jsonl",
                (members, evidence) -> {
                    String id = members.getOrDefault("id", "");
                    if (!id.isEmpty() && !inbox.has(id)) {
                        inbox.append(
                                new InboxLine(
                                        line(members, List.of("id", "at", "channel"), evidence)));
                    }
                });
    }

    void admissions(Admissions admissions) throws IOException {
        forEach(
                "admissions.jsonl",
                (members, evidence) -> {
                    String id = members.getOrDefault("id", "");
                    if (!id.isEmpty() && !admissions.has(id)) {
                        members.putIfAbsent("at", Times.text(now));
                        admissions.append(
                                new AdmissionLine(line(members, List.of("id", "at"), evidence)));
                    }
                });
    }

    void notices(Notices notices) throws IOException {
        forEach(
                "notices.jsonl",
                (members, evidence) -> {
                    Optional<String> kind = Optional.ofNullable(members.get("kind"));
                    Optional<String> date = Optional.ofNullable(members.get("date"));
                    if (kind.isPresent()
                            && date.isPresent()
                            && !notices.has(kind.get(), date.get())) {
                        notices.append(
                                new NoticeLine(line(members, List.of("kind", "date"), evidence)));
                    }
                });
    }

    /// Without a time that can be read the part counts as intended long ago.
    void outbox(Outbox outbox) throws IOException {
        forEach(
                "outbox.jsonl",
                (members, evidence) -> {
                    String nonce = members.getOrDefault("nonce", "");
                    if (!nonce.isEmpty() && outbox.status(nonce).isEmpty()) {
                        members.put("status", OutboxStatus.UNKNOWN.word());
                        List<String> kept = List.of("nonce", "status", "at", "channel");
                        outbox.append(new OutboxLine(line(members, kept, evidence)));
                    }
                });
    }

    private static JsonObject line(
            Map<String, String> members, List<String> kept, String evidence) {
        JsonObject.Builder line = JsonObject.builder();
        for (String name : kept) {
            String value = members.get(name);
            if (value != null) {
                line.put(name, value);
            }
        }
        return line.put("torn", evidence).build();
    }

    private void forEach(String log, Use use) throws IOException {
        List<String> names = new ArrayList<>(OnceFiles.names(directory));
        names.removeIf(name -> !name.startsWith(log + MARK));
        names.sort(null);
        for (String name : names) {
            Optional<BoundedFile> file = BoundedFile.read(directory, name, BYTES_MAX);
            if (file.isPresent()) {
                String text = new String(file.get().bytes(), StandardCharsets.ISO_8859_1);
                for (String piece : text.split("\n", -1)) {
                    use.of(members(piece), name);
                }
            }
        }
    }

    /// Each member once, as it stands there first.
    private static Map<String, String> members(String piece) {
        Map<String, String> members = new LinkedHashMap<>();
        for (MatchResult match :
                (Iterable<MatchResult>) MEMBER.matcher(piece).results()::iterator) {
            members.putIfAbsent(match.group(1), match.group(2));
        }
        return members;
    }
}
