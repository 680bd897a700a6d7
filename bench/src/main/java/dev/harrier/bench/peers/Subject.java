package dev.harrier.bench.peers;

/**
 * Some tests of one package.
 *
 * @param kind what is counted together, such as a rule
 * @param directory of the package, relative to the module: {@code ./goroutine-leak/bug}
 * @param tests a regular expression; "" for all
 * @param buggy whether there is something to find
 */
record Subject(String kind, String directory, String tests, boolean buggy) {}
