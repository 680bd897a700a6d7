/**
 * The stored runs of a module in a browser: {@link dev.harrier.ide.browser.PageServer}, on the
 * JDK's HTTP server.
 *
 * <p>It listens only on the loopback address. Its address has a token in its path that only readers
 * of the terminal know, so that neither other pages in the same browser nor other users of the
 * machine get at the runs; no cookie is set, because browsers send cookies to all ports of a host.
 * Requests that name another host (DNS rebinding) or come from another page are refused before the
 * token is looked at ({@link dev.harrier.ide.browser.Guard}).
 *
 * <p>Nothing is written and nothing is run: pages are made from the store when they are asked for,
 * and a page that is looked at hears of changes by server-sent events ({@link
 * dev.harrier.ide.browser.EventStream}), twice a second at most. What an exploration has found
 * until now is in the store while it continues.
 *
 * <p>Limits: {@link dev.harrier.ide.browser.RunList#MOST} runs are listed; a run with more than
 * {@link dev.harrier.ide.browser.StoredPages#MOST_BYTES} bytes of findings is not laid out; other
 * users of the machine who may read the terminal or this user's processes may read the address.
 */
@NullMarked
package dev.harrier.ide.browser;

import org.jspecify.annotations.NullMarked;
