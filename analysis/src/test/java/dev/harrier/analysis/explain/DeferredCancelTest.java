package dev.harrier.analysis.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DeferredCancelTest {
  private static final List<String> SOURCE =
      """
      package app

      func own(parent context.Context) {
      	ctx, cancel := context.WithCancel(parent) // defer cancel() would do
      	use(ctx, cancel)
      }

      func deferred(parent context.Context) {
      	var (
      		n = 1
      		ctx, cancel = context.WithCancel(parent)
      	)
      	defer cancel()
      	use(ctx, n)
      }

      func handed(parent context.Context) (context.Context, func()) {
      	return context.WithTimeout(parent, time.Second)
      }

      func caller(parent context.Context) {
      	ctx, cancel := handed(parent)
      	go func() {
      		defer cancel()
      		use(ctx)
      	}()
      }

      func kept(s *server) {
      	s.ctx, s.cancel = context.WithCancel(s.parent)
      	defer other.cancel()
      }
      """
          .lines()
          .toList();

  private static Site at(String function, int line) {
    return new Site("app." + function, "/a.go", line);
  }

  private static Optional<Site> deferredBy(Site... frames) {
    Site context = new Site("context.WithCancel", "/go/context.go", 3);
    List<Site> all = new java.util.ArrayList<>(List.of(context));
    all.addAll(List.of(frames));
    return DeferredCancel.in(
        new Stack(all, false), file -> file.equals("/a.go") ? SOURCE : List.of());
  }

  @Test
  void theCancelIsDeferredThereOrInALiteral() {
    Site deferred = at("deferred", 11);
    assertThat(deferredBy(deferred)).contains(deferred);
    assertThat(deferredBy(at("handed", 18), at("caller", 22))).contains(at("caller", 22));
  }

  @Test
  void itIsNotWhereItOnlyCouldBe() {
    assertThat(deferredBy(at("own", 4))).isEmpty();
    assertThat(deferredBy(at("kept", 30))).isEmpty();
    assertThat(deferredBy(at("handed", 18))).isEmpty();
  }
}
