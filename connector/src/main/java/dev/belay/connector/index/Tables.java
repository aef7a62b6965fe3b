package dev.belay.connector.index;

import dev.belay.connector.line.Delivery;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// All that the logs of a binding say, as it is kept in memory. The layout in binary is in
/// `docs/formats/connector-index-v1.md`.
///
/// @param newest the newest id of each channel, unsigned
/// @param unresolved by nonce, in the order of first intents
/// @param isRevived whether a settled nonce came up again
public record Tables(
        IdTable messages,
        Map<String, Long> newest,
        DatedSets admitted,
        DatedSets said,
        NonceTable nonces,
        Map<String, Delivery> unresolved,
        boolean isRevived) {
    /// What was once read is as long as several lines.
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(Integer.MAX_VALUE);

    /// Writes all of it down; [#read] has it back.
    public void write(DataOutputStream out) throws IOException {
        messages.write(out);
        out.writeInt(newest.size());
        for (Map.Entry<String, Long> channel : newest.entrySet()) {
            Packing.text(out, channel.getKey());
            out.writeLong(channel.getValue());
        }
        admitted.write(out);
        said.write(out);
        nonces.write(out);
        out.writeInt(unresolved.size());
        for (Map.Entry<String, Delivery> part : unresolved.entrySet()) {
            Packing.text(out, part.getKey());
            Packing.text(out, JsonText.print(part.getValue().json()));
        }
        out.writeBoolean(isRevived);
    }

    /// What was written down.
    ///
    /// @throws RuntimeException for what [#write] has not written
    public static Tables read(ByteBuffer in) {
        IdTable messages = IdTable.read(in);
        Map<String, Long> newest = new HashMap<>();
        int channels = Packing.count(in, 1);
        for (int i = 0; i < channels; i++) {
            newest.put(Packing.text(in), in.getLong());
        }
        DatedSets admitted = DatedSets.read(in);
        DatedSets said = DatedSets.read(in);
        NonceTable nonces = NonceTable.read(in);
        Map<String, Delivery> unresolved = new LinkedHashMap<>();
        int parts = Packing.count(in, 1);
        for (int i = 0; i < parts; i++) {
            unresolved.put(Packing.text(in), delivery(Packing.text(in)));
        }
        boolean isRevived = in.get() != 0;
        if (in.hasRemaining()) {
            throw new IllegalArgumentException("more than there should be");
        }
        return new Tables(messages, newest, admitted, said, nonces, unresolved, isRevived);
    }

    private static Delivery delivery(String text) {
        try {
            if (JsonText.parse(text, LIMITS) instanceof JsonObject json) {
                return new Delivery(json);
            }
        } catch (JsonSyntax e) {
            throw new IllegalArgumentException("no object", e);
        }
        throw new IllegalArgumentException("no object");
    }
}
