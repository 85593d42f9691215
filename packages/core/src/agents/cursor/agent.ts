/** Cursor, whose names and hooks.json Hookline uses as its own. */
import type { Agent } from '../agent.ts'
import { cursor as dialect } from './dialect.ts'
import { cursorTools } from './enforcement.ts'

export const cursor: Agent = {
  name: 'cursor',
  title: 'Cursor',
  proved: { by: 'documents', seen: ['cursor.com/docs/hooks, August 2026', 'recorded payloads of cursor-agent'] },
  usual: true,
  files: {
    hookFiles: ['.cursor/hooks.json'],
    settings: [
      '.cursor/{hooks,managed}/**',
      '.cursor/{mcp,permissions,cli,cli-config,sandbox}.json',
      '.cursor-plugin/plugin.json',
    ],
    directories: ['.cursor'],
    managed: { linux: '/etc/cursor', darwin: '/Library/Application Support/Cursor', win32: 'C:\\ProgramData\\Cursor' },
    shellVariables: ['CURSOR_AGENT'],
  },
  processes: {
    names: ['cursor', 'cursor-agent', 'cursor helper'],
    paths: ['/cursor-agent/', '/Cursor.app/', '/.cursor-server/'],
    editor: ['cursor', 'cursor helper', '/Cursor.app/', '/.cursor-server/'],
  },
  inHome: ['.cursor', '.config/Cursor', 'Library/Application Support/Cursor', 'AppData/Roaming/Cursor'],
  credentials: ['.config/cursor/auth.json', '.config/Cursor'],
  inRoot: ['.cursor', '.cursorrules', '.cursorignore'],
  ours: new Set(['hooks', 'hooks.json', 'hooks.schema.json', 'managed']),
  get dialect() {
    return dialect
  },
  surfaces: {
    ide: { hooks: 'all' },
    cli: { hooks: 'all', note: 'some versions of the command line did not load the hooks of the workspace' },
    background: { hooks: 'project' },
    subagent: { hooks: 'all' },
    tab: { hooks: 'all', events: ['beforeTabFileRead', 'afterTabFileEdit'] },
  },
  get tools() {
    return cursorTools
  },
  variables: {
    prefix: 'CURSOR_',
    // Includes the variables of its terminals and extensions, from which a hook may start.
    known:
      /^CURSOR_(?:PROJECT_DIR|VERSION|USER_EMAIL|TRANSCRIPT_PATH|CODE_REMOTE|PLUGIN_ROOT|TRACE_ID|AGENT|CLI|SESSION_ID|CONFIG_DIR|INVOKED_AS|EXTENSION_HOST_ROLE)$/,
    project: 'CURSOR_PROJECT_DIR',
    version: 'CURSOR_VERSION',
    userEmail: 'CURSOR_USER_EMAIL',
    transcript: 'CURSOR_TRANSCRIPT_PATH',
    remote: 'CURSOR_CODE_REMOTE',
    pluginRoot: 'CURSOR_PLUGIN_ROOT',
  },
  plugin: { manifest: '.cursor-plugin/plugin.json', hooks: 'instead' },
  importFiles: [
    { level: 'project', file: '.cursor/hooks.json' },
    { level: 'user', file: '.cursor/hooks.json' },
  ],
  reads: ['enterprise', 'team', 'project', 'user', 'plugin'],
  settings: {
    shared: '.cursor/hooks.json',
    schema: true,
    shellOnWindows: 'powershell',
    notice: (message) => ({ user_message: message }),
    strict: { keys: { failClosed: true }, by: 'reply' },
    entry: (command, more) => ({ command, ...more }),
  },
  commands: ['cursor', 'cursor-agent'],
}
