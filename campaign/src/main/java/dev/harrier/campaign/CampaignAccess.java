package dev.harrier.campaign;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Credentials for a server, besides those in its address, and for a campaign on it.
 *
 * @param credentials a file as NATS makes them for a user
 * @param ca certificates (PEM) of those who may vouch for the server; empty for those that Java
 *     trusts
 * @param client for a server that wants to see a certificate
 * @param key the file of the campaign's key; empty for that of its name in {@code keys}
 * @param keys the directory where this user keeps the keys of campaigns
 */
public record CampaignAccess(
    Optional<Path> credentials,
    Optional<Path> ca,
    Optional<ClientCertificate> client,
    Optional<Path> key,
    Path keys) {
  /** The file of the campaign's key. */
  public Path keyFile(CampaignAddress campaign) {
    return key.orElseGet(() -> keys.resolve(campaign.name() + ".key"));
  }

  void check() throws CampaignException {
    readable("credentials", credentials);
    readable("certificates", ca);
    readable("certificate", client.map(ClientCertificate::certificate));
    readable("key", client.map(ClientCertificate::key));
  }

  private static void readable(String what, Optional<Path> file) throws CampaignException {
    if (file.isPresent() && !Files.isReadable(file.get())) {
      throw new CampaignException("the %s %s can't be read".formatted(what, file.get()));
    }
  }

  /** What TLS needs that Java does not know by itself; empty if that is nothing. */
  Optional<SSLContext> tls() throws CampaignException {
    if (ca.isEmpty() && client.isEmpty()) {
      return Optional.empty();
    }
    KeyManager @Nullable [] shown = client.isPresent() ? client.get().managers() : null;
    TrustManager @Nullable [] trusted = ca.isPresent() ? trusted(ca.get()) : null;
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(shown, trusted, null);
      return Optional.of(context);
    } catch (GeneralSecurityException e) {
      throw new CampaignException("there is no TLS here: " + e.getMessage(), e);
    }
  }

  /** Those certificates and no others. */
  private static TrustManager[] trusted(Path file) throws CampaignException {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca" + number++, one);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      return trust.getTrustManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw new CampaignException(
          "%s has no certificates (PEM): %s".formatted(file, e.getMessage()), e);
    }
  }
}
