package dev.belay.proof.rules;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import dev.belay.proof.rules.Repository.TextFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// The limits of a Java file, read from its syntax tree.
final class JavaRules extends TreeScanner<Void, Void> {
    private static final int METHOD_LINES_MAX = 40;
    private static final int LONG_METHOD_LINES_MAX = 70;
    private static final int PARAMETERS_MAX = 4;

    private final TextFile file;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final Set<String> sealedCases;
    private final List<String> complaints = new ArrayList<>();

    private JavaRules(TextFile file, Parsed parsed, Set<String> sealedCases) {
        this.file = file;
        this.unit = parsed.unit;
        this.positions = parsed.positions;
        this.sealedCases = sealedCases;
    }

    /// A file as javac sees it before it knows any type.
    private record Parsed(CompilationUnitTree unit, SourcePositions positions) {}

    /// What is wrong with `file`, one line each.
    ///
    /// @param sealedCases the simple names of the types that a sealed one of ours permits
    static List<String> complaints(TextFile file, Set<String> sealedCases) {
        JavaRules rules = new JavaRules(file, parse(file), sealedCases);
        rules.scan(rules.unit, null);
        return rules.complaints;
    }

    /// The simple names of the types in `file` that belong to a sealed one.
    static List<String> sealedCases(TextFile file) {
        List<String> names = new ArrayList<>();
        List<ClassTree> types = new ArrayList<>();
        List<String> sealed = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree type, Void unused) {
                types.add(type);
                if (type.getModifiers().getFlags().contains(Modifier.SEALED)) {
                    sealed.add(type.getSimpleName().toString());
                }
                type.getPermitsClause().forEach(permitted -> names.add(simpleName(permitted)));
                return super.visitClass(type, null);
            }
        }.scan(parse(file).unit, null);
        for (ClassTree type : types) {
            if (type.getImplementsClause().stream().anyMatch(t -> sealed.contains(simpleName(t)))) {
                names.add(type.getSimpleName().toString());
            }
        }
        return names;
    }

    @Override
    public Void visitImport(ImportTree tree, Void unused) {
        if (tree.isModule() || tree.getQualifiedIdentifier().toString().endsWith(".*")) {
            complain(tree, "imports more than one name");
        }
        return super.visitImport(tree, null);
    }

    @Override
    public Void visitMethod(MethodTree method, Void unused) {
        String name = method.getName().toString();
        int lines = lastLine(method) - firstLine(method) + 1;
        int max = isSaidToBeLong(method) ? LONG_METHOD_LINES_MAX : METHOD_LINES_MAX;
        if (method.getBody() != null && lines > max) {
            complain(method, name + " has " + lines + " lines");
        }
        if (method.getParameters().size() > PARAMETERS_MAX
                && !hasAnnotation(method, "Override")
                && !isCompact(method)) {
            complain(method, name + " has " + method.getParameters().size() + " parameters");
        }
        if (isTest(method) && !name.matches("[a-z0-9]+(_[a-z0-9]+)+")) {
            complain(method, name + " is not a claim in snake case");
        }
        if (isTest(method) && name.matches("(test|should)_.*")) {
            complain(method, name + " begins with a word that says nothing");
        }
        return super.visitMethod(method, null);
    }

    @Override
    public Void visitSwitch(SwitchTree tree, Void unused) {
        checkDefault(tree, tree.getCases());
        return super.visitSwitch(tree, null);
    }

    @Override
    public Void visitSwitchExpression(SwitchExpressionTree tree, Void unused) {
        checkDefault(tree, tree.getCases());
        return super.visitSwitchExpression(tree, null);
    }

    private void checkDefault(Tree tree, List<? extends CaseTree> cases) {
        boolean hasDefault = false;
        boolean isSealed = false;
        for (CaseTree line : cases) {
            for (var label : line.getLabels()) {
                hasDefault |= label instanceof DefaultCaseLabelTree;
                String type = label.toString().replaceAll("[ (].*", "").replaceAll(".*\\.", "");
                isSealed |= sealedCases.contains(type);
            }
        }
        if (hasDefault && isSealed) {
            complain(tree, "has a default in a switch over a sealed type");
        }
    }

    /// Whether this is a record's constructor without a list of parameters of its own.
    private boolean isCompact(MethodTree method) {
        if (method.getBody() == null) {
            return false;
        }
        int from = (int) positions.getStartPosition(unit, method);
        int to = (int) positions.getStartPosition(unit, method.getBody());
        return !file.text().substring(from, to).contains("(");
    }

    private static boolean isTest(MethodTree method) {
        return hasAnnotation(method, "Test") || hasAnnotation(method, "ParameterizedTest");
    }

    private static boolean hasAnnotation(MethodTree method, String name) {
        return method.getModifiers().getAnnotations().stream()
                .anyMatch(a -> a.getAnnotationType().toString().equals(name));
    }

    /// Whether a line in or directly above the method says why it is long.
    private boolean isSaidToBeLong(MethodTree method) {
        List<String> lines = file.lines();
        int first = Math.max(0, firstLine(method) - 2);
        return lines.subList(first, Math.min(lines.size(), lastLine(method))).stream()
                .anyMatch(line -> line.strip().matches("// Long: .+"));
    }

    private int firstLine(Tree tree) {
        return (int) unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
    }

    private int lastLine(Tree tree) {
        return (int) unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree));
    }

    private void complain(Tree tree, String what) {
        complaints.add(file.path() + ":" + firstLine(tree) + " " + what);
    }

    private static String simpleName(Tree type) {
        return type.toString().replaceAll("<.*", "").replaceAll(".*\\.", "");
    }

    private static Parsed parse(TextFile file) {
        JavaFileObject source =
                new SimpleJavaFileObject(
                        URI.create("string:///" + file.path()), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return file.text();
                    }
                };
        JavacTask task =
                (JavacTask)
                        ToolProvider.getSystemJavaCompiler()
                                .getTask(null, null, null, null, null, List.of(source));
        try {
            CompilationUnitTree unit = task.parse().iterator().next();
            return new Parsed(unit, Trees.instance(task).getSourcePositions());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
