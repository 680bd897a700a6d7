package dev.harrier.explore.campaign;

import java.time.Duration;

/**
 * When to stop. Whatever is reached first ends the campaign.
 *
 * @param time from the first execution on
 * @param executions of all targets together
 * @param perTarget executions of each target
 * @param firstFinding whether the first proved finding ends it
 */
public record Budget(Duration time, long executions, long perTarget, boolean firstFinding) {}
