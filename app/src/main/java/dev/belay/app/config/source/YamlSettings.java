package dev.belay.app.config.source;

import dev.belay.app.config.Key;
import dev.belay.app.config.KeyTable;
import dev.belay.app.config.Kind;
import dev.belay.app.config.SecretReference;
import dev.belay.app.config.Setting;
import dev.belay.app.config.Value;
import dev.belay.core.error.Refusal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// The settings of one YAML file. The only class that knows the YAML library, so that a start
/// without a file does not load it.
final class YamlSettings {
    private static final int DEPTH_MAX = 32;
    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setAllowDuplicateKeys(false).build();

    private final KeyTable table;
    private final String label;
    private final Map<String, Setting> settings = new LinkedHashMap<>();

    private YamlSettings(KeyTable table, String label) {
        this.table = table;
        this.label = label;
    }

    /// Reads the whole file, or refuses it with the line.
    static Map<String, Setting> read(KeyTable table, byte[] bytes, String label) throws Refusal {
        YamlSettings reader = new YamlSettings(table, label);
        Optional<Node> root = reader.compose(reader.decoded(bytes));
        if (root.isPresent() && !isNothing(root.get())) {
            reader.section("", root.get());
        }
        return reader.settings;
    }

    private String decoded(byte[] bytes) throws Refusal {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw SettingRefusals.of(label, "is not UTF-8", "save it as UTF-8");
        }
    }

    private Optional<Node> compose(String text) throws Refusal {
        try {
            // The composer recurses; the parser does not, and so can be asked first.
            int depth = 0;
            Parser events = parser(text);
            while (events.hasNext()) {
                Event event = events.next();
                depth += event instanceof CollectionStartEvent ? 1 : 0;
                depth -= event instanceof CollectionEndEvent ? 1 : 0;
                if (depth > DEPTH_MAX) {
                    throw SettingRefusals.of(label, "is nested too deep", "");
                }
            }
            return new Composer(SETTINGS, parser(text)).getSingleNode();
        } catch (MarkedYamlEngineException e) {
            String at = e.getProblemMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
            throw SettingRefusals.of(label + at, "is not YAML: " + e.getProblem(), "").because(e);
        } catch (YamlEngineException e) {
            throw SettingRefusals.of(label, "is not YAML", "").because(e);
        }
    }

    private static Parser parser(String text) {
        return new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text));
    }

    /// Reads the settings of one section.
    ///
    /// @param prefix empty, or the names so far, each with a dot after it
    private void section(String prefix, Node node) throws Refusal {
        if (!(node instanceof MappingNode mapping)) {
            String name = prefix.isEmpty() ? "the file" : prefix.substring(0, prefix.length() - 1);
            throw SettingRefusals.of(
                    at(node),
                    name + " is " + noun(node) + ", and settings by name belong there",
                    "`belay config show` lists every key");
        }
        Set<String> seen = new HashSet<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String name = prefix + scalar(tuple.getKeyNode());
            Optional<Key> key = table.named(name);
            boolean isSection =
                    table.all().stream().anyMatch(each -> each.name().startsWith(name + "."));
            if (key.isEmpty() && !isSection) {
                throw SettingRefusals.unknown(at(tuple.getKeyNode()), name, known(prefix));
            }
            if (!seen.add(name)) {
                throw SettingRefusals.of(at(tuple.getKeyNode()), name + " is set twice", "");
            }
            Node value = tuple.getValueNode();
            if (key.isPresent()) {
                settings.put(name, new Setting(key.get(), value(key.get(), value), at(value)));
            } else if (!isNothing(value)) {
                section(name + ".", value);
            }
        }
    }

    private Value value(Key key, Node node) throws Refusal {
        return switch (key.kind()) {
            case TEXTS -> new Value.Texts(texts(key, node));
            case PAIRS -> new Value.Pairs(pairs(key, node));
            case SECRET -> new Value.Secret(secret(key, node));
            case TEXT, DIRECTORY, WORD, COUNT, SIZE, BOOLEAN, DURATION -> {
                if (!(node instanceof ScalarNode scalar)
                        || !scalar.getTag().equals(tag(key.kind()))) {
                    throw SettingRefusals.misfit(key, at(node), noun(node));
                }
                yield Scalars.read(key, scalar.getValue(), at(node));
            }
        };
    }

    private static Tag tag(Kind kind) {
        return switch (kind) {
            case COUNT, SIZE -> Tag.INT;
            case BOOLEAN -> Tag.BOOL;
            case TEXT, DIRECTORY, WORD, DURATION, TEXTS, PAIRS, SECRET -> Tag.STR;
        };
    }

    private List<String> texts(Key key, Node node) throws Refusal {
        if (!(node instanceof SequenceNode sequence)) {
            throw SettingRefusals.misfit(key, at(node), noun(node));
        }
        List<String> texts = new ArrayList<>();
        for (Node element : sequence.getValue()) {
            texts.add(scalar(element));
        }
        return texts;
    }

    private Map<String, String> pairs(Key key, Node node) throws Refusal {
        if (!(node instanceof MappingNode mapping)) {
            throw SettingRefusals.misfit(key, at(node), noun(node));
        }
        Map<String, String> pairs = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String name = scalar(tuple.getKeyNode());
            if (pairs.put(name, scalar(tuple.getValueNode())) != null) {
                throw SettingRefusals.of(at(tuple.getKeyNode()), name + " is there twice", "");
            }
        }
        return pairs;
    }

    private SecretReference secret(Key key, Node node) throws Refusal {
        if (!(node instanceof MappingNode)) {
            throw SettingRefusals.secretWritten(key, at(node));
        }
        Map<String, String> pairs = pairs(key, node);
        if (pairs.size() == 1) {
            Map.Entry<String, String> only = pairs.entrySet().iterator().next();
            Optional<SecretReference> reference =
                    SecretReference.of(only.getKey(), only.getValue());
            if (reference.isPresent()) {
                return reference.get();
            }
        }
        throw SettingRefusals.misfit(key, at(node), "something else");
    }

    /// A word or text, whatever YAML takes it for.
    private String scalar(Node node) throws Refusal {
        if (node instanceof ScalarNode scalar && !isNothing(node)) {
            return scalar.getValue();
        }
        throw SettingRefusals.of(at(node), "is " + noun(node) + ", and a text belongs here", "");
    }

    private List<String> known(String prefix) {
        return table.all().stream()
                .map(Key::name)
                .filter(name -> name.startsWith(prefix))
                .map(name -> prefix + name.substring(prefix.length()).split("\\.", 2)[0])
                .distinct()
                .collect(Collectors.toList());
    }

    private static boolean isNothing(Node node) {
        return node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.NULL);
    }

    private String at(Node node) {
        return node.getStartMark().map(mark -> label + ":" + (mark.getLine() + 1)).orElse(label);
    }

    private static String noun(Node node) {
        return switch (node) {
            case MappingNode _ -> "a section";
            case SequenceNode _ -> "a list";
            case ScalarNode scalar when scalar.getTag().equals(Tag.NULL) -> "empty";
            case ScalarNode scalar when scalar.getTag().equals(Tag.BOOL) -> "true or false";
            case ScalarNode scalar when scalar.getTag().equals(Tag.INT) -> "a number";
            case ScalarNode scalar when scalar.getTag().equals(Tag.FLOAT) -> "a fraction";
            case ScalarNode scalar -> SettingRefusals.quoted(scalar.getValue());
            default -> "something else";
        };
    }
}
