// Tries the extension in VS Code itself: code-server, the extension host and all, in a headless Chromium.
// node --experimental-websocket run.mjs CODE_SERVER LAUNCHER [DIRECTORY for screenshots]; see ../README.md.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Browser, onPath, until } from './browser.mjs';

const MODULE = 'github.com/alitto/pond@v1.9.2';
const [codeServer, launcher, pictures] = process.argv.slice(2);
const vsix = new URL('../harrier.vsix', import.meta.url).pathname;
const chromium = onPath('chromium', 'chromium-browser', 'google-chrome');
const missing = !codeServer || !existsSync(codeServer) ? 'code-server' : !launcher ? 'the launcher' : !chromium ? 'Chromium' : !existsSync(vsix) ? 'harrier.vsix' : '';
if (missing) {
  console.log(`skipped: ${missing} is not there; see editors/vscode/README.md`);
  process.exit(0);
}

const SUM = `package pond

func sum(values []int) int {
	total := 0
	done := make(chan struct{})
	go func() {
		for _, v := range values {
			total += v
		}
		close(done)
	}()
	<-done
	return total
}
`;

const directory = mkdtempSync(join(tmpdir(), 'harrier-vscode-'));
const at = name => join(directory, name);
const code = [codeServer, '--config', at('config.yaml'), '--extensions-dir', at('extensions'), '--user-data-dir', at('data')];
const environment = { ...process.env, XDG_CONFIG_HOME: at('xdg'), XDG_DATA_HOME: at('xdg') };
let server;
let browser;

function prepare() {
  const { Dir } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', MODULE], { cwd: directory, encoding: 'utf8' }));
  cpSync(Dir, at('pond'), { recursive: true });
  execFileSync('chmod', ['-R', 'u+w', at('pond')]);
  writeFileSync(at('pond/sum.go'), SUM);
  mkdirSync(at('data/User'), { recursive: true });
  const settings = { 'harrier.path': resolve(launcher), 'harrier.exploreTime': '8s', 'files.autoSave': 'off', 'remote.autoForwardPorts': false,
    'workbench.colorTheme': 'Default Light Modern', 'workbench.startupEditor': 'none', 'git.enabled': false, 'editor.minimap.enabled': false };
  writeFileSync(at('data/User/settings.json'), JSON.stringify(settings));
  writeFileSync(at('config.yaml'), 'cert: false\n');
  execFileSync(process.execPath, [...code, '--install-extension', vsix], { env: environment });
}

async function serve() {
  server = spawn(process.execPath, [...code, '--bind-addr', '127.0.0.1:0', '--auth', 'none', '--disable-telemetry', '--disable-update-check',
    '--disable-workspace-trust', at('pond')], { env: environment, detached: true });
  let said = '';
  server.stdout.on('data', data => (said += data));
  return (await until('code-server', () => /http:\/\/127\.0\.0\.1:\d+/.exec(said)))[0];
}

const value = expression => browser.value(expression);
const see = (what, expression, seconds) => until(what, () => value(expression), seconds);
const CURRENT_LINE = `document.querySelector('.active-line-number')?.innerText`;
const PANEL = `document.querySelector('iframe.webview')?.contentDocument?.querySelector('iframe')?.contentDocument`;
const text = string => JSON.stringify(string);

async function go(place) {
  await browser.press('p', 80, 2);
  await see('the box for files', `document.activeElement?.closest('.quick-input-widget') !== null`);
  await browser.type(place);
  await see(place, `!!document.querySelector('.quick-input-list .monaco-list-row')`);
  await sleep(1000);
  await browser.press('Enter', 13);
  await see(place, `${CURRENT_LINE} === ${text(place.split(':')[1])}`);
}

/** The lens of a title in the row above a line. */
const lens = (line, title) => `(() => {
  const top = [...document.querySelectorAll('.view-line')].find(l => l.innerText.replaceAll('\\u00a0', ' ').startsWith(${text(line)}))?.getBoundingClientRect().top;
  const row = [...document.querySelectorAll('.codelens-decoration')].find(l => l.offsetHeight && Math.abs(l.getBoundingClientRect().bottom - top) < 12);
  return [...row?.querySelectorAll('a') ?? []].find(a => a.innerText.trim().startsWith(${text(title)}));
})()`;

async function act(title) {
  await see('a diagnostic', `!!document.querySelector('.squiggly-error')`);
  await browser.press('.', 190, 2);
  await see('actions', `document.querySelectorAll('.action-widget .monaco-list-row').length > 4`);
  const shown = await value(`document.querySelector('.action-widget').innerText`);
  await browser.click(title, `[...document.querySelectorAll('.action-widget .monaco-list-row')].find(r => r.innerText.startsWith(${text(title)}))`);
  return shown;
}

const said = (what, pattern, seconds) => see(what, `${pattern}.test(document.querySelector('.notifications-toasts')?.innerText ?? '')`, seconds);
const picture = name => (pictures ? browser.screenshot(join(pictures, name)) : undefined);
const step = what => console.log(`ok: ${what}`);

async function walk(address) {
  const test = 'func TestSubmitAndStopWaitFor(';
  await browser.open(`${address}/?folder=${at('pond')}`);
  await see('the workbench', `!!document.querySelector('.explorer-folders-view .monaco-list-row')`);
  await browser.press('b', 66, 2);
  await go('pond_blackbox_test.go:47');
  await see('lenses', `!!${lens(test, 'run under Harrier')} && !!${lens(test, 'explore')}`, 300);
  step('lenses above a test');
  await browser.click('explore', lens(test, 'explore'));
  await see('lenses of a finding', `!!${lens(test, 'replay goroutine-leak')} && !!${lens(test, 'timeline of goroutine-leak')}`, 180);
  step('explore finds the leak; replay and timeline above the test');
  await sleep(1500);
  await picture('vscode-lenses.png');

  await go('pond.go:345');
  await browser.press('m', 77, 10);
  const problems = await see('related places', `(t => /pond.go.*342/.test(t) && t)(document.querySelector('.markers-panel')?.innerText.replaceAll('\\n', ' ') ?? '')`);
  assert.match(problems, /goroutine blocks forever: it sends on an unbuffered channel/);
  assert.match(problems, /never closed, 0 sent, 0 received, made here/);
  step('the diagnostic with its related places');
  await picture('vscode-diagnostic.png');
  await browser.press('m', 77, 10);

  await go('pond.go:345');
  const actions = await act('Show the timeline');
  for (const title of ['Give the channel room', 'Replay this finding', 'Silence this finding']) assert.ok(actions.includes(title), actions);
  await see('the panel', `${PANEL}?.readyState === 'complete' && ${PANEL}.querySelectorAll('article details[open] td.lane .place').length > 5`);
  step('actions; the timeline in the panel');
  await browser.click('an operation', `[...${PANEL}.querySelectorAll('article details[open] td.lane .place')].find(p => p.textContent.trim() === 'pond.go:349')`);
  await see('its line', `${CURRENT_LINE} === '349'`);
  step('a click on an operation goes to its line');
  await picture('vscode-timeline.png');

  await go('pond.go:345');
  await act('Replay this finding');
  await said('what the replay came to', '/harrier replay: 1 finding; reproduced in 10 of 10 runs/', 120);
  step('replay says how it ended');
  await go('pond.go:345');
  await act('Silence this finding');
  await see('the box for a reason', `!!document.querySelector('.quick-input-title')?.innerText.includes('Reason for suppression')`);
  await browser.type('tried by a script');
  await browser.press('Enter', 13);
  await see('the comment', `/harrier:ignore goroutine-leak tried by a script/.test(document.querySelector('.view-lines').innerText.replaceAll('\\u00a0', ' '))`);
  step('silence asks for the reason and writes the comment');
  await browser.press('z', 90, 2);
  await go('pond.go:345');
  await act('Give the channel room');
  await see('the fix', `/make\\(chan struct{}, 1\\)/.test(document.querySelector('.view-lines').innerText.replaceAll('\\u00a0', ' '))`);
  step('the fix changes the line of the channel');
  await browser.press('z', 90, 2);

  await go('sum.go:12');
  await browser.press('k', 75, 10);
  await browser.press('s', 83, 2);
  await see('a report of vet', `!!document.querySelector('.squiggly-warning')`, 120);
  await browser.press('F8', 119, 8);
  await see('what it says', `/total is written here by the goroutine started at sum.go:6/.test(document.querySelector('.marker-widget')?.innerText.replaceAll('\\u00a0', ' ') ?? '')`);
  await picture('vscode-vet.png');
  await browser.press('Escape', 27);
  step('vet on save reports a race');
  await go('sum.go:7');
  await browser.press('z', 90, 2);
  await browser.press('s', 83, 2);
  await see('no report of vet', `!document.querySelector('.squiggly-warning')`, 120);
  step('and takes the report back when the code is mended');

  await go('pond_blackbox_test.go:47');
  await see('lenses', `!!${lens(test, 'run under Harrier')}`);
  await browser.click('run under Harrier', lens(test, 'run under Harrier'));
  await said('what the run came to', '/harrier test: /', 120);
  await picture('vscode-test.png');
  step('run under Harrier says how it ended');
}

try {
  prepare();
  browser = await Browser.start(chromium, at('profile'), 1280, 800);
  await walk(await serve());
} catch (e) {
  if (browser) await picture('failed.png');
  console.error(e);
  process.exitCode = 1;
} finally {
  await browser?.close();
  if (server) {
    const ended = new Promise(end => server.once('exit', end));
    process.kill(-server.pid);
    await ended;
  }
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}
