// The panel's page, laid out by the scripts of the real report, in a headless Chromium.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import jump from '../dist/jump.js';

const resources = new URL('../../../report/src/main/resources/dev/harrier/report/html/', import.meta.url);
const turn = { lane: 'g7', kind: 'send', did: 'sent on o3', place: 'pool/worker.go:12', times: 1, micros: 5, why: '', object: 'o3' };
const frame = { place: 'pool/worker.go:30', function: 'pool.run', library: false };
const finding = {
  id: '0123456789abcdef', rule: 'goroutine-leak', strength: 'observed', fails: true, known: false, package: 'm/pool',
  place: 'pool/worker.go:12', function: 'pool.run', message: 'goroutine blocks forever', doubts: '', proof: 'p', proven: true, test: 'TestX', count: 1,
  replay: '', rate: '', schedule: '', fix: '', goroutines: [{ id: 'g7', part: 'stuck', stack: [frame], creator: '', created: [] }],
  objects: [], steps: [], waits: [], timeline: { lanes: ['g7'], before: 0, whole: true, turns: [turn] },
};
const report = { verdict: '2 findings', notes: [], command: 'harrier test', started: 'now', versions: '', findings: [{ ...finding, id: 'ffff' }, finding] };

function chromium() {
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
      try {
        accessSync(join(directory, name), constants.X_OK);
        return join(directory, name);
      } catch {
        // It is not there.
      }
    }
  }
  return undefined;
}

const resource = name => readFile(new URL(name, resources), 'utf8');

async function page() {
  return (await resource('page.html'))
    .replace('/*STYLE*/', () => '')
    .replace('/*REPORT*/', () => JSON.stringify(report))
    .replace('/*SCRIPT*/', () => '')
    .replace('<script></script>', '');
}

const browser = chromium();
test('a click on an operation, or on a frame, tells its place', { skip: browser ? false : 'there is no Chromium on the PATH' }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'harrier-panel-'));
  try {
    const script = (await resource('parts.js')) + (await resource('page.js'));
    const whole = (await page()).replace('</body>', () => `<script>${script}</script></body>`);
    const panel = jump.withJumps(whole, finding.id)
      .replace('<body>', () => '<body><script>const told = []; globalThis.acquireVsCodeApi = () => ({ postMessage: m => told.push(m) });</script>')
      .replace(/<\/body>(?![\s\S]*<\/body>)/, () => `<script>setTimeout(() => {
        const open = document.querySelector('article details[open]').closest('article');
        open.querySelector('td.lane .did').click();
        open.querySelector('td.lane button').click();
        open.querySelector('.frames li').click();
        document.title = open.id + ' ' + JSON.stringify(told);
      }, 200);</script></body>`);
    const file = join(directory, 'panel.html');
    await writeFile(file, panel);
    const { stdout } = await promisify(execFile)(browser, ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${directory}/profile`,
      '--virtual-time-budget=3000', '--dump-dom', 'file://' + file], { timeout: 60000, maxBuffer: 1 << 24 });
    const title = /<title>([^<]*)<\/title>/.exec(stdout)?.[1];
    assert.equal(title, finding.id + ' [{"file":"pool/worker.go","line":12},{"file":"pool/worker.go","line":30}]');
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
});
