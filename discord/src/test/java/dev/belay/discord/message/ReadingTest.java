package dev.belay.discord.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.turn.Incoming;
import dev.belay.connector.turn.Incoming.Place;
import dev.belay.connector.turn.Incoming.Trait;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingTest {
    private static final String SELF = "1001";

    private final Places places = new Places();

    private static JsonObject json(String text) throws IOException {
        return JsonText.parse(text.replace('\'', '"'), JsonLimits.ofBytes(10_000))
                        instanceof JsonObject object
                ? object
                : JsonObject.of(Map.of());
    }

    private Optional<Incoming> read(String text) throws IOException {
        return Reading.live(json(text), SELF, places);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'author':{'id':'7'} | ",
                "'author':{'id':'1001'} | BY_US",
                "'author':{'id':'7','bot':true} | BY_MACHINE",
                "'author':{'id':'7','bot':false} | ",
                "'author':{'id':'7','system':true} | BY_MACHINE",
                "'author':{'id':'7'},'webhook_id':'9' | BY_MACHINE",
                "'author':{'id':'7'},'application_id':'9' | BY_MACHINE",
                "'author':{'id':'7'},'type':0 | ",
                "'author':{'id':'7'},'type':19 | ",
                "'author':{'id':'7'},'type':7 | NO_TEXT_MESSAGE",
                "'author':{'id':'7'},'type':'0' | NO_TEXT_MESSAGE",
                "'author':{'id':'7'},'mentions':[{'id':'1001'}] | MENTIONS_US",
                "'author':{'id':'7'},'mentions':[{'id':'1'},3,null,{'id':1001}] | ",
                "'author':{'id':'7'},'mentions':{'id':'1001'} | ",
                "'author':{'id':'7'},'referenced_message':{'author':{'id':'1001'}} | REPLIES_TO_US",
                "'author':{'id':'7'},'referenced_message':null | ",
                "'author':{'id':'7'},'referenced_message':{'author':[]} | ",
            })
    void what_discord_says_of_it_becomes_its_traits(String members, String traits)
            throws IOException {
        Set<Trait> expected =
                traits == null
                        ? Set.of()
                        : Arrays.stream(traits.split(" ", -1))
                                .map(Trait::valueOf)
                                .collect(Collectors.toSet());

        Incoming message =
                read("{'id':'5','channel_id':'6','guild_id':'8'," + members + "}").orElseThrow();

        assertThat(message.traits()).isEqualTo(expected);
        assertThat(message.text()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'id':'5','channel_id':'6'}",
                "{'id':'5','channel_id':'6','author':null}",
                "{'id':'5','channel_id':'6','author':{'id':7}}",
                "{'id':'5','channel_id':'6','author':{'id':''}}",
                "{'id':5,'channel_id':'6','author':{'id':'7'}}",
                "{'id':'05','channel_id':'6','author':{'id':'7'}}",
                "{'id':'../5','channel_id':'6','author':{'id':'7'}}",
                "{'id':'5','channel_id':'x','author':{'id':'7'}}",
                "{'id':'5','author':{'id':'7'}}",
                "{'id':'99999999999999999999','channel_id':'6','author':{'id':'7'}}"
            })
    void without_what_it_takes_it_is_none(String text) throws IOException {
        assertThat(read(text)).isEmpty();
    }

    @Test
    void a_place_is_what_was_told_of_it() throws IOException {
        places.learn(
                "GUILD_CREATE",
                json(
                        "{'id':'8','channels':[{'id':'6','type':0,'parent_id':'99'},3,{}],"
                                + "'threads':[{'id':'61','type':11,'parent_id':'6'}]}"));
        places.learn("THREAD_CREATE", json("{'id':'62','guild_id':'8','type':12,'parent_id':'6'}"));
        places.learn(
                "THREAD_LIST_SYNC",
                json("{'guild_id':'8','threads':[{'id':'63','type':10,'parent_id':'6'}]}"));
        places.learn("THREAD_UPDATE", json("{'id':'65','guild_id':'8','type':11,'parent_id':'6'}"));
        places.learn("MESSAGE_CREATE", json("{'id':'64','type':11,'parent_id':'6'}"));
        places.learn("GUILD_CREATE", json("{'id':'8','channels':{},'threads':null}"));

        assertThat(places.of("6").orElseThrow().place())
                .as("a category is no parent")
                .isEqualTo(new Place("8", "6"));
        for (String thread : Set.of("61", "62", "63", "65")) {
            assertThat(places.of(thread).orElseThrow().place())
                    .isEqualTo(new Place("8", thread, "6"));
        }
        assertThat(places.of("64")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{\"nonce\":\"a\"} | a", "{\"nonce\":12} | 12", "{\"nonce\":null} | ''"})
    void a_nonce_is_a_text_or_a_number(String text, String nonce) throws IOException {
        assertThat(Reading.nonce(json(text))).isEqualTo(nonce);
    }
}
