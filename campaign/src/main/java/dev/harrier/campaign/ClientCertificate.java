package dev.harrier.campaign;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/**
 * Identifies this client to a server by TLS.
 *
 * @param certificate PEM, with those that vouch for it behind it if the server does not know them
 * @param key its private key: PEM of PKCS #8, not encrypted
 */
public record ClientCertificate(Path certificate, Path key) {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  KeyManager[] managers() throws CampaignException {
    try {
      Certificate[] chain = chain();
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      char[] none = new char[0];
      store.setKeyEntry("client", privateKey(chain[0]), none, chain);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, none);
      return factory.getKeyManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw new CampaignException(
          "%s and %s are not a certificate and its key: %s"
              .formatted(certificate, key, e.getMessage()),
          e);
    }
  }

  private Certificate[] chain() throws CampaignException, GeneralSecurityException, IOException {
    try (InputStream in = Files.newInputStream(certificate)) {
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(in)
              .toArray(Certificate[]::new);
      if (chain.length == 0) {
        throw new CampaignException("%s has no certificate (PEM)".formatted(certificate));
      }
      return chain;
    }
  }

  private PrivateKey privateKey(Certificate of)
      throws CampaignException, GeneralSecurityException, IOException {
    Matcher found = KEY.matcher(Files.readString(key));
    if (!found.find()) {
      throw new CampaignException(
          "%s has no private key in PKCS #8 (PEM, 'BEGIN PRIVATE KEY'); openssl pkcs8 -topk8 -nodes makes one of others"
              .formatted(key));
    }
    return KeyFactory.getInstance(of.getPublicKey().getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(found.group(1))));
  }
}
