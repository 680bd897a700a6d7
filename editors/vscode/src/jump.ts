/**
 * The page of a run for a panel: the finding is open, and a click on a place, or Enter, gives the
 * panel's owner the file and the line. The page stays as it is otherwise.
 */
export function withJumps(page: string, finding: string): string {
  const before = `<script>location.hash = ${JSON.stringify(finding).replaceAll('<', '\\u003c')};</script>`;
  const after = `<style>${STYLE}</style><script>(${listen.toString()})();</script>`;
  const end = page.lastIndexOf('</body>');
  return page.slice(0, end).replace('<body>', () => '<body>' + before) + after + page.slice(end);
}

const STYLE = 'td.lane:has(.place), .frames li { cursor: pointer } td.lane:hover .place, .frames li:hover { text-decoration: underline }';

/** Runs in the page. */
function listen(): void {
  const api = (globalThis as unknown as { acquireVsCodeApi(): { postMessage(message: unknown): void } }).acquireVsCodeApi();
  const tell = (event: Event) => {
    const target = event.target as Element;
    if (target.closest('button, summary, a')) return;
    const place = target.closest('.frames li') ?? target.closest('td.lane')?.querySelector('.place');
    const found = /^(\S+):(\d+)/.exec(place?.textContent?.trim() ?? '');
    if (!found) return;
    api.postMessage({ file: found[1], line: Number(found[2]) });
  };
  addEventListener('click', tell);
  new MutationObserver(() => {
    for (const place of document.querySelectorAll('.place:not([tabindex]), .frames li:not([tabindex])')) {
      place.setAttribute('tabindex', '0');
      place.setAttribute('role', 'link');
    }
  }).observe(document.body, { childList: true, subtree: true });
  addEventListener('keydown', event => {
    if (event.key === 'Enter') tell(event);
  });
}
