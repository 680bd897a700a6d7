package dev.harrier.base.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest that contents are called by. */
public final class Sha256 {
  private Sha256() {}

  /** A new one, of nothing yet. */
  public static MessageDigest create() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every JDK has SHA-256", impossible);
    }
  }
}
