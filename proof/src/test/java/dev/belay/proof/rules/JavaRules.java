package dev.belay.proof.rules;

import com.sun.source.tree.CaseTree;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

    private JavaRules(
            TextFile file,
            CompilationUnitTree unit,
            SourcePositions positions,
            Set<String> sealedCases) {
        this.file = file;
        this.unit = unit;
        this.positions = positions;
        this.sealedCases = sealedCases;
    }

    /// What is wrong with `files`, one line each. A sealed type counts where it is in one of them.
    static List<String> complaints(List<TextFile> files) {
        JavacTask task = parser(files);
        List<String> complaints = new ArrayList<>();
        try {
            List<CompilationUnitTree> units = new ArrayList<>();
            task.parse().forEach(units::add);
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            Set<String> sealedCases = new HashSet<>();
            units.forEach(unit -> sealedCases.addAll(SealedCases.of(unit)));
            for (int i = 0; i < units.size(); i++) {
                JavaRules rules = new JavaRules(files.get(i), units.get(i), positions, sealedCases);
                rules.scan(rules.unit, null);
                complaints.addAll(rules.complaints);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return complaints;
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

    private static JavacTask parser(List<TextFile> files) {
        List<JavaFileObject> sources = new ArrayList<>();
        for (TextFile file : files) {
            URI address = URI.create("string:///" + file.path());
            sources.add(
                    new SimpleJavaFileObject(address, JavaFileObject.Kind.SOURCE) {
                        @Override
                        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                            return file.text();
                        }
                    });
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        return (JavacTask) compiler.getTask(null, null, null, null, null, sources);
    }
}
