package dev.belay.proof.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;

/// What the modules and packages of Belay may know of one another and of the world.
@AnalyzeClasses(packages = "dev.belay", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    private static final int TYPES_PER_PACKAGE_MAX = 15;

    @ArchTest
    static final ArchRule packages_have_no_cycles =
            slices().matching("dev.belay.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule only_the_command_line_knows_the_standard_streams =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.belay.app.cli..")
                    .should()
                    .accessTargetWhere(isStandardStream());

    @ArchTest
    static final ArchRule only_the_command_line_ends_the_program =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.belay.app.cli..")
                    .should()
                    .callMethod(System.class, "exit", int.class)
                    .orShould()
                    .callMethod(Runtime.class, "exit", int.class)
                    .orShould()
                    .callMethod(Runtime.class, "halt", int.class);

    @ArchTest
    static final ArchRule libraries_do_not_log =
            noClasses()
                    .that()
                    .resideOutsideOfPackages("dev.belay.app..", "dev.belay.simulators..")
                    .should()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("java.lang.System$Logger")
                    .orShould()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.util.logging..", "org.slf4j..");

    @ArchTest
    static final ArchRule names_say_what_a_thing_is =
            classes()
                    .should()
                    .haveNameNotMatching(
                            ".*(Manager|Helper|Utils?|Impl|Data|Info|Processor|Service|Base)")
                    .andShould()
                    .haveNameNotMatching(".*[.$]Abstract[A-Z][^.$]*");

    @ArchTest
    static void modules_depend_only_on_what_is_below_them(JavaClasses classes) {
        assertThat(classes).flatMap(Modules::wrongDependencies).isEmpty();
    }

    @ArchTest
    static void only_the_system_module_touches_the_world(JavaClasses classes) {
        Set<String> touches = new TreeSet<>();
        for (JavaClass type : classes) {
            if (!Modules.moduleOf(type).equals("system")) {
                touches.addAll(OutsideWorld.touchedBy(type));
            }
        }

        assertThat(touches)
                .as("one line for each exception, and no exception that is not used")
                .containsExactlyElementsOf(new TreeSet<>(OutsideWorld.EXCEPTIONS.keySet()));
    }

    @ArchTest
    static void decisions_know_only_values(JavaClasses classes) {
        Set<String> impurities = new TreeSet<>();
        Set<String> listed = new TreeSet<>();
        for (JavaClass type : classes) {
            if (Decisions.NAMES.contains(type.getName())) {
                listed.add(type.getName());
                impurities.addAll(Decisions.impurities(type));
            }
        }

        assertThat(listed).containsExactlyInAnyOrderElementsOf(Decisions.NAMES);
        assertThat(impurities).isEmpty();
    }

    @ArchTest
    static void packages_are_null_marked(JavaClasses classes) {
        Set<String> marked = new TreeSet<>();
        Set<String> all = new TreeSet<>();
        for (JavaClass type : classes) {
            if (type.isAnnotatedWith(NullMarked.class)) {
                marked.add(type.getPackageName());
            } else if (!type.getPackageName().isEmpty()) {
                all.add(type.getPackageName());
            }
        }

        assertThat(marked).containsAll(all);
    }

    @ArchTest
    static void packages_are_small(JavaClasses classes) {
        Map<String, Set<String>> types = new TreeMap<>();
        for (JavaClass type : classes) {
            if (type.isTopLevelClass() && !type.getSimpleName().endsWith("-info")) {
                types.computeIfAbsent(type.getPackageName(), _ -> new TreeSet<>())
                        .add(type.getSimpleName());
            }
        }

        List<String> large = new ArrayList<>();
        types.forEach((name, members) -> {
            if (members.size() > TYPES_PER_PACKAGE_MAX) {
                large.add(name + " has " + members.size() + ": " + members);
            }
        });
        assertThat(large).isEmpty();
    }

    private static DescribedPredicate<JavaAccess<?>> isStandardStream() {
        return DescribedPredicate.describe(
                "is a standard stream",
                access ->
                        access.getTargetOwner().isEquivalentTo(System.class)
                                && Set.of("in", "out", "err").contains(access.getName()));
    }
}
