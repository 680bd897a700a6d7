// Lays out the list of runs. All sentences come with it; nothing is ever set as markup.
(() => {
  const { element, replace } = parts;
  const byId = id => document.getElementById(id);

  const row = run => element('li', { class: run.state },
    run.state === 'unreadable' ? run.id : element('a', { href: `runs/${encodeURIComponent(run.id)}/` }, run.command),
    element('time', { datetime: run.started }, run.started),
    element('span', { class: 'said' }, run.said));

  function show(list) {
    document.title = 'Harrier: ' + list.module;
    byId('verdict').textContent = list.module;
    byId('run').textContent = list.summary;
    replace(byId('runs'), list.runs, row);
  }
  show(JSON.parse(byId('report').textContent));
  addEventListener('harrier-runs', event => show(event.detail));
})();
