import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions, ServerOptions } from 'vscode-languageclient/node';
import { isTimeline, showTimeline } from './timeline';

let client: LanguageClient | undefined;

/** Starts the server. All that is known of Go and of findings is there. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('harrier.restart', async () => {
      await client?.stop();
      await start();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function start(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('harrier');
  const server: ServerOptions = { command: settings.get<string>('path', 'harrier'), args: ['lsp'] };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: 'file', language: 'go' }],
    initializationOptions: {
      vetOnSave: settings.get<boolean>('vetOnSave', true),
      exploreTime: settings.get<string>('exploreTime', '30s'),
      timelinePanel: true,
      asksForReason: true,
    },
    middleware: {
      executeCommand: async (command, args, next) => {
        const wanted = command === 'harrier.silence' && args.length < 3 ? await withReason(args) : args;
        if (wanted === undefined) return undefined;
        const answer: unknown = await next(command, wanted);
        if (command === 'harrier.timeline' && isTimeline(answer)) await showTimeline(answer);
        return answer;
      },
    },
  };
  client = new LanguageClient('harrier', 'Harrier', server, options);
  await client.start();
}

/** The arguments with the reason that the user enters; undefined if there is none. */
async function withReason(args: unknown[]): Promise<unknown[] | undefined> {
  const reason = await vscode.window.showInputBox({
    title: 'Reason for suppression',
    prompt: 'The reason stands in the comment that silences the finding.',
    validateInput: text => (text.trim() ? undefined : 'A finding is silenced with a reason.'),
  });
  return reason === undefined ? undefined : [...args, reason];
}
