package dev.harrier.vet.race;

/** Names as Go prints them. */
final class GoNames {
  private GoNames() {}

  /**
   * {@code (*p/q.T).M$1$2} is {@code p/q.(*T).M.func1.2} in Go's own stacks; these leave out type
   * arguments, so all instances of a generic function have one name.
   */
  static String of(String ssaName) {
    String name = withoutTypeArguments(ssaName);
    if (name.startsWith("(")) {
      int close = name.indexOf(')');
      String receiver = name.substring(1, close);
      boolean pointer = receiver.startsWith("*");
      String type = pointer ? receiver.substring(1) : receiver;
      int dot = type.indexOf('.', type.lastIndexOf('/') + 1);
      String bare = type.substring(dot + 1);
      name =
          type.substring(0, Math.max(dot, 0))
              + "."
              + (pointer ? "(*" + bare + ")" : bare)
              + name.substring(close + 1);
    }
    int first = name.indexOf('$');
    if (first < 0) {
      return name;
    }
    return name.substring(0, first) + ".func" + name.substring(first + 1).replace('$', '.');
  }

  /**
   * The name of a variable or a type as code of a package writes it: {@code example.com/p/q.T} is
   * {@code T} in that package, {@code q.T} elsewhere.
   */
  static String within(String packagePath, String name) {
    String bare = withoutTypeArguments(name);
    return bare.startsWith(packagePath + ".")
        ? bare.substring(packagePath.length() + 1)
        : bare.substring(bare.lastIndexOf('/') + 1);
  }

  /** Whether the text of a type is its name, with or without type arguments. */
  static boolean isTypeName(String text) {
    return withoutTypeArguments(text).matches("[^\\s\\[\\](){}*]+(\\[\\.\\.\\.])?");
  }

  private static String withoutTypeArguments(String name) {
    StringBuilder text = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      depth += c == '[' ? 1 : 0;
      depth -= c == ']' ? 1 : 0;
      if (depth == 0 || (depth == 1 && c == '[')) {
        text.append(c == '[' ? "[..." : String.valueOf(c));
      }
    }
    return text.toString();
  }
}
