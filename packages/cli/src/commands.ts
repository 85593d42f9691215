/** Lists every command by name and loads only the one that runs. Core's `own-commands.ts` lists which of them can weaken a guard. */
import type { OwnCommand } from '@hookline/core/node'
import type { CommandRow } from './io.ts'

export const commands: Readonly<Record<OwnCommand, CommandRow>> = {
  init: {
    does: 'set up hooks here: suggest, show the diff, write and prove them',
    load: () => import('./commands/init.ts'),
  },
  connect: {
    does: 'let your agents call Hookline, so that every hook runs in them',
    load: () => import('./commands/connect.ts'),
  },
  disconnect: {
    does: 'remove the entries that connect wrote',
    load: () => import('./commands/disconnect.ts'),
  },
  status: {
    does: 'show which agents are connected and which hooks cannot fire',
    load: () => import('./commands/status.ts'),
  },
  coverage: {
    does: 'show what each agent enforces of your hooks, and what it cannot',
    load: () => import('./commands/coverage.ts'),
  },
  trigger: {
    does: 'send one event through the hooks and show the decision',
    load: () => import('./commands/trigger.ts'),
  },
  explain: {
    does: 'show which hooks would run for an event, and why; starts none',
    load: () => import('./commands/explain.ts'),
  },
  doctor: {
    does: "check that each agent's hooks are configured, loaded and working",
    load: () => import('./commands/doctor.ts'),
  },
  list: {
    does: 'list the active hooks in order, with file, line and trust',
    load: () => import('./commands/list.ts'),
  },
  check: {
    does: 'find problems in hook files, with line and fix',
    load: () => import('./commands/check.ts'),
  },
  test: {
    does: 'run the test cases of your hooks in a scratch copy',
    load: () => import('./commands/test.ts'),
  },
  eval: {
    does: 'measure a prompt hook against inputs with a known verdict',
    load: () => import('./commands/eval.ts'),
  },
  log: {
    does: 'show what the hooks of all agents did, newest first',
    printsRecords: true,
    load: () => import('./commands/log.ts'),
  },
  listen: {
    does: 'show the same as it happens, until Ctrl-C',
    printsRecords: true,
    load: () => import('./commands/listen.ts'),
  },
  otel: {
    does: 'show where telemetry of your hooks goes, and whether it arrives',
    load: () => import('./commands/otel.ts'),
  },
  panel: {
    does: 'show events, hooks and problems in the browser',
    load: () => import('./commands/panel.ts'),
  },
  replay: {
    does: "run recorded events through today's hooks, in a scratch copy",
    printsRecords: true,
    load: () => import('./commands/replay.ts'),
  },
  record: {
    does: 'turn recorded events into test cases for your hooks',
    printsRecords: true,
    load: () => import('./commands/record.ts'),
  },
  new: {
    does: 'create a hook and its test from a template',
    load: () => import('./commands/new.ts'),
  },
  add: {
    does: 'add a ready-made pack, or your own script or command',
    load: () => import('./commands/add.ts'),
  },
  packs: {
    does: 'list the ready-made packs and their parameters',
    load: () => import('./commands/packs.ts'),
  },
  rules: {
    does: 'list the rules of the packs, what each does, and an example',
    load: () => import('./commands/rules.ts'),
  },
  export: {
    does: "write hooks into an agent's own file, with a report of every loss",
    load: () => import('./commands/export.ts'),
  },
  import: {
    does: 'convert hooks of another agent, hookify, cc-safety-net or dcg',
    load: () => import('./commands/import.ts'),
  },
  remove: {
    does: 'remove a hook or a pack from its file',
    load: () => import('./commands/remove.ts'),
  },
  approve: {
    does: 'let one refused call pass once, or list what waits',
    load: () => import('./commands/approve.ts'),
  },
  disable: {
    does: 'turn a hook, pack or rule off, for a while or until you enable it',
    load: () => import('./commands/disable.ts'),
  },
  enable: {
    does: 'turn a disabled hook, pack or rule on again',
    load: () => import('./commands/enable.ts'),
  },
  trust: {
    does: 'decide which workspaces may run their hooks',
    load: () => import('./commands/trust.ts'),
  },
  state: {
    does: 'read and change the values that hooks keep between events',
    guardsItself: true,
    forPrograms: true,
    load: () => import('./commands/state.ts'),
  },
  uninstall: {
    does: 'remove everything that Hookline wrote, and restore your files',
    load: () => import('./commands/uninstall.ts'),
  },
  prepare: {
    does: 'for package.json scripts: say that hooks wait for your trust',
    guardsItself: true,
    load: () => import('./commands/prepare.ts'),
  },
  agent: {
    does: 'run a small coding agent to try your hooks end to end',
    forPrograms: true,
    load: () => import('./commands/agent.ts'),
  },
  serve: {
    does: 'run the team server, which distributes signed hooks',
    load: () => import('./commands/serve.ts'),
  },
  team: {
    does: 'join a team, sync its hooks, or publish hooks to it',
    load: () => import('./commands/team.ts'),
  },
  run: {
    does: 'for agents: read one event on stdin, print one decision',
    forPrograms: true,
    load: () => import('./commands/run.ts'),
  },
  daemon: {
    does: 'say whether the daemon that makes events fast runs, or end it',
    load: () => import('./commands/daemon.ts'),
  },
  schema: {
    does: 'print the JSON Schemas of hook files, inputs and replies',
    forPrograms: true,
    load: () => import('./commands/schema.ts'),
  },
  completion: {
    does: 'print a completion script for bash, zsh or fish',
    forPrograms: true,
    load: () => import('./commands/completion.ts'),
  },
  __complete: {
    does: 'list completions, for the completion scripts',
    forPrograms: true,
    load: () => import('./completion/complete.ts'),
  },
  demo: {
    does: 'play a scripted agent session through real hooks',
    load: () => import('./commands/demo.ts'),
  },
}

/** Returns undefined if there is no such command. */
export const commandRow = (name: string): CommandRow | undefined =>
  // `hasOwn` has just shown that the name is a key of the table.
  Object.hasOwn(commands, name) ? commands[name as OwnCommand] : undefined

/** What a person types first, if they named no command. */
export const firstSteps = `Hookline runs hooks for coding agents. Start in your project with:

  hookline init                     set up hooks here, and connect your agents
  hookline status                   show which agents call Hookline
  hookline explain "git push -f"    show what your hooks would decide
  hookline panel                    see events and hooks in the browser

To see an example first, run: hookline demo
For the list of commands, run: hookline --help
`

/** The commands by what a person wants to do. Those of no theme come last, in the order of the table. */
const themes: Readonly<Record<string, readonly OwnCommand[]>> = {
  'Set up': ['init', 'connect', 'disconnect', 'status', 'coverage', 'doctor', 'prepare', 'uninstall'],
  'See what hooks do': ['explain', 'trigger', 'list', 'log', 'listen', 'panel', 'replay', 'otel'],
  'Choose and write hooks': [
    ...(['packs', 'rules', 'add', 'remove', 'new', 'check', 'test', 'record', 'eval'] as const),
    ...(['import', 'export', 'schema'] as const),
  ],
  'Decide what may run': ['trust', 'approve', 'disable', 'enable'],
  'Work in a team': ['team', 'serve'],
}
const ofThemes: ReadonlySet<string> = new Set(Object.values(themes).flat())
/** For the scripts of shells, not for people. */
const isHidden = (name: string) => name.startsWith('__')

export const overview = (): string => {
  const row = (name: string) => `  ${name.padEnd(11)} ${commandRow(name)?.does}`
  const others = Object.keys(commands).filter((name) => !ofThemes.has(name) && !isHidden(name))
  const groups = [...Object.entries(themes), ['More', others] as const].map(
    ([title, names]) => `${title}:\n${names.map(row).join('\n')}`,
  )
  return `hookline: hooks for coding agents

Usage: hookline <command> [options]

${groups.join('\n\n')}

Run hookline <command> --help for its options and an example.
Run hookline --version for the version.

Example: hookline trigger beforeShellExecution --set command='git push --force'

Exit codes: 0 success, 1 a problem was found, 3 internal error, 64 wrong usage,
130 interrupted. Only hookline run exits with 2, which agents read as deny.
`
}
