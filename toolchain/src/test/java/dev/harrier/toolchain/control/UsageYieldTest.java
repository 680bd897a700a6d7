package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineName;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** GoAT's yields come before usages of the package that is explored, and before no others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class UsageYieldTest {
  private static final String PROGRAM =
      """
      package m

      import (
      	"io"
      	"sync"
      	"testing"
      )

      // The goroutines meet only in package io.
      func TestPiped(*testing.T) {
      	r, w := io.Pipe()
      	go func() {
      		for range 20 {
      			w.Write([]byte{1})
      		}
      		w.Close()
      	}()
      	io.ReadAll(r)
      }

      func TestOwn(*testing.T) {
      	var mu sync.Mutex
      	c := make(chan int, 1)
      	go func() {
      		for i := range 20 {
      			c <- i
      			mu.Lock()
      			mu.Unlock()
      		}
      		close(c)
      	}()
      	for range c {
      		mu.Lock()
      		mu.Unlock()
      	}
      }
      """;

  private static final int SEEDS = 8;

  private CompiledTest test;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    test = CompiledTest.controlled(directory, PROGRAM);
  }

  /** The goroutines that gave way to another where the default order would not, over some seeds. */
  private Set<GoroutineName> yielding(String name, String explored) throws Exception {
    Set<GoroutineName> names = new HashSet<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      test.run("4," + seed + ",16,40,0", "", name, explored).all(Event.Choice.class).stream()
          .map(Event.Choice::name)
          .forEach(names::add);
    }
    return names;
  }

  @Test
  void operationsOfTheExploredPackageAreUsages() throws Exception {
    assertThat(yielding("TestOwn", "example.com/m")).hasSizeGreaterThan(1);
    assertThat(yielding("TestOwn", "")).hasSizeGreaterThan(1);
    assertThat(yielding("TestOwn", "example.com")).hasSizeGreaterThan(1);
  }

  @Test
  void whatOtherPackagesDoIsNoUsage() throws Exception {
    assertThat(yielding("TestPiped", "")).hasSizeGreaterThan(1);
    // The go statement is one.
    assertThat(yielding("TestPiped", "example.com/m")).hasSize(1);
    assertThat(yielding("TestOwn", "example.com/other")).isEmpty();
    assertThat(yielding("TestOwn", "example.com/mm")).isEmpty();
    assertThat(yielding("TestOwn", "example")).isEmpty();
  }
}
