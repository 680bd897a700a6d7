package dev.harrier.analysis.explain;

/**
 * What the source says of the loop around a select or a sleep.
 *
 * @param sleeps whether the wait is a sleep
 * @param endless whether nothing ends the loop but, around a select, a case that waits for
 *     something else than time, and, around a sleep, another value of memory that it reads over at
 *     most three pointers and does not write. The loop makes no such case ready itself
 * @param pure whether it is endless, and writes no memory that others may know
 * @param others how many cases wait for something else than time
 * @param done how many of those wait for {@code Done()} of something, by its name a context
 * @param own how many wait for {@code Done()} of a context that each round makes, with a limit of
 *     time: it is as good as a timer
 * @param ends whether it has a condition, or something between two rounds may leave it
 * @param leaving how many cases leave it
 */
public record PollLoop(
    boolean sleeps,
    boolean endless,
    boolean pure,
    int others,
    int done,
    int own,
    boolean ends,
    int leaving) {}
