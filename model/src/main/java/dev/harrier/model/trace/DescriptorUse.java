package dev.harrier.model.trace;

import java.util.Optional;

/**
 * How a goroutine uses a descriptor, and what that is of. In traces it is one number: the way, and
 * from the fifth bit on what it is.
 */
public record DescriptorUse(Of of, Way way) {
  private static final int WAYS = 16;

  /** What has descriptors; in the order of their codes. */
  public enum Of {
    /** A file; in traces before version 1.11 also a connection that the kernel carries. */
    KERNEL,
    /** One of both ends of a connection in memory; both have the same number. */
    CONNECTION,
    LISTENER,
    /** Either end of a pipe in memory; both have the same number. */
    PIPE,
    /** A socket for datagrams in memory; all have the same number. */
    SOCKET,
    /** A connection, a listener or a socket for datagrams that the kernel carries. */
    KERNEL_SOCKET
  }

  /** What is done with it; in the order of their codes. */
  public enum Way {
    OTHER,
    READ,
    WRITE,
    CLOSE,
    ACCEPT,
    DIAL
  }

  /** The use of that number; empty if there is none. */
  public static Optional<DescriptorUse> of(int code) {
    int what = code / WAYS;
    int way = code % WAYS;
    return code >= 0 && what < Of.values().length && way < Way.values().length
        ? Optional.of(new DescriptorUse(Of.values()[what], Way.values()[way]))
        : Optional.empty();
  }

  /** Whether the kernel has to do what it takes. */
  public boolean isOfKernel() {
    return of == Of.KERNEL || of == Of.KERNEL_SOCKET;
  }

  /** Whether it may wait for another goroutine, and is over only when that has come. */
  public boolean maySuspend() {
    return way == Way.READ || way == Way.WRITE || way == Way.ACCEPT;
  }
}
