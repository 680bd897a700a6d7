/**
 * Explorations of several machines, for the commands that take part in one or follow it: {@link
 * dev.harrier.cli.distributed.CampaignLink} is the work source of a {@code harrier fuzz} in a
 * campaign. Workers share sources, packages and programs before they explore, whether they could
 * build them or not.
 */
@NullMarked
package dev.harrier.cli.distributed;

import org.jspecify.annotations.NullMarked;
