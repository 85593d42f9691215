/** VS Code's agent mode with its own agent (the Local harness), built from its public code and documents: it needs the editor. */
import type { Agent } from '../agent.ts'
import { vscode as dialect, vscodeEvents, vscodeOnlyEvents } from './dialect.ts'
import { vscodeFields } from './fields.ts'
import { vscodeToolRows } from './tools.ts'

export const vscode: Agent = {
  name: 'vscode',
  title: 'VS Code',
  proved: {
    by: 'documents',
    seen: [
      'code.visualstudio.com/docs/agent-customization/hooks, October 2026',
      'the loader and the runner of hooks in the public code of microsoft/vscode',
    ],
    open: [
      'how it names MCP tools',
      'an input that does not fit the schema of the tool is dropped, and the original runs',
      'the other harnesses (Copilot, Claude, Codex) use the files of those agents',
    ],
  },
  processes: {
    names: ['code'],
    paths: ['/Visual Studio Code.app/', '/.vscode-server/'],
    editor: ['code', '/Visual Studio Code.app/', '/.vscode-server/'],
  },
  inHome: ['.config/Code', 'Library/Application Support/Code', 'AppData/Roaming/Code', '.vscode-server'],
  credentials: ['.config/Code/User/globalStorage'],
  inRoot: [],
  files: {
    hookFiles: [],
    settings: ['.github/hooks/**', '.copilot/hooks/**', '.vscode/{settings,mcp}.json'],
    directories: [],
    shellVariables: [],
  },
  get dialect() {
    return dialect
  },
  surfaces: { ide: { hooks: 'all' }, subagent: { hooks: 'all' } },
  get events() {
    return vscodeEvents
  },
  get otherEvents() {
    return vscodeOnlyEvents
  },
  get fields() {
    return vscodeFields
  },
  keys: { windows: { ours: 'command' }, linux: { ours: 'command' }, osx: { ours: 'command' } },
  get tools() {
    return vscodeToolRows
  },
  nestedReply: true,
  reads: ['copilot-project', 'copilot-user'],
  switches: [
    {
      key: ['chat.useHooks'],
      off: false,
      files: [
        { level: 'project', file: '.vscode/settings.json' },
        ...['.config/Code', 'Library/Application Support/Code', 'AppData/Roaming/Code'].map(
          (directory) => ({ level: 'user', file: `${directory}/User/settings.json` }) as const,
        ),
      ],
    },
  ],
  settings: {
    // It reads the directories of Copilot CLI, so one file serves both.
    as: 'copilot',
    shared: '.github/hooks/hookline.json',
    user: '.copilot/hooks/hookline.json',
    notice: (message) => ({ systemMessage: message }),
    enable: {
      user: 'Hooks run if chat.useHooks is on in the settings of VS Code, and with its own agent only (Local).',
      project: 'Hooks run if chat.useHooks is on in the settings of VS Code, and with its own agent only (Local).',
    },
    entry: (command, more) => ({ type: 'command', command, ...more }),
  },
  commands: ['code', 'code-insiders'],
}
