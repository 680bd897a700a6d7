package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers of campaigns that show a certificate, or want to see one. */
final class CampaignTlsTest {
  @TempDir private Path directory;

  private HarrierProcess harrier() throws Exception {
    return new HarrierProcess(GoModule.at(directory.resolve("one")).leakingTest().root());
  }

  @Test
  void tlsIsTrustedIfItsCertificateIs() throws Exception {
    Path key = directory.resolve("key.pem");
    Path certificate = directory.resolve("cert.pem");
    certify(certificate, key);
    try (NatsServer server =
        NatsServer.start(
            directory.resolve("server"),
            "-js",
            "--tls",
            "--tlscert",
            certificate.toString(),
            "--tlskey",
            key.toString())) {
      String address = server.address("", "x").replace("nats://", "tls://");
      HarrierProcess harrier = harrier();
      Result trusted = harrier.run("campaign", "status", "--ca", certificate.toString(), address);
      assertThat(trusted.err()).contains("there is no campaign");
      Result unknown = harrier.run("campaign", "status", address);
      assertThat(unknown.status()).isEqualTo(2);
      assertThat(unknown.err()).contains("is not trusted: ", "-ca");
      Result wrong = harrier.run("campaign", "status", "--ca", key.toString(), address);
      assertThat(wrong.status()).isEqualTo(2);
      assertThat(wrong.err()).contains("has no certificates");
    }
  }

  @Test
  void aServerMayWantToSeeACertificate() throws Exception {
    Path key = directory.resolve("key.pem");
    Path certificate = directory.resolve("cert.pem");
    certify(certificate, key);
    String pem = certificate.toString();
    try (NatsServer server =
        NatsServer.start(
            directory.resolve("server"),
            "-js",
            "--tlsverify",
            "--tlscert",
            pem,
            "--tlskey",
            key.toString(),
            "--tlscacert",
            pem)) {
      String address = server.address("", "x").replace("nats://", "tls://");
      HarrierProcess harrier = harrier();
      String[] words = {
        "campaign", "status", address, "--ca", pem, "--cert", pem, "--key", key.toString()
      };
      assertThat(harrier.run(words).err()).contains("there is no campaign");
      Result without = harrier.run(Arrays.copyOf(words, 5));
      assertThat(without.status()).as(without.toString()).isEqualTo(2);
      assertThat(without.err()).contains("if it asks for a certificate, give -cert and -key");
      words[8] = pem;
      assertThat(harrier.run(words).err()).contains("has no private key in PKCS #8");
      assertThat(harrier.run(Arrays.copyOf(words, 7)).err()).contains("go together");
    }
  }

  private void certify(Path certificate, Path key) throws Exception {
    Path store = directory.resolve("store.p12");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "s",
            "-keyalg",
            "EC",
            "-dname",
            "CN=localhost",
            "-ext",
            "san=ip:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-storepass",
            "changeit",
            "-keystore",
            store.toString());
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    KeyStore made = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
    pem(certificate, "CERTIFICATE", made.getCertificate("s").getEncoded());
    pem(key, "PRIVATE KEY", made.getKey("s", "changeit".toCharArray()).getEncoded());
  }

  private static void pem(Path file, String what, byte[] content) throws Exception {
    String text =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
    Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, text, what));
  }
}
