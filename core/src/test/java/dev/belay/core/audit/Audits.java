package dev.belay.core.audit;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.Disks;
import dev.belay.core.json.JsonObject;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An audit log in the private directory of a machine, and a hand on its files.
final class Audits {
    static final String LOG = "audit.jsonl";
    static final String HEAD = "audit.head";
    static final String RESERVE = "audit.reserve";

    private Audits() {}

    static AuditLog log(SimProcess process) throws IOException {
        return new AuditLog(process.world(), Disks.data(process));
    }

    static AuditEvent event(String subject) {
        return new AuditEvent("test.release", subject, JsonObject.builder().build());
    }

    static Appended append(SimProcess process, String... subjects) throws IOException {
        List<AuditEvent> events = new ArrayList<>();
        for (String subject : subjects) {
            events.add(event(subject));
        }
        return log(process).append(events);
    }

    static List<String> subjects(SimProcess process) throws IOException {
        List<String> subjects = new ArrayList<>();
        log(process).entries(_ -> true, entry -> subjects.add(entry.event().subject()));
        return subjects;
    }

    static String text(SimHost host, String name) throws IOException {
        return Disks.text(Disks.data(host), name).orElse("");
    }

    static void put(SimHost host, String name, String text) throws IOException {
        put(host, name, text.getBytes(StandardCharsets.UTF_8));
    }

    static void put(SimHost host, String name, byte[] bytes) throws IOException {
        try (Directory data = Disks.data(host)) {
            Disks.write(data, name, bytes);
        }
        host.disk().settle();
    }

    static void remove(SimHost host, String name) throws IOException {
        try (Directory data = Disks.data(host)) {
            data.unlink(name);
        }
        host.disk().settle();
    }

    static byte[] bytes(SimHost host, String name) throws IOException {
        try (Directory data = Disks.data(host);
                OpenFile file = data.open(name, 0, OpenOption.READ)) {
            byte[] bytes = new byte[(int) file.status().sizeBytes()];
            int length = 0;
            while (length < bytes.length) {
                length += file.read(bytes, length, bytes.length - length, length);
            }
            return bytes;
        }
    }

    /// Whether an append is refused because the log is not what it was, in which case nothing of it
    /// was changed.
    static boolean isRefused(SimProcess process) throws IOException {
        SimHost host = process.host();
        String before = text(host, LOG) + "|" + text(host, HEAD);
        Optional<Refusal> refusal = Optional.empty();
        try {
            append(process, "more");
        } catch (Refusal e) {
            refusal = Optional.of(e);
        }
        return refusal.filter(it -> it.code() == ErrorCode.AUDIT_BROKEN).isPresent()
                && before.equals(text(host, LOG) + "|" + text(host, HEAD));
    }
}
