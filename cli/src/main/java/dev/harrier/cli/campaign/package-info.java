/**
 * Explorations of several machines: {@code harrier campaign} looks at them, stops and reports them,
 * and {@link dev.harrier.cli.campaign.CampaignLink} is the work source of a {@code harrier fuzz}
 * that takes part in one. Workers share sources, packages and programs before they explore, whether
 * they could build them or not.
 */
@NullMarked
package dev.harrier.cli.campaign;

import org.jspecify.annotations.NullMarked;
