/** Whether other processes of this machine still run, and work of this one beside other work. */
@NullMarked
package dev.harrier.base.process;

import org.jspecify.annotations.NullMarked;
