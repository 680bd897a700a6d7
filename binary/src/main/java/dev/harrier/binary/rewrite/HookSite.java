package dev.harrier.binary.rewrite;

import dev.harrier.binary.semantics.HookEvent;

/**
 * A hooked place; its number in the log is its position in the list, from 1.
 *
 * @param address link-time address of the instruction that stands for it
 * @param inline whether the place itself is the innermost frame of its records; else their first
 *     program counter is a return address
 */
record HookSite(HookEvent event, long address, boolean inline) {}
