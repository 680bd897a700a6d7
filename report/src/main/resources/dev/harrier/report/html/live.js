// Asks the server for what is new, while somebody looks.
(() => {
  const status = document.getElementById('live');
  const tell = (name, detail) => dispatchEvent(new CustomEvent('harrier-' + name, { detail }));
  let source = null;
  let ended = false;
  function listen() {
    if (source || ended || document.hidden) return;
    source = new EventSource('events');
    for (const name of ['report', 'runs']) source.addEventListener(name, event => tell(name, JSON.parse(event.data)));
    source.addEventListener('progress', event => { status.textContent = JSON.parse(event.data); });
    source.addEventListener('end', () => { ended = true; leave(); });
    source.onerror = () => { status.textContent = 'harrier ui has ended, or can\'t be reached; this is what it said last.'; };
  }
  function leave() {
    source?.close();
    source = null;
  }
  document.getElementById('home')?.removeAttribute('hidden');
  // A browser has few connections for each server: pages that nobody sees give theirs back.
  addEventListener('visibilitychange', () => (document.hidden ? leave() : listen()));
  addEventListener('pagehide', leave);
  listen();
})();
