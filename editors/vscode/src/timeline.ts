import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { withJumps } from './jump';

/** What the server answers when a timeline is asked for. */
export interface Timeline {
  page: string;
  finding: string;
  module: string;
}

export function isTimeline(answer: unknown): answer is Timeline {
  const { page, finding, module } = (answer ?? {}) as Partial<Timeline>;
  return typeof page === 'string' && typeof finding === 'string' && typeof module === 'string';
}

let panel: vscode.WebviewPanel | undefined;
let module = '';

/** Shows the page of a run next to the source, with the finding open. */
export async function showTimeline(timeline: Timeline): Promise<void> {
  module = timeline.module;
  if (!panel) {
    panel = vscode.window.createWebviewPanel('harrier.timeline', 'Harrier', vscode.ViewColumn.Beside, {
      enableScripts: true,
      localResourceRoots: [],
      retainContextWhenHidden: true,
    });
    panel.onDidDispose(() => (panel = undefined));
    panel.webview.onDidReceiveMessage(jump);
  }
  panel.webview.html = withJumps(await readFile(timeline.page, 'utf8'), timeline.finding);
  panel.reveal(undefined, true);
}

async function jump(message: { file?: unknown; line?: unknown }): Promise<void> {
  if (typeof message.file !== 'string' || typeof message.line !== 'number') return;
  const file = path.resolve(module, message.file);
  try {
    const document = await vscode.workspace.openTextDocument(file);
    const at = document.lineAt(Math.min(message.line, document.lineCount) - 1).range;
    const editor = await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, selection: at });
    editor.revealRange(at, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  } catch {
    void vscode.window.showWarningMessage(`Harrier: ${file} can't be opened; it may belong to Go or to a dependency.`);
  }
}
