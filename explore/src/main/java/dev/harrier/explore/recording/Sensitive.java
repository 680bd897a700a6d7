package dev.harrier.explore.recording;

import dev.harrier.model.command.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.regex.Pattern;

/** Which variables are not for a recording, and what looks like a secret. */
final class Sensitive {
  /** A longer value is not kept. */
  private static final int LONGEST_VALUE = 4096;

  /**
   * Variables that choose what is loaded or executed or where Go finds things, that Harrier sets
   * itself, and those of a session, which are others in each terminal.
   */
  private static final Pattern NEVER =
      Pattern.compile(
          "HARRIER_.*|LD_.*|DYLD_.*|GLIBC_.*|MALLOC_.*|GCONV_PATH|LOCPATH|NLSPATH|RES_OPTIONS"
              + "|HOSTALIASES|LOCALDOMAIN|RESOLV_HOST_CONF|GETCONF_DIR"
              + "|GO[A-Z0-9]*|CGO_.*|CC|CXX|PKG_CONFIG.*"
              + "|PATH|HOME|PWD|OLDPWD|SHELL|ENV|BASH_.*|IFS|CDPATH|PS\\d|SHLVL|_|USER|LOGNAME|MAIL"
              + "|TMPDIR|TMP|TEMP|EDITOR|VISUAL|PAGER|BROWSER|LESS.*|MANPAGER|.*_COMMAND|.*_ASKPASS"
              + "|GIT_.*|PYTHON.*|PERL.*|RUBY.*|NODE_.*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_.*"
              + "|CLASSPATH|SSH_.*|XDG_.*|DBUS_.*|TERM.*|COLORTERM|WINDOWID|DISPLAY|TMUX.*|STY"
              + "|VSCODE_.*|INVOCATION_ID|JOURNAL_STREAM|SYSTEMD_.*");

  private static final Pattern NAME = Pattern.compile("[^=\\p{Cntrl}]{1,200}");

  private static final Pattern SECRET_NAME =
      Pattern.compile(
          ".*(TOKEN|SECRET|PASS|PWD|CREDENTIAL|AUTH|PRIVATE|COOKIE|SESSION|SIGNATURE|KEY|DSN|CERT).*",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern SECRET_VALUE = Pattern.compile("(?s).*-----BEGIN .*|eyJ.*");

  private static final Pattern SECRET_FILE =
      Pattern.compile(
          "\\.env.*|.*\\.(pem|key|p12|pfx|jks|kdbx|ppk)|id_(rsa|dsa|ecdsa|ed25519).*"
              + "|.*(secret|credential|token|passw).*|\\.(netrc|npmrc|pgpass|htpasswd)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern SECRET_FOLDER =
      Pattern.compile("\\.(ssh|aws|gnupg|kube|docker|azure)");

  private Sensitive() {}

  /** Whether a variable may be recorded, and given to a replay. */
  static boolean mayBeRecorded(String variable) {
    return NAME.matcher(variable).matches() && !NEVER.matcher(variable).matches();
  }

  /** Whether only a digest of a variable's value is kept. */
  static boolean isSecret(String variable, String value) {
    return SECRET_NAME.matcher(variable).matches()
        || SECRET_VALUE.matcher(value).matches()
        || !Secrets.hidden(value).equals(value)
        || value.length() > LONGEST_VALUE;
  }

  /** Whether only a digest of a file is kept: by its name, or since not all users may read it. */
  static boolean isSecret(Path file, boolean inModule) throws IOException {
    for (Path part : file) {
      if (SECRET_FOLDER.matcher(part.toString()).matches()) {
        return true;
      }
    }
    return SECRET_FILE.matcher(String.valueOf(file.getFileName())).matches()
        || (!inModule
            && !Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ));
  }
}
