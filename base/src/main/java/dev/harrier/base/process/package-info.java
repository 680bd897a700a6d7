/** Whether other processes of this machine still run, and work of this one next to other work. */
@NullMarked
package dev.harrier.base.process;

import org.jspecify.annotations.NullMarked;
