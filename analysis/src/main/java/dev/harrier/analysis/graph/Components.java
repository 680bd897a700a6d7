package dev.harrier.analysis.graph;

import java.util.Arrays;

/**
 * Strongly connected components, by Tarjan's algorithm with an explicit stack: a chain of thousands
 * of waiting goroutines must not exhaust Java's.
 */
public final class Components {
  private static final int UNSEEN = -1;

  private final int[][] edges;
  private final int[] component;
  private final int[] entered;
  private final int[] low;
  private final int[] nextEdge;
  private final int[] path;
  private final int[] open;
  private int pathSize;
  private int openSize;
  private int clock;
  private int count;

  private Components(int[][] edges) {
    int n = edges.length;
    this.edges = edges;
    this.component = new int[n];
    this.entered = new int[n];
    this.low = new int[n];
    this.nextEdge = new int[n];
    this.path = new int[n];
    this.open = new int[n];
    Arrays.fill(component, UNSEEN);
    Arrays.fill(entered, UNSEEN);
  }

  /**
   * The number of each node's component, from 0. An edge never leads to a component with a greater
   * number.
   */
  public static int[] of(int[][] edges) {
    Components search = new Components(edges);
    for (int node = 0; node < edges.length; node++) {
      if (search.entered[node] == UNSEEN) {
        search.explore(node);
      }
    }
    return search.component;
  }

  private void explore(int start) {
    enter(start);
    while (pathSize > 0) {
      int node = path[pathSize - 1];
      if (nextEdge[node] < edges[node].length) {
        int target = edges[node][nextEdge[node]++];
        if (entered[target] == UNSEEN) {
          enter(target);
        } else if (component[target] == UNSEEN) {
          low[node] = Math.min(low[node], entered[target]);
        }
      } else {
        leave(node);
      }
    }
  }

  private void enter(int node) {
    entered[node] = clock;
    low[node] = clock++;
    path[pathSize++] = node;
    open[openSize++] = node;
  }

  private void leave(int node) {
    pathSize--;
    if (low[node] == entered[node]) {
      int member;
      do {
        member = open[--openSize];
        component[member] = count;
      } while (member != node);
      count++;
    }
    if (pathSize > 0) {
      int parent = path[pathSize - 1];
      low[parent] = Math.min(low[parent], low[node]);
    }
  }
}
