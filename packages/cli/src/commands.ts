/** Every command by name; only the one that was asked for is loaded. Whether it can weaken something is in core's `own-commands.ts`. */
import type { OwnCommand } from '@hookline/core/node'
import type { CommandRow } from './io.ts'

export const commands: Readonly<Record<OwnCommand, CommandRow>> = {
  init: {
    does: 'look around, propose hooks, write them with a diff, and prove them',
    load: () => import('./commands/init.ts'),
  },
  trigger: {
    does: 'send one event through the real pipeline and see what decides',
    load: () => import('./commands/trigger.ts'),
  },
  explain: {
    does: 'why each hook would run for an event, or not; runs nothing',
    load: () => import('./commands/explain.ts'),
  },
  doctor: {
    does: 'prove that the hooks of each agent here are loaded, reached and answer',
    load: () => import('./commands/doctor.ts'),
  },
  list: {
    does: 'the effective hooks in order, with source, place and trust',
    load: () => import('./commands/list.ts'),
  },
  check: {
    does: 'what is wrong in the hook files, with line and cure',
    load: () => import('./commands/check.ts'),
  },
  test: {
    does: 'run the cases beside the hooks, contained, on every edition and agent',
    load: () => import('./commands/test.ts'),
  },
  eval: {
    does: 'measure a prompt hook against inputs whose verdict you know',
    load: () => import('./commands/eval.ts'),
  },
  log: {
    does: 'what the hooks of all agents did, newest first; one record whole',
    load: () => import('./commands/log.ts'),
  },
  listen: {
    does: 'the same live, until Ctrl-C',
    load: () => import('./commands/listen.ts'),
  },
  panel: {
    does: 'the same in the browser: live rows, their story, the hooks, their problems',
    load: () => import('./commands/panel.ts'),
  },
  replay: {
    does: "recorded events again, on today's hooks, in a scratch copy",
    load: () => import('./commands/replay.ts'),
  },
  record: {
    does: 'make tests of recorded events, beside the hooks',
    load: () => import('./commands/record.ts'),
  },
  new: {
    does: 'a new hook from a template, with its test beside it',
    load: () => import('./commands/new.ts'),
  },
  add: {
    does: 'add a ready-made pack, or a script or command of your own',
    load: () => import('./commands/add.ts'),
  },
  packs: {
    does: 'the ready-made hooks, and what each can be told',
    load: () => import('./commands/packs.ts'),
  },
  import: {
    does: 'carry hookify rules over as hooks, with what differs named',
    load: () => import('./commands/import.ts'),
  },
  remove: {
    does: 'take a hook or a pack out of its file',
    load: () => import('./commands/remove.ts'),
  },
  disable: {
    does: 'switch a hook off, for a while or until enable',
    load: () => import('./commands/disable.ts'),
  },
  enable: {
    does: 'switch it on again',
    load: () => import('./commands/enable.ts'),
  },
  trust: {
    does: 'decide whose hooks may run: add, remove, list',
    load: () => import('./commands/trust.ts'),
  },
  agent: {
    does: 'a small real agent whose every step fires the events: try hooks end to end',
    load: () => import('./commands/agent.ts'),
  },
  serve: {
    does: 'the team server: hooks for every machine of a team, signed',
    load: () => import('./commands/serve.ts'),
  },
  team: {
    does: 'join a team, sync its hooks, leave it; or publish hooks to one',
    load: () => import('./commands/team.ts'),
  },
  run: {
    does: 'the entry agents call: one event on stdin, one decision on stdout',
    load: () => import('./commands/run.ts'),
  },
  schema: {
    does: 'JSON Schemas of the files, of every input and every reply',
    load: () => import('./commands/schema.ts'),
  },
  completion: {
    does: 'a completion script for bash, zsh or fish',
    load: () => import('./commands/completion.ts'),
  },
  __complete: {
    does: 'what the completion scripts ask',
    load: () => import('./completion/complete.ts'),
  },
  demo: {
    does: 'a scripted agent conversation through real hooks, in a temporary workspace',
    load: () => import('./commands/demo.ts'),
  },
}

/** Undefined where there is no such command. */
export const commandRow = (name: string): CommandRow | undefined =>
  Object.hasOwn(commands, name) ? commands[name as OwnCommand] : undefined

export const overview = (): string => {
  const shown = Object.entries(commands).filter(([name]) => !name.startsWith('_'))
  const rows = shown.map(([name, { does }]) => `  ${name.padEnd(11)} ${does}`)
  return `hookline: hooks for coding agents

Usage: hookline <command> [options]

${rows.join('\n')}

hookline <command> --help   its options, with an example
hookline --version

Example: hookline trigger beforeShellExecution --set command='git push --force'

Exit codes: 0 fine, 1 a finding, 3 internal error, 64 wrong usage, 130 interrupted.
2 is said by \`hookline run\` alone: inside an agent it means deny.
`
}
