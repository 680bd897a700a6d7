package dev.harrier.model.trace;

/**
 * A test or subtest.
 *
 * @param name as {@code go test -v} prints it: {@code TestServer/with_tls}
 * @param parent the test that ran it, or {@link TestId#NONE}
 */
public record Test(TestId id, String name, TestId parent) {}
