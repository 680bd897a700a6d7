package dev.harrier.report.json;

import dev.harrier.report.Renderer;
import dev.harrier.report.RunReport;
import java.io.IOException;

/** The whole report as one JSON object. */
public final class JsonRenderer implements Renderer {
  @Override
  public void render(RunReport report, Appendable out) throws IOException {
    out.append(JsonDocuments.report(report));
  }
}
