package dev.harrier.vet.load;

import com.google.gson.Gson;

/** A line of what the exporter writes when it generates tests. */
final class GeneratedTestLine {
  private String place = "";
  private String packagePath = "";
  private String directory = "";
  private String test = "";
  private String call = "";
  private String source = "";
  private String refused = "";

  private GeneratedTestLine() {}

  static GeneratedTest parsed(String json) {
    GeneratedTestLine line = new Gson().fromJson(json, GeneratedTestLine.class);
    return line.source.isEmpty()
        ? new GeneratedTest.Refused(line.place, line.refused)
        : new GeneratedTest.Written(
            line.place, line.packagePath, line.directory, line.test, line.call, line.source);
  }
}
