package dev.belay.proof.rules;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;

/// The simple names of the types in one file that belong to a sealed one.
final class SealedCases extends TreeScanner<Void, Void> {
    private final List<String> names = new ArrayList<>();
    private final List<String> sealed = new ArrayList<>();
    private final List<ClassTree> types = new ArrayList<>();

    private SealedCases() {}

    static List<String> of(CompilationUnitTree unit) {
        SealedCases found = new SealedCases();
        found.scan(unit, null);
        for (ClassTree type : found.types) {
            if (type.getImplementsClause().stream()
                    .anyMatch(it -> found.sealed.contains(simpleName(it)))) {
                found.names.add(type.getSimpleName().toString());
            }
        }
        return found.names;
    }

    @Override
    public Void visitClass(ClassTree type, Void unused) {
        types.add(type);
        if (type.getModifiers().getFlags().contains(Modifier.SEALED)) {
            sealed.add(type.getSimpleName().toString());
        }
        type.getPermitsClause().forEach(permitted -> names.add(simpleName(permitted)));
        return super.visitClass(type, null);
    }

    private static String simpleName(Tree type) {
        return type.toString().replaceAll("<.*", "").replaceAll(".*\\.", "");
    }
}
