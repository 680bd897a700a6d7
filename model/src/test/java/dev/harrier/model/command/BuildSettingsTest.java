package dev.harrier.model.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BuildSettingsTest {
  @Test
  void areReadAsTheyAreWritten() throws Exception {
    for (RaceDetection races : RaceDetection.values()) {
      for (ModuleMode mod : ModuleMode.values()) {
        BuildSettings settings =
            new BuildSettings(races, List.of("a", "b.c_1"), mod, Optional.of("tools/alt.mod"));
        assertThat(BuildSettings.parse(settings.words())).isEqualTo(settings);
      }
    }
    assertThat(BuildSettings.DEFAULT.words()).isEmpty();
    assertThat(BuildSettings.parse(List.of())).isEqualTo(BuildSettings.DEFAULT);
  }

  @Test
  void becomeFlagsOfGoBuild() throws Exception {
    assertThat(
            BuildSettings.parse(List.of("-race", "-tags=a b", "-mod=mod", "-modfile=alt.mod"))
                .flags(Path.of("/m")))
        .containsExactly("-race", "-tags=a,b", "-mod=readonly", "-modfile=/m/alt.mod");
    assertThat(BuildSettings.parse(List.of("--races=packages")).flags(Path.of("/m"))).isEmpty();
  }

  @Test
  void areFoundAmongFlagsOfTheUser() {
    assertThat(
            BuildSettings.among(
                    List.of("-v", "--race", "-ldflags=-s", "--tags=a", "-tags=b", "-mod=vendor"))
                .words())
        .containsExactly("-race", "-tags=b", "-mod=vendor");
    assertThat(BuildSettings.among(List.of("-race", "-race=false", "-tags=a!")))
        .isEqualTo(BuildSettings.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "-toolexec=./evil.sh",
        "-exec=./evil.sh",
        "-ldflags=-X main.a=b",
        "-ldflags=-extld=./evil.sh",
        "-gcflags=all=-N",
        "-asmflags=-D",
        "-gccgoflags=x",
        "-compiler=gccgo",
        "-overlay=o.json",
        "-vettool=./evil.sh",
        "-pkgdir=/tmp/x",
        "-o=/tmp/x",
        "-o",
        "-C=..",
        "-C",
        "-pgo=x",
        "-cover",
        "-coverprofile=x",
        "-buildmode=plugin",
        "-n",
        "-msan",
        "GOFLAGS=-toolexec=./evil.sh",
        "CC=./evil.sh",
        "--",
        "@file",
        "-race=maybe",
        "-RACE",
        "--race",
        "-race\n-toolexec=./evil.sh",
        "-races=all",
        "--races=",
        "--races=everything",
        "-mod=",
        "-mod=mod -toolexec=x",
        "-mod=evil",
        "-tags=a,-toolexec=./evil.sh",
        "-tags=a\n-toolexec=./evil.sh",
        "-tags=a\tb",
        "-tags=a=b",
        "-tags=$(id)",
        "-tags=a\0b",
        "-tags='a'",
        "-modfile=",
        "-modfile=../x.mod",
        "-modfile=a/../../x.mod",
        "-modfile=./x.mod",
        "-modfile=a//x.mod",
        "-modfile=/tmp/x.mod",
        "-modfile=x.json",
        "-modfile=x\n.mod",
        "-modfile=.."
      })
  void refuseAllThatIsNotOnTheList(String word) {
    assertThatThrownBy(() -> BuildSettings.parse(List.of("-race", word)))
        .isInstanceOf(UnknownSettingException.class)
        .hasMessageMatching("'\\p{Print}*' is not a setting that Harrier takes from others: .*");
  }
}
