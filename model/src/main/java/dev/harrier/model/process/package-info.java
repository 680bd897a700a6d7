/** Whether other processes of this machine still run. */
@NullMarked
package dev.harrier.model.process;

import org.jspecify.annotations.NullMarked;
