/**
 * What functions and types of other people's code do to goroutines and to the order between them:
 * the file {@code library.txt}, by exact names, and questions to it. What the code of the program
 * itself does is never known from here.
 *
 * <p>Two conventions stand next to the names: a method of the form of {@code io.Reader} or {@code
 * io.Writer} moves data wherever it is declared, and words of a method's name may show that it ends
 * what others do, or waits for what comes in; both only ever keep something from being reported.
 */
@NullMarked
package dev.harrier.vet.library;

import org.jspecify.annotations.NullMarked;
