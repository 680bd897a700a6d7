package dev.harrier.binary.elf;

/** A section header. Its size is that in memory; {@code NOBITS} sections are left out. */
public record Section(String name, long address, long offset, long size) {}
