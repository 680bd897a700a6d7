/** The list of all rules of this module. To add a rule, write its class and name it here. */
@NullMarked
package dev.harrier.analysis.catalog;

import org.jspecify.annotations.NullMarked;
