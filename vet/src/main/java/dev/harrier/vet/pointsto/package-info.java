/**
 * What a value is and which memory it refers to, for one activation of a function at a time.
 *
 * <p>The life of a captured variable is one activation of the function that declares it. So the
 * analysis does not need a points-to set for the whole program: it expands the calls of one
 * activation into a tree of {@linkplain dev.harrier.vet.pointsto.Frame frames} and resolves values
 * through arguments, the {@linkplain dev.harrier.vet.pointsto.BindingMap binding map} and
 * {@linkplain dev.harrier.vet.pointsto.VariableUses variables that are assigned once}. That makes
 * it sensitive to context, to fields and to constant or symbolic indices.
 *
 * <p>Limits: memory that is reached through a container, an interface with several implementations
 * or a variable that is assigned more than once gets a place of its own, and is not known to be the
 * same as any other.
 */
@NullMarked
package dev.harrier.vet.pointsto;

import org.jspecify.annotations.NullMarked;
