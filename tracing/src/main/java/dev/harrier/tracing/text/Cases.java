package dev.harrier.tracing.text;

import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.SelectCase.Direction;
import java.util.ArrayList;
import java.util.List;

/**
 * The cases of a select: {@code send o1 receive o2* receive nil default}; the chosen one has a
 * star.
 *
 * @param chosen the index of the chosen case, -1 if it is the default or nothing is chosen
 */
record Cases(List<SelectCase> list, boolean hasDefault, int chosen) {
  private static final String NIL = "nil";

  static Cases parse(Words words) {
    List<SelectCase> list = new ArrayList<>();
    int chosen = -1;
    while (words.nextIs("send") || words.nextIs("receive")) {
      Direction direction =
          words.next("a direction").equals("send") ? Direction.SEND : Direction.RECEIVE;
      String name = words.next("a channel such as o1 or o1*, or nil");
      if (name.endsWith("*")) {
        chosen = list.size();
        name = name.substring(0, name.length() - 1);
      }
      list.add(new SelectCase(direction, name.equals(NIL) ? ObjectId.NONE : words.object(name)));
    }
    boolean defaultChosen = words.take("default*");
    boolean hasDefault = defaultChosen || words.take("default");
    return new Cases(List.copyOf(list), hasDefault, chosen);
  }

  static String print(List<SelectCase> cases, boolean hasDefault, int chosen) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < cases.size(); i++) {
      SelectCase c = cases.get(i);
      text.append(
          switch (c.direction()) {
            case SEND -> " send ";
            case RECEIVE -> " receive ";
          });
      text.append(c.channel().equals(ObjectId.NONE) ? NIL : c.channel().toString());
      text.append(i == chosen ? "*" : "");
    }
    if (hasDefault) {
      text.append(chosen < 0 ? " default*" : " default");
    }
    return text.toString();
  }
}
