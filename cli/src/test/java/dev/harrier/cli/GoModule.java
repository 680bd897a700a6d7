package dev.harrier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A Go module that a test writes: one package, with the code that matters to the test. */
record GoModule(Path root) {
  static GoModule at(Path root) throws IOException {
    Files.createDirectories(root);
    Files.writeString(root.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
    return new GoModule(root);
  }

  GoModule file(String name, String text) throws IOException {
    Files.writeString(root.resolve(name), text);
    return this;
  }

  /** A test function {@code TestM} with this body. */
  GoModule test(String imports, String body) throws IOException {
    StringBuilder text = new StringBuilder("package m\n\nimport (\n\t\"testing\"\n");
    for (String name : imports.split(" ")) {
      text.append(name.isEmpty() ? "" : "\t\"" + name + "\"\n");
    }
    text.append(")\n\nfunc TestM(t *testing.T) {\n").append(body.indent(2)).append("}\n");
    return file("m_test.go", text.toString());
  }

  /** A test that leaves a goroutine behind that is stuck for good. */
  GoModule leakingTest() throws IOException {
    return test("", "ch := make(chan int)\ngo func() { ch <- 1 }()");
  }
}
