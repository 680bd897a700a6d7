/**
 * Everything that may order two accesses although the Go memory model, as far as the code was
 * followed, leaves them unordered: each class is one such reason, {@link
 * dev.harrier.vet.mayorder.PossibleOrder} their list. A pair with a possible order is withheld,
 * because most of them are ordered.
 */
@NullMarked
package dev.harrier.vet.mayorder;

import org.jspecify.annotations.NullMarked;
