package dev.belay.core.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.file.Disks;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A log in the private directory of a machine, whose records are `{"word":…}`.
final class Logs {
    static final String NAME = "words.jsonl";
    static final String LABEL = "data/" + NAME;

    private Logs() {}

    static AppendLog log(SimProcess process) throws IOException {
        return new AppendLog(process.world(), Disks.data(process), NAME, Logs::isRecord);
    }

    static LogFile file(SimProcess process) throws IOException {
        return LogFile.create(Disks.data(process), NAME, AppendLog.LOCK_LIMIT);
    }

    static JsonObject word(String word) {
        return JsonObject.builder().put("word", word).build();
    }

    static String line(String word) {
        return JsonText.print(word(word)) + "\n";
    }

    static boolean isRecord(byte[] line) {
        try {
            return JsonText.parse(line, JsonLimits.ofBytes(LogLine.BYTES_MAX))
                            instanceof JsonObject object
                    && object.string("word").isPresent();
        } catch (JsonSyntax _) {
            return false;
        }
    }

    /// The words that a reader finds.
    static List<String> words(SimProcess process) throws IOException {
        List<String> words = new ArrayList<>();
        log(process).read(line -> words.add(line.object().string("word").orElseThrow()));
        return words;
    }

    /// Puts the log there with a hand of our own, and makes it durable.
    static void put(SimHost host, String text) throws IOException {
        put(host, text.getBytes(UTF_8));
    }

    static void put(SimHost host, byte[] bytes) throws IOException {
        try (Directory data = Disks.data(host)) {
            Disks.write(data, NAME, bytes);
        }
        host.disk().settle();
    }

    static String text(SimHost host) throws IOException {
        return Disks.text(Disks.data(host), NAME).orElse("");
    }

    /// What repairs have kept aside, oldest first.
    static List<String> evidence(SimHost host) throws IOException {
        List<String> all = new ArrayList<>();
        for (String name : Disks.names(Disks.data(host))) {
            if (name.startsWith(NAME + ".torn-")) {
                all.add(Disks.text(Disks.data(host), name).orElseThrow());
            }
        }
        return all;
    }
}
