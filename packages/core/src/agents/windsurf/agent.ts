/** Windsurf's Cascade, built from documents: the program cannot be driven without its editor. */
import type { Agent } from '../agent.ts'
import { windsurf as dialect } from './dialect.ts'
import { windsurfFields } from './fields.ts'
import { windsurfEvents, windsurfOnlyEvents, windsurfSimilar, windsurfTools } from './names.ts'

export const windsurf: Agent = {
  name: 'windsurf',
  title: 'Windsurf',
  proved: {
    by: 'documents',
    seen: ['docs.windsurf.com/windsurf/cascade/hooks, November 2026', 'public adapters that agree with it'],
    open: ['how long it waits for a hook'],
  },
  processes: { names: ['windsurf'], paths: ['/Windsurf.app/'], editor: ['windsurf', '/Windsurf.app/'] },
  inHome: ['.codeium/windsurf'],
  credentials: ['.config/Windsurf'],
  inRoot: ['.windsurf'],
  files: {
    hookFiles: ['.windsurf/hooks.json'],
    settings: ['.windsurf/hooks/**', '.codeium/windsurf/{hooks.json,mcp_config.json}'],
    directories: ['.windsurf'],
    managed: {
      linux: '/etc/windsurf',
      darwin: '/Library/Application Support/Windsurf',
      win32: 'C:\\ProgramData\\Windsurf',
    },
    shellVariables: [],
  },
  get dialect() {
    return dialect
  },
  surfaces: { ide: { hooks: 'all' } },
  get events() {
    return windsurfEvents
  },
  get otherEvents() {
    return windsurfOnlyEvents
  },
  get fields() {
    return windsurfFields
  },
  get similarEvents() {
    return windsurfSimilar
  },
  keys: {
    show_output: {},
    powershell: { ours: 'command', instead: 'one `command` for every system' },
    working_directory: { ours: 'command', instead: 'a `cd` before the command' },
  },
  ownSources: [
    { name: 'windsurf-project', level: 'project', file: '.windsurf/hooks.json' },
    { name: 'windsurf-user', level: 'user', file: '.codeium/windsurf/hooks.json' },
  ],
  format: {
    flat: true,
    actionOnly: true,
    furtherKeys: { posix: 'command', windows: 'powershell', seconds: 'timeout' },
    matched: {},
    get toolOfEvent() {
      return windsurfTools
    },
  },
  reads: ['windsurf-project', 'windsurf-user'],
  settings: {
    shared: '.windsurf/hooks.json',
    user: '.codeium/windsurf/hooks.json',
    // It has no key for a time limit.
    limit: () => ({}),
    notice: () => ({}),
    strict: { keys: {}, by: 'exit' },
    entry: (command, more) => ({ command, ...more }),
  },
  commands: ['windsurf'],
}
