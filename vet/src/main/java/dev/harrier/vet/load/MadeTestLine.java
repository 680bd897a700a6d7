package dev.harrier.vet.load;

import com.google.gson.Gson;

/** A line of what the exporter writes when it makes tests. */
final class MadeTestLine {
  private String place = "";
  private String packagePath = "";
  private String directory = "";
  private String test = "";
  private String call = "";
  private String source = "";
  private String refused = "";

  private MadeTestLine() {}

  static MadeTest parsed(String json) {
    MadeTestLine line = new Gson().fromJson(json, MadeTestLine.class);
    return line.source.isEmpty()
        ? new MadeTest.Refused(line.place, line.refused)
        : new MadeTest.Made(
            line.place, line.packagePath, line.directory, line.test, line.call, line.source);
  }
}
