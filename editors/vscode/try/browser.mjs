// A headless Chromium with one page, driven by its own protocol.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The first of these names that is an executable on the path. */
export function onPath(...names) {
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
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

/** The value of a question as soon as it has one; an error that says what was waited for after so many seconds. */
export async function until(what, ask, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`after ${seconds} s: not seen: ${what}`);
    await sleep(100);
  }
}

export class Browser {
  #socket;
  #sent = 0;
  #asked = new Map();

  static async start(executable, profile, width, height) {
    await mkdir(profile, { recursive: true });
    const browser = new Browser();
    browser.process = spawn(executable, ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', `--window-size=${width},${height}`,
      '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], { stdio: 'ignore' });
    const port = (await until('the browser', () => readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => ''))).split('\n')[0];
    const target = await (await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: 'PUT' })).json();
    await browser.#connect(target.webSocketDebuggerUrl);
    await browser.#ask('Page.enable');
    await browser.#ask('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    return browser;
  }

  async #connect(address) {
    this.#socket = new WebSocket(address);
    this.#socket.onmessage = ({ data }) => {
      const { id, result, error } = JSON.parse(data);
      const asked = this.#asked.get(id);
      if (!asked) return;
      this.#asked.delete(id);
      if (error) asked.reject(new Error(error.message));
      else asked.resolve(result);
    };
    this.#socket.onclose = () => {
      for (const { reject } of this.#asked.values()) reject(new Error('the browser is gone'));
    };
    await new Promise((resolve, reject) => Object.assign(this.#socket, { onopen: resolve, onerror: reject }));
  }

  #ask(method, params = {}) {
    const id = ++this.#sent;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
  }

  open(address) {
    return this.#ask('Page.navigate', { url: address });
  }

  /** What an expression comes to in the page. */
  async value(expression) {
    const { result, exceptionDetails } = await this.#ask('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  /** Clicks in the middle of the element that an expression comes to, as soon as it is there. */
  async click(what, expression, seconds) {
    const find = () => this.value(`(() => {
      const element = ${expression};
      if (!element) return undefined;
      if (element.ownerDocument !== document) element.scrollIntoView({ block: 'center', behavior: 'instant' });
      let { x, y, width, height } = element.getBoundingClientRect();
      const offset = from => {
        if (from === element.ownerDocument) return { x: 0, y: 0 };
        for (const frame of from.querySelectorAll('iframe')) {
          const inner = frame.contentDocument && offset(frame.contentDocument);
          const at = frame.getBoundingClientRect();
          if (inner) return { x: at.x + inner.x, y: at.y + inner.y };
        }
        return undefined;
      };
      const frames = offset(document);
      x += frames.x;
      y += frames.y;
      return width && { x: x + width / 2, y: y + height / 2 };
    })()`);
    const spot = await until(what, async () => {
      const first = await find();
      await sleep(300);
      const second = first && (await find());
      return second && first.x === second.x && first.y === second.y && second;
    }, seconds);
    await this.#ask('Input.dispatchMouseEvent', { type: 'mouseMoved', ...spot });
    for (const type of ['mousePressed', 'mouseReleased']) {
      await this.#ask('Input.dispatchMouseEvent', { type, ...spot, button: 'left', clickCount: 1 });
    }
  }

  /** Presses a key with its Windows code; modifiers as in the protocol: 1 Alt, 2 Ctrl, 8 Shift. */
  async press(key, code, modifiers = 0) {
    const event = { key, windowsVirtualKeyCode: code, modifiers, code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key === '.' ? 'Period' : key };
    await this.#ask('Input.dispatchKeyEvent', { type: 'keyDown', text: key === 'Enter' ? '\r' : '', ...event });
    await this.#ask('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  type(text) {
    return this.#ask('Input.insertText', { text });
  }

  async screenshot(file) {
    await writeFile(file, Buffer.from((await this.#ask('Page.captureScreenshot')).data, 'base64'));
  }

  async close() {
    const ended = new Promise(resolve => this.process.once('exit', resolve));
    await this.#ask('Browser.close').catch(() => undefined);
    this.process.kill();
    await ended;
  }
}
