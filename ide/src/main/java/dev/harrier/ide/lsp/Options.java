package dev.harrier.ide.lsp;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.InitializeParams;

/**
 * What the editor can do, and what its user wants.
 *
 * @param vetOnSave {@code initializationOptions.vetOnSave}; on unless it says otherwise
 * @param timelinePanel whether the editor shows timelines by itself
 * @param asksForReason whether it asks for the reason of a suppression
 * @param exploreTime how long an exploration continues, as {@code harrier fuzz -time} takes it
 */
record Options(
    boolean vetOnSave,
    boolean timelinePanel,
    boolean asksForReason,
    String exploreTime,
    boolean showsProgress,
    boolean showsDocuments,
    boolean refreshesLenses) {
  static final Options NONE = new Options(true, false, false, "30s", false, false, false);

  static Options of(InitializeParams params) {
    JsonObject given =
        params.getInitializationOptions() instanceof JsonObject object ? object : new JsonObject();
    ClientCapabilities can = params.getCapabilities();
    var window = can == null ? null : can.getWindow();
    var workspace = can == null ? null : can.getWorkspace();
    return new Options(
        flag(given, "vetOnSave", true),
        flag(given, "timelinePanel", false),
        flag(given, "asksForReason", false),
        given.get("exploreTime") instanceof JsonPrimitive p ? p.getAsString() : "30s",
        window != null && Boolean.TRUE.equals(window.getWorkDoneProgress()),
        window != null && window.getShowDocument() != null && window.getShowDocument().isSupport(),
        workspace != null
            && workspace.getCodeLens() != null
            && Boolean.TRUE.equals(workspace.getCodeLens().getRefreshSupport()));
  }

  private static boolean flag(JsonObject given, String name, boolean otherwise) {
    return given.get(name) instanceof JsonPrimitive p ? p.getAsBoolean() : otherwise;
  }
}
