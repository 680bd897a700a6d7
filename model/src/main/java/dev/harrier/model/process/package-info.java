/** Whether other processes of this machine still run, and work of this one beside other work. */
@NullMarked
package dev.harrier.model.process;

import org.jspecify.annotations.NullMarked;
