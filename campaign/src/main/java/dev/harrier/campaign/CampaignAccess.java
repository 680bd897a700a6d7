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
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * What it takes to get into a server, besides what its address says.
 *
 * @param credentials a file as NATS makes them for a user
 * @param ca certificates (PEM) of those who may vouch for the server; empty for those that Java
 *     trusts
 */
public record CampaignAccess(Optional<Path> credentials, Optional<Path> ca) {
  void check() throws CampaignException {
    if (credentials.isPresent() && !Files.isReadable(credentials.get())) {
      throw new CampaignException("the credentials %s can't be read".formatted(credentials.get()));
    }
    if (ca.isPresent() && !Files.isReadable(ca.get())) {
      throw new CampaignException("the certificates %s can't be read".formatted(ca.get()));
    }
  }

  /** Trusts those certificates and no others; empty if there are none. */
  Optional<SSLContext> trust() throws CampaignException {
    if (ca.isEmpty()) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(ca.get())) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca" + number++, one);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return Optional.of(context);
    } catch (GeneralSecurityException | IOException e) {
      throw new CampaignException(
          "%s has no certificates (PEM): %s".formatted(ca.get(), e.getMessage()), e);
    }
  }
}
