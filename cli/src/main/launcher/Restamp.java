import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Writes a jar again with its oldest classes in a younger format: those from before Java 6 have no
 * stack maps, so the JDK verifies them the slow way at each start and keeps none of them in its
 * cache of linked classes. The launcher runs this when it builds: {@code Restamp IN OUT}.
 */
final class Restamp {
  private final ClassFile format;

  private Restamp(ClassLoader classes) {
    format =
        ClassFile.of(
            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(classes)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  public static void main(String[] arguments) throws IOException {
    Path from = Path.of(arguments[0]);
    try (URLClassLoader classes = new URLClassLoader(new URL[] {from.toUri().toURL()}, null);
        JarFile in = new JarFile(from.toFile());
        OutputStream file = Files.newOutputStream(Path.of(arguments[1]));
        JarOutputStream out = new JarOutputStream(file)) {
      Restamp restamp = new Restamp(classes);
      for (JarEntry entry : Collections.list(in.entries())) {
        byte[] bytes = in.getInputStream(entry).readAllBytes();
        JarEntry copy = new JarEntry(entry.getName());
        copy.setTimeLocal(entry.getTimeLocal());
        out.putNextEntry(copy);
        out.write(entry.getName().endsWith(".class") ? restamp.younger(bytes) : bytes);
        out.closeEntry();
      }
    }
  }

  private byte[] younger(byte[] bytes) {
    ClassModel old = format.parse(bytes);
    if (old.majorVersion() >= ClassFile.JAVA_6_VERSION) {
      return bytes;
    }
    ClassTransform rebuilt =
        ClassTransform.dropping(e -> e instanceof ClassFileVersion)
            .andThen(ClassTransform.transformingMethodBodies((code, e) -> code.with(e)));
    return format.build(
        old.thisClass().asSymbol(),
        made -> made.withVersion(ClassFile.JAVA_8_VERSION, 0).transform(old, rebuilt));
  }
}
