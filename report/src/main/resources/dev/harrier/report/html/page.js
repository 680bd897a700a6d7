// Lays out the report that the page carries. All sentences come with it; nothing is ever set as markup.
(() => {
  const { element, replace } = parts;
  const byId = id => document.getElementById(id);
  const SVG = 'http://www.w3.org/2000/svg';

  function drawn(tag, attributes, ...children) {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  }

  const section = (title, ...children) => element('section', {}, element('h3', {}, title), ...children);

  function head(report) {
    document.title = 'Harrier: ' + report.verdict;
    byId('verdict').textContent = 'Harrier: ' + report.verdict;
    byId('run').replaceChildren(element('code', {}, report.command), ' · ' + report.started + ' · ' + report.versions);
    byId('notes').replaceChildren(...report.notes.map(note => element('li', {}, note)));
  }

  // One finding.
  function frames(stack) {
    return element('ul', { class: 'frames' }, ...stack.map(frame =>
      element('li', { class: frame.library ? 'library' : null }, (frame.place || '?') + '  ' + frame.function)));
  }

  function source(quoted) {
    const lines = quoted.lines.length === 0 ? null : element('pre', { tabindex: 0, 'aria-label': 'source' }, ...quoted.lines.map((line, i) =>
      element('span', { 'data-line': quoted.first + i, class: quoted.first + i === quoted.line ? 'hit' : null }, line || ' ')));
    return element('div', {}, lines, quoted.since ? element('p', { class: 'aside' }, quoted.since) : null);
  }

  async function copy(text, button) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Pages from files may not use the clipboard in every browser; the older way still works there.
      const field = element('textarea', { style: 'position:fixed;opacity:0' });
      field.value = text;
      document.body.append(field);
      field.select();
      document.execCommand('copy');
      field.remove();
    }
    if (button) {
      button.textContent = 'copied';
      setTimeout(() => { button.textContent = 'copy'; }, 1500);
    }
  }

  function facts(finding) {
    const list = element('dl', {});
    const fact = (name, ...value) => list.append(element('dt', {}, name), element('dd', {}, ...value));
    fact('cause', finding.cause);
    if (finding.shape) fact('shape', finding.shape);
    fact(finding.proven ? 'proof' : 'basis', finding.proof);
    if (finding.test) fact('test', finding.test + (finding.count > 1 ? `, seen ${finding.count.toLocaleString('en')} times` : ''));
    if (finding.replay) {
      fact('replay', element('code', {}, finding.rate),
        element('button', { type: 'button', onclick: event => copy(finding.replay, event.target) }, 'copy'));
    }
    if (finding.schedule) {
      fact('paste', element('code', {}, finding.schedule),
        element('button', { type: 'button', onclick: event => copy('harrier replay ' + finding.schedule, event.target) }, 'copy'));
    }
    if (finding.fix) fact('fix', finding.fix);
    fact('id', element('a', { href: '#' + finding.id }, finding.id));
    return list;
  }

  function goroutine(g) {
    return element('div', { class: 'goroutine' },
      element('strong', {}, g.id), g.id ? ' ' + g.part : g.part,
      frames(g.stack),
      g.source ? source(g.source) : null,
      g.created.length ? element('details', {},
        element('summary', { class: 'aside' }, 'created' + (g.creator ? ' by ' + g.creator : '')), frames(g.created)) : null);
  }

  // How many goroutines there were over time: each moment has what was known by then.
  function growth(finding) {
    if (!finding.growth) return null;
    const { says, from, to, points } = finding.growth;
    const [width, height, left, bottom] = [720, 200, 70, 30];
    const most = Math.max(1, ...points.map(point => point[1]));
    const x = millis => left + (width - left - 10) * (millis - points[0][0]) / Math.max(1, points.at(-1)[0] - points[0][0]);
    const y = count => 12 + (height - bottom - 12) * (1 - count / most);
    const line = points.map(([millis, count], i) => i ? `H${x(millis).toFixed(1)} V${y(count).toFixed(1)}` : `M${x(millis)},${y(count)}`).join(' ');
    const words = (at, height, anchor, text) => { const node = label('on', at, height, text); node.setAttribute('text-anchor', anchor); return node; };
    return section('Growth over time', drawn('svg', { class: 'graph growth', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': says },
      drawn('path', { class: 'axis', d: `M${left},12 V${height - bottom} H${width - 10}` }),
      drawn('path', { class: 'area', d: `${line} V${y(0)} H${x(points[0][0])} Z` }),
      drawn('path', { class: 'line', d: line }),
      words(left - 8, 16, 'end', most.toLocaleString('en')), words(left - 8, height - bottom + 4, 'end', '0'),
      words(left, height - 10, 'start', from), words(width - 10, height - 10, 'end', to)), element('p', { class: 'aside' }, says));
  }

  // Of a race: both accesses beside each other, and what would have ordered them.
  function accesses(finding) {
    return withLibrary(finding, section('The two accesses', element('div', { class: 'columns accesses' },
      ...finding.goroutines.map(goroutine)),
    element('h3', {}, 'What would have ordered them'),
    element('ul', {}, ...finding.orders.map(order => element('li', {}, order)))));
  }

  function goroutines(finding) {
    return withLibrary(finding, section('Goroutines', ...finding.goroutines.map(goroutine)));
  }

  function withLibrary(finding, holder) {
    if (finding.goroutines.some(g => [...g.stack, ...g.created].some(frame => frame.library))) {
      holder.append(element('button', { type: 'button', style: 'margin:0', onclick: event => {
        const all = holder.classList.toggle('all');
        event.target.textContent = all ? "hide Go's frames" : "show Go's frames";
      } }, "show Go's frames"));
    }
    return holder;
  }

  // Creators: the goroutines of the finding, below their creators.
  function tree(finding) {
    const parents = new Map();
    for (const g of finding.goroutines) if (g.id) parents.set(g.id, g.creator);
    for (const turn of finding.timeline.turns) if (turn.kind === 'create') parents.set(turn.target, turn.lane);
    for (const parent of [...parents.values()]) if (parent && !parents.has(parent)) parents.set(parent, '');
    if (parents.size < 2) return null;
    const below = (id, seen) => {
      const children = [...parents].filter(([child, parent]) => parent === id && !seen.has(child)).map(([child]) => child);
      return children.length ? element('ul', { class: 'tree' }, ...children.map(child => {
        const part = finding.goroutines.find(g => g.id === child)?.part;
        return element('li', {}, child + (part ? ': ' + part : ''), below(child, new Set([...seen, child])));
      })) : null;
    };
    return section('Created by', below('', new Set()));
  }

  // The wait-for graph, on a circle.
  function graph(finding) {
    const waits = finding.waits;
    if (!waits.length) return null;
    const names = [...new Set(waits.flatMap(wait => [wait.from, wait.to]))];
    const radius = Math.max(70, names.length * 18);
    const size = 2 * radius + 100;
    const at = new Map(names.map((name, i) => {
      const angle = 2 * Math.PI * i / names.length - Math.PI / 2;
      return [name, { x: size / 2 + radius * Math.cos(angle), y: size / 2 + radius * Math.sin(angle) }];
    }));
    const picture = drawn('svg', { class: 'graph', width: size, height: size, viewBox: `0 0 ${size} ${size}`, role: 'img',
      'aria-label': waits.map(wait => `${wait.from} waits for ${wait.to}`).join(', ') });
    for (const wait of waits) {
      const from = at.get(wait.from), to = at.get(wait.to);
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
      const bend = { x: (from.x + to.x) / 2 - uy * 26, y: (from.y + to.y) / 2 + ux * 26 };
      const end = { x: to.x - ux * 22, y: to.y - uy * 22 };
      picture.append(
        drawn('path', { d: `M${from.x + ux * 20},${from.y + uy * 20} Q${bend.x},${bend.y} ${end.x},${end.y}`, 'marker-end': 'url(#tip)' }),
        label('on', bend.x, bend.y, wait.objects.join(', ')));
    }
    for (const [name, { x, y }] of at) picture.append(drawn('circle', { cx: x, cy: y, r: 19 }), label('', x, y + 4, name));
    const tip = drawn('marker', { id: 'tip', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' },
      drawn('path', { d: 'M0,0 L8,4 L0,8 z', style: 'fill:var(--proven);stroke:none' }));
    picture.prepend(drawn('defs', {}, tip));
    return section('Wait-for graph', picture);
  }

  function label(kind, x, y, text) {
    const node = drawn('text', { x, y, class: kind, 'text-anchor': 'middle' });
    node.textContent = text;
    return node;
  }

  function objects(finding) {
    return finding.objects.length ? section('Objects', element('dl', {}, ...finding.objects.flatMap(object => [
      element('dt', {}, objectButton(object.id)),
      element('dd', {}, object.state, object.madeAt.length
        ? element('details', {}, element('summary', { class: 'aside' }, object.made ? 'made at' : 'first used at'), frames(object.madeAt)) : null)]))) : null;
  }

  const objectButton = id => element('button', { type: 'button', class: 'object', 'data-object': id, title: 'show what happened to it', onclick: highlight }, id);

  function highlight(event) {
    const id = event.target.dataset.object;
    const body = event.target.closest('.body');
    const on = body.dataset.object === id ? '' : id;
    body.dataset.object = on;
    for (const row of body.querySelectorAll('table.lanes tbody tr')) row.classList.toggle('same', on !== '' && row.dataset.object === on);
  }

  // A lane for each goroutine, a row for each operation.
  function timeline(finding) {
    const { lanes, turns, whole } = finding.timeline;
    if (!turns.length) return null;
    const decided = turns.some(turn => turn.why);
    const complete = !turns.some(turn => turn.omitted);
    const start = turns[0].micros;
    const state = new Map(lanes.map(lane => [lane, { live: true, waiting: false, held: [] }]));
    for (const turn of turns) if (turn.kind === 'create' && state.has(turn.target)) state.get(turn.target).live = false;
    const colors = new Map();
    const color = object => colors.get(object) || colors.set(object, `hsl(${(colors.size * 67 + 30) % 360} 65% 50%)`).get(object);
    const rows = turns.flatMap(turn => {
      // What was locked before rows that are left out may be unlocked in them.
      if (turn.omitted) for (const lane of state.values()) lane.held = [];
      const own = state.get(turn.lane);
      own.live = true;
      own.waiting = turn.kind === 'block';
      if (turn.kind === 'lock') own.held.push(turn.object);
      if (turn.kind === 'ready' && state.has(turn.target)) state.get(turn.target).waiting = false;
      const row = element('tr', { class: 'kind-' + turn.kind + (turn.decides ? ' decides' : ''), 'data-object': turn.object || '' },
        element('td', { class: 'time' }, '+' + ((turn.micros - start) / 1000).toFixed(3)));
      for (const lane of lanes) {
        const { live, waiting, held } = state.get(lane);
        const cell = element('td', { class: 'lane' + (waiting ? ' waiting' : live ? ' live' : ''), 'data-lane': lane });
        if (held.length) {
          cell.style.boxShadow = held.map((object, i) => `inset ${(i + 1) * 4}px 0 0 ${color(object)}`).join(',');
          cell.style.paddingLeft = held.length * 4 + 8 + 'px';
          cell.title = 'holds ' + held.join(', ');
        }
        if (lane === turn.lane) {
          cell.append(did(turn), element('span', { class: 'place' }, turn.place));
        }
        row.append(cell);
      }
      if (decided) row.append(element('td', { class: 'why' }, turn.why));
      if (turn.kind === 'unlock') {
        const i = own.held.lastIndexOf(turn.object);
        if (i >= 0) own.held.splice(i, 1);
      }
      if (turn.kind === 'exit') own.live = false;
      if (turn.kind === 'create' && state.has(turn.target)) state.get(turn.target).live = true;
      return turn.omitted ? [gap(turn.omitted, lanes.length + (decided ? 2 : 1)), row] : [row];
    });
    const table = element('table', { class: 'lanes' },
      element('caption', { class: 'aside', style: 'text-align:left;padding:.3rem .5rem' }, whole
        ? (complete ? 'Everything that these goroutines did.' : 'The last operations of these goroutines, and those at decisions of the schedule.')
        : 'The last operations that were kept of these goroutines and objects; others may lie between them.'),
      element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'ms'),
        ...lanes.map(lane => element('th', { scope: 'col', class: 'lane' }, lane, ' ',
          element('span', { class: 'aside' }, finding.goroutines.find(g => g.id === lane)?.part || ''))),
        decided ? element('th', { scope: 'col' }, 'why now') : null)),
      element('tbody', {}, ...rows));
    const holder = element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'timeline' }, table);
    new ResizeObserver(() => arrows(holder, table, turns, complete && whole)).observe(table);
    return section('Timeline', holder);
  }

  function gap(omitted, columns) {
    const words = omitted === 1 ? '1 operation' : omitted.toLocaleString('en') + ' operations';
    return element('tr', { class: 'gap' }, element('td', { class: 'aside', colspan: columns }, words + ' left out'));
  }

  function did(turn) {
    const words = element('span', { class: 'did' });
    const at = turn.object ? turn.did.lastIndexOf(turn.object) : -1;
    if (at >= 0) words.append(turn.did.slice(0, at), objectButton(turn.object), turn.did.slice(at + turn.object.length));
    else words.append(turn.did);
    if (turn.times > 1) words.append(` (${turn.times.toLocaleString('en')} times)`);
    return words;
  }

  // Arrows for creations, wake-ups and, where all of a channel's operations are shown, messages.
  function arrows(holder, table, turns, complete) {
    holder.querySelector('svg.arrows')?.remove();
    const origin = table.getBoundingClientRect();
    const picture = drawn('svg', { class: 'arrows', width: table.offsetWidth, height: table.offsetHeight, 'aria-hidden': 'true' });
    const rows = [...table.tBodies[0].rows].filter(row => !row.classList.contains('gap'));
    const spot = (row, lane) => {
      const cell = [...rows[row].cells].find(c => c.dataset.lane === lane);
      if (!cell) return null;
      const box = cell.getBoundingClientRect();
      return { x: box.left - origin.left, width: box.width, y: box.top - origin.top + 11 };
    };
    const arrow = (from, to, kind) => {
      if (!from || !to) return;
      const right = to.x > from.x;
      const x1 = right ? from.x + from.width - 4 : from.x + 2;
      const x2 = right ? to.x + 3 : to.x + to.width - 3;
      const middle = (x1 + x2) / 2;
      picture.append(
        drawn('path', { class: kind, d: `M${x1},${from.y} C${middle},${from.y} ${middle},${to.y} ${x2},${to.y}` }),
        drawn('path', { class: 'tip ' + kind, d: right
          ? `M${x2},${to.y} l-6,-3.5 v7 z` : `M${x2},${to.y} l6,-3.5 v7 z` }));
    };
    const sent = new Map(), received = new Map();
    const count = (map, object) => { map.set(object, (map.get(object) || 0) + 1); return object + '#' + map.get(object); };
    const sends = new Map(), receives = new Map();
    turns.forEach((turn, row) => {
      if (turn.target) arrow(spot(row, turn.lane), spot(row, turn.target), 'wake');
      if (turn.times > 1) return;
      if (turn.kind === 'send') sends.set(count(sent, turn.object), [row, turn.lane]);
      if (turn.kind === 'receive') receives.set(count(received, turn.object), [row, turn.lane]);
    });
    if (complete) {
      for (const [message, [row, lane]] of sends) {
        const other = receives.get(message);
        if (other && other[1] !== lane) arrow(spot(row, lane), spot(...other), 'message');
      }
    }
    holder.append(picture);
  }

  // The run with the finding, and one without it that differs by one decision.
  function contrast(finding) {
    const { unless, replay, chances, timeline: other } = finding.contrast;
    return section('With and without the finding',
      chances ? element('p', {}, chances) : null,
      element('div', { class: 'columns contrast' },
        element('section', {}, element('h3', {}, 'with the finding'), timeline(finding)),
        element('section', {}, element('h3', {}, 'without it'),
          element('p', {}, 'The test passes ' + unless + '.'),
          element('p', {}, element('code', {}, replay.length > 60 ? replay.slice(0, 57) + '...' : replay),
            element('button', { type: 'button', onclick: event => copy(replay, event.target) }, 'copy')),
          timeline({ timeline: other, goroutines: finding.goroutines }))));
  }

  function body(finding) {
    return element('div', { class: 'body' },
      facts(finding),
      finding.source && !finding.goroutines.some(g => g.source) ? section('Source', source(finding.source)) : null,
      finding.steps.length ? section('How it came about', element('ol', {}, ...finding.steps.map(step => element('li', {}, step)))) : null,
      growth(finding),
      finding.orders ? accesses(finding) : null,
      finding.contrast ? contrast(finding) : timeline(finding),
      element('div', { class: 'columns' }, finding.orders ? null : goroutines(finding),
        element('section', {}, graph(finding), objects(finding), tree(finding))));
  }

  function card(finding) {
    const details = element('details', {},
      element('summary', {},
        element('span', {}, element('span', { class: 'rule' }, finding.rule),
          element('span', { class: 'badge' }, finding.strength + (finding.known ? ', known' : ''))),
        element('span', { class: 'where' }, finding.place + '  ' + finding.function),
        element('span', { class: 'what' }, finding.message + (finding.doubts ? '; ' + finding.doubts : ''))));
    details.addEventListener('toggle', () => {
      if (details.open && details.children.length === 1) details.append(body(finding));
    });
    const node = element('article', { id: finding.id, class: finding.known ? 'known' : finding.fails ? 'fails' : null }, details);
    node.words = [finding.rule, finding.place, finding.function, finding.message, finding.test, finding.id].join('\n').toLowerCase();
    node.finding = finding;
    return node;
  }

  // What no execution has shown, by place.
  function coverage(report) {
    if (!report.coverage) return null;
    const { summary, uncovered } = report.coverage;
    return element('details', { class: 'coverage' },
      element('summary', {}, element('h2', {}, 'Concurrency coverage'), ' ' + summary),
      uncovered.length ? element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'what was not covered' },
        element('table', {},
          element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'place'), element('th', { scope: 'col' }, 'what no execution has shown'),
            element('th', { scope: 'col' }, 'in'))),
          element('tbody', {}, ...uncovered.map(gap => element('tr', {}, element('td', { class: 'where' }, gap.place),
            element('td', {}, gap.means), element('td', { class: 'aside' }, gap.goroutines)))))) : null);
  }

  // Filters.
  const filters = { rule: byId('rule'), strength: byId('strength'), package: byId('package') };
  function offer(findings) {
    for (const [name, select] of Object.entries(filters)) {
      const known = new Set([...select.options].map(option => option.value));
      const values = [...new Set(findings.map(finding => finding[name]))].filter(value => value && !known.has(value)).sort();
      select.append(...values.map(value => element('option', { value }, value)));
    }
  }

  function filter() {
    const words = byId('words').value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const node of cards) {
      const fits = words.every(word => node.words.includes(word))
        && Object.entries(filters).every(([name, select]) => !select.value || node.finding[name] === select.value);
      node.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    byId('shown').textContent = shown === cards.length ? `${shown} shown` : `${shown} of ${cards.length} shown`;
  }
  byId('filters').addEventListener('input', filter);
  byId('filters').addEventListener('submit', event => event.preventDefault());

  // Shows a report in the place of the one before: what has not changed is left alone, as the reader has it.
  let cards = [];
  function show(report) {
    head(report);
    const main = byId('findings');
    cards = replace(main, report.findings, (finding, old) => {
      const node = card(finding);
      if (old?.querySelector('details').open) node.querySelector('details').open = true;
      return node;
    });
    byId('coverage').replaceChildren(...[coverage(report)].filter(Boolean));
    if (!cards.length) main.append(element('p', { class: 'nothing' }, report.goesOn ? 'Nothing found yet.' : 'Nothing found.'));
    offer(report.findings);
    filter();
  }
  show(JSON.parse(byId('report').textContent));
  addEventListener('harrier-report', event => show(event.detail));

  // Links and keys.
  function open(node) {
    node.querySelector('details').open = true;
    node.scrollIntoView({ block: 'start' });
  }
  function follow() {
    const node = cards.find(each => each.id === decodeURIComponent(location.hash.slice(1)));
    if (node) open(node);
  }
  addEventListener('hashchange', follow);
  if (location.hash.length > 1) follow();
  else if (cards.length === 1 || cards[0]?.finding.fails) cards[0].querySelector('details').open = true;

  const current = () => cards.findIndex(node => node.contains(document.activeElement));
  function step(by) {
    const visible = cards.filter(node => !node.hidden);
    const next = visible[Math.min(visible.length - 1, Math.max(0, visible.indexOf(cards[current()]) + by))];
    next?.querySelector('summary').focus();
    next?.scrollIntoView({ block: 'nearest' });
  }
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches('input, select, textarea');
    if (event.key === 'Escape') {
      byId('filters').reset();
      filter();
      event.target.blur();
      document.querySelectorAll('tr.same').forEach(row => row.classList.remove('same'));
      document.querySelectorAll('.body[data-object]').forEach(node => { node.dataset.object = ''; });
    } else if (typing) {
      return;
    } else if (event.key === '/') {
      byId('words').focus();
      event.preventDefault();
    } else if (event.key === 'j') {
      step(1);
    } else if (event.key === 'k') {
      step(-1);
    } else if (event.key === 'c' && current() >= 0 && cards[current()].finding.replay) {
      copy(cards[current()].finding.replay, cards[current()].querySelector('dd button'));
    }
  });
  addEventListener('beforeprint', () => {
    document.querySelectorAll('article > details, .coverage').forEach(node => { node.open = true; });
  });
})();
