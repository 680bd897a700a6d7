package dev.harrier.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CampaignAddressTest {
  private static CampaignAddress address(String... servers) {
    return new CampaignAddress(List.of(servers), "night");
  }

  @Test
  void theNameStandsBehindTheLastServer() throws Exception {
    assertThat(CampaignAddress.parse("nats://a:1/night")).isEqualTo(address("nats://a:1"));
    assertThat(CampaignAddress.parse("nats://a:1,nats://b:2/night"))
        .isEqualTo(address("nats://a:1", "nats://b:2"));
    assertThat(CampaignAddress.parse("tls://a:1,b:2/night"))
        .isEqualTo(address("tls://a:1", "tls://b:2"));
    assertThat(CampaignAddress.parse("nats://a:1").named("example.com/m").name())
        .isEqualTo("example-com-m");
  }

  @Test
  void passwordsAreNotShown() throws Exception {
    assertThat(CampaignAddress.parse("nats://u:secret@a:1/night").toString())
        .isEqualTo("nats://a:1/night");
  }

  @Test
  void whatIsNoAddressIsRefused() {
    for (String bad :
        List.of("", "a:1/x", "http://a/x", "nats:///x", "nats://a/x/y", "nats://a/.")) {
      assertThatThrownBy(() -> CampaignAddress.parse(bad))
          .as(bad)
          .isInstanceOf(CampaignException.class);
    }
  }
}
