package dev.harrier.binary.pclntab;

/**
 * The words of {@code runtime.firstmoduledata} that matter here, all link-time addresses.
 *
 * @param address of the structure
 * @param text {@code runtime.text}, what function offsets count from
 * @param textEnd {@code runtime.etext}
 * @param goFunc {@code go:func.*}, what inline trees are relative to
 */
public record ModuleData(long address, long text, long textEnd, long goFunc) {}
