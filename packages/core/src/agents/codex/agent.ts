/** Codex, as measured on 0.166.0 (CONTRACT §17). */
import type { Agent } from '../agent.ts'
import { codex as dialect } from './dialect.ts'
import { codexEvents, codexOnlyEvents } from './events.ts'
import { codexFields } from './fields.ts'
import { whySkipped } from './review.ts'
import { codexToolRows } from './tools.ts'

const FILE = '.codex/hooks.json'
const enable =
  'Codex runs these hooks only after you have trusted them. Start codex and choose to trust them when it asks, or type /hooks there.'

/** Hooks in its settings. Its record of trusted hooks is in `hooks.state`, and its switch is `features.hooks`. */
const hooksTable = /^\s*(?:\[\s*hooks\s*\]|\[{0,2}\s*hooks\s*\.\s*["']?[A-Z]|hooks\s*=\s*\{)/m

export const codex: Agent = {
  name: 'codex',
  title: 'Codex',
  proved: { by: 'program', seen: ['0.166.0'] },
  files: {
    hookFiles: [FILE],
    settings: ['.codex/{config.toml,hooks/**}'],
    directories: ['.codex'],
    managed: { linux: '/etc/codex', darwin: '/etc/codex' },
    shellVariables: ['CODEX_THREAD_ID', 'CODEX_SANDBOX'],
  },
  inHome: ['.codex'],
  usage: ['.codex/history.jsonl', '.codex/sessions'],
  credentials: ['.codex/auth.json', '.codex/.credentials.json'],
  inRoot: ['.codex'],
  get dialect() {
    return dialect
  },
  // The extension for editors and the command line share one program. Its cloud is not measured.
  surfaces: { ide: { hooks: 'all' }, cli: { hooks: 'all' }, subagent: { hooks: 'all' } },
  get events() {
    return codexEvents
  },
  get otherEvents() {
    return codexOnlyEvents
  },
  keys: { commandWindows: { ours: 'command', instead: 'one `command` for every system' } },
  get tools() {
    return codexToolRows
  },
  get fields() {
    return codexFields
  },
  nestedReply: true,
  ownSources: [
    { name: 'codex-project', level: 'project', file: FILE },
    { name: 'codex-user', level: 'user', file: FILE },
  ],
  unreadFiles: [
    { level: 'project', file: '.codex/config.toml', has: hooksTable },
    { level: 'user', file: '.codex/config.toml', has: hooksTable },
  ],
  format: {
    matched: {
      PreToolUse: 'the name of the tool',
      PostToolUse: 'the name of the tool',
      SubagentStart: 'the type of the subagent',
      SubagentStop: 'the type of the subagent',
      SessionStart: 'how the session starts: startup, resume, clear, compact',
      SessionEnd: 'why it ends: other',
      PreCompact: 'who asked for it: manual, auto',
    },
    toolEvents: new Set(['PreToolUse', 'PostToolUse']),
    observes: new Set(['SubagentStart']),
    otherTypes: ['mcp_tool'],
    // Its regular expressions are those of Rust.
    whyNoMatcher: (matcher) =>
      /\(\?<?[=!]|\\[1-9]|\\k</.test(matcher)
        ? 'its regular expressions have no look-around and no back-references'
        : undefined,
    background: true,
  },
  reads: ['codex-project', 'codex-user'],
  settings: {
    shared: FILE,
    homeVariable: 'CODEX_HOME',
    notice: (message) => ({ systemMessage: message }),
    // With more, it prints a warning at every start.
    limit: (seconds, event) => ({ timeout: event === 'SessionEnd' ? 3 : seconds }),
    strict: { keys: {}, by: 'exit' },
    enable: { user: enable, project: enable },
    review: {
      file: '.codex/config.toml',
      get whySkipped() {
        return whySkipped
      },
    },
    entry: (command, more) => ({ hooks: [{ type: 'command', command, ...more }] }),
  },
  processes: { names: ['codex'], paths: ['/@openai/codex/'] },
  program: { name: 'codex', packages: ['@openai/codex'] },
  commands: ['codex'],
  headless: async () => (await import('./headless.ts')).headless,
}
