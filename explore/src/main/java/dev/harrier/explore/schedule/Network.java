package dev.harrier.explore.schedule;

/** What carries connections whose both ends are in the process, in a controlled run. */
public enum Network {
  /** The kernel; when data arrives is up to real time. */
  KERNEL,
  /** Package net itself: data is there when it is written. */
  MEMORY
}
