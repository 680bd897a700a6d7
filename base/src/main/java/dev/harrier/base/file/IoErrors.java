package dev.harrier.base.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What went wrong with a file, in words for anyone who runs Harrier. */
public final class IoErrors {
  private IoErrors() {}

  /** The reason, such as "no such file or directory". Java gives many only as a type. */
  public static String reason(IOException e) {
    if (e instanceof FileSystemException f && f.getReason() != null) {
      return f.getReason();
    }
    return switch (e) {
      case NoSuchFileException _ -> "no such file or directory";
      case AccessDeniedException _ -> "permission denied";
      case NotDirectoryException _ -> "not a directory";
      case FileAlreadyExistsException _ -> "something else is there already";
      case DirectoryNotEmptyException _ -> "the directory is not empty";
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }

  /** The file, if it is known, and the reason. */
  public static String described(IOException e) {
    return e instanceof FileSystemException f && f.getFile() != null
        ? f.getFile() + ": " + reason(e)
        : reason(e);
  }
}
