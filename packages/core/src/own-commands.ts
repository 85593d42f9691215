/** Lists every command of the CLI, and whether it can weaken the guards of an agent. The CLI and config-guard use the same table. */

/**
 * `false`: the command is read-only. `true`: it changes what runs. `only`: it changes something only with one of these options.
 * `unless`: with one of these options it only shows what it would do. `strengthens`: with one of these names, and with no other
 * options than these, it only adds guards. `commands`: the first argument decides. `'typed'`: agents call it for their events, but in a
 * command that an agent types it would answer for an event that never happened.
 */
export type Weakens =
  | boolean
  | 'typed'
  | {
      readonly only?: readonly string[]
      readonly unless?: readonly string[]
      readonly strengthens?: { readonly names: readonly string[]; readonly options: readonly string[] }
    }
  | { readonly commands: Readonly<Record<string, Weakens>> }

const unlessDryRun = { unless: ['--dry-run'] } as const

/** Without the daemon, events are decided in the same way, but an agent must not end what answers its events. */
const daemonCommands = { status: false, stop: true } as const satisfies Readonly<Record<string, Weakens>>

/** Packs that deny, ask or redact by default and run no program. An agent may add them, but may not set their parameters. */
const guardPacks = [
  'shell-guard',
  'protect-files',
  'git-policy',
  'block-git',
  'secret-scan',
  'redact-secrets',
  'config-guard',
  'kube-guard',
  'mcp-allowlist',
  'approve-network',
] as const

const rolloutCommands = { status: false, advance: true, stop: true } as const satisfies Readonly<
  Record<string, Weakens>
>

const teamCommands = {
  enroll: true,
  sync: false,
  status: false,
  hooks: false,
  coverage: false,
  checklist: false,
  // Which machines get a rollout first.
  devices: { only: ['--canary', '--no-canary'] },
  logout: true,
  keygen: true,
  publish: true,
  // It changes the drafts of the team.
  preview: true,
  pause: { unless: ['--list'] },
  resume: true,
  rollback: unlessDryRun,
  rollout: { commands: rolloutCommands },
  token: true,
  // Polls the team servers for a short time, and installs only what they signed.
  watch: false,
} as const satisfies Readonly<Record<string, Weakens>>

const stateCommands = {
  get: false,
  list: false,
  set: true,
  delete: true,
  increment: true,
} as const satisfies Readonly<Record<string, Weakens>>

const trustCommands = { add: true, remove: true, list: false } as const satisfies Readonly<Record<string, Weakens>>

export const ownCommands = {
  init: unlessDryRun,
  connect: unlessDryRun,
  disconnect: unlessDryRun,
  status: false,
  coverage: false,
  trigger: false,
  explain: false,
  // A person relies on what is proved, and an agent could put another program on its PATH.
  doctor: { only: ['--agent'] },
  list: false,
  check: { only: ['--fix'], unless: ['--dry-run'] },
  // The tests of a hook show whether it still refuses what it should.
  test: { only: ['--update', '-u'] },
  eval: { only: ['--out'] },
  log: false,
  listen: false,
  panel: { only: ['--write'] },
  replay: false,
  // It writes tests of hooks, in any directory of the workspace.
  record: unlessDryRun,
  new: unlessDryRun,
  add: {
    ...unlessDryRun,
    strengthens: { names: guardPacks, options: ['--yes', '-y', '--project', '--user', '--json'] },
  },
  packs: false,
  rules: false,
  import: unlessDryRun,
  export: unlessDryRun,
  remove: unlessDryRun,
  approve: true,
  disable: true,
  enable: true,
  trust: { commands: trustCommands },
  // What a hook counted decides what it refuses.
  state: { commands: stateCommands },
  uninstall: unlessDryRun,
  // At a terminal it offers to trust the workspace.
  prepare: true,
  agent: false,
  serve: { only: ['--owner-link', '--new-team'] },
  team: { commands: teamCommands },
  // It sends what is spooled to where the settings say.
  otel: false,
  daemon: { commands: daemonCommands },
  // A session that ends in this way forgets its refusals, and the answer has the code of an approval.
  run: 'typed',
  schema: { only: ['--write'] },
  completion: false,
  __complete: false,
  demo: false,
} as const satisfies Readonly<Record<string, Weakens>>

export type OwnCommand = keyof typeof ownCommands
export type TeamCommand = keyof typeof teamCommands
export type TrustCommand = keyof typeof trustCommands
export type StateCommand = keyof typeof stateCommands

const harmlessFirst = new Set(['help', '--help', '-h', '--version', '-V', '-v'])
/** The option of the native launcher, which has the same name, that ends the daemon. */
const launcherStops = '--stop'

/** Whether the call is in a command that an agent types, or has been started, perhaps by the agent itself for an event. */
export type CalledBy = 'typed' | 'started'

/**
 * Whether what a word becomes is known only when a shell expands it: a variable or a wildcard may stand for a command. A process
 * knows its arguments.
 */
const isUnknown = (word: string, by: CalledBy): boolean => by === 'typed' && /[$`*?[…{<(]/.test(word)
/** A wildcard after a known first character expands to paths with that character, so never to an option. */
const isPath = (word: string): boolean => /^[\w./@:+,][^$`{<(…]*$/.test(word)

/**
 * Whether a CLI call with these arguments can weaken a guard. A name that only a shell can expand counts as yes.
 */
export function weakens(args: readonly string[], by: CalledBy = 'typed'): boolean {
  const [name, ...rest] = args
  if (name === undefined || harmlessFirst.has(name)) return false
  if (name === '--') return weakens(rest, by)
  if (name === launcherStops) return true
  if (!isUnknown(name, by) && isExempt(rest, ['--help', '-h'], by)) return false
  return isOwnCommand(name) ? rowWeakens(ownCommands[name], rest, by) : isUnknown(name, by)
}

const isOwnCommand = (name: string): name is OwnCommand => Object.hasOwn(ownCommands, name)

/** Options without a value. After any other option, the next word may be its value. */
const withoutValue = new Set(
  '--yes -y --json --dry-run --help -h --list --fix --force --all --user --project --untrusted --follow --network'.split(
    ' ',
  ),
)

/**
 * Whether one of these options is surely given. It is not after `--`, nor as the value of another option, and after a word that
 * only a shell can expand it may be either.
 */
function isExempt(args: readonly string[], options: readonly string[], by: CalledBy): boolean {
  const end = args.findIndex((arg) => arg === '--' || isUnknown(arg, by))
  const known = end === -1 ? args : args.slice(0, end)
  return known.some((arg, at) => options.includes(arg) && !takesValue(known[at - 1] ?? ''))
}
const takesValue = (word: string): boolean =>
  word.startsWith('-') && !word.includes('=') && word !== '-' && !withoutValue.has(word)

function rowWeakens(row: Weakens, args: readonly string[], by: CalledBy): boolean {
  if (typeof row === 'boolean') return row
  if (row === 'typed') return by === 'typed'
  if ('commands' in row) {
    const at = args.findIndex((arg) => !arg.startsWith('-'))
    // After an option, the word may be the value of that option, so every word may be the command.
    if (at > 0) return args.some((arg, nth) => !arg.startsWith('-') && innerWeakens(row, args, nth, by))
    return at === 0 && innerWeakens(row, args, at, by)
  }
  if (row.strengthens !== undefined && isStrengthening(args, row.strengthens)) return false
  const given = (option: string) => args.some((arg) => names(arg, option) || (isUnknown(arg, by) && !isPath(arg)))
  return (row.only?.some(given) ?? true) && !isExempt(args, row.unless ?? [], by)
}

/** Whether the command at this position does. After `--` no option counts as one that exempts. */
function innerWeakens(
  { commands }: { readonly commands: Readonly<Record<string, Weakens>> },
  args: readonly string[],
  at: number,
  by: CalledBy,
): boolean {
  const name = args[at] ?? ''
  const inner = Object.hasOwn(commands, name) ? commands[name] : undefined
  const rest = [...(args.slice(0, at).includes('--') ? ['--'] : []), ...args.slice(at + 1)]
  return inner === undefined ? isUnknown(name, by) : rowWeakens(inner, rest, by)
}

/** `--out=x` and `--out` name `--out`; `-vu` names `-u`. */
const names = (arg: string, option: string): boolean =>
  arg === option ||
  arg.startsWith(`${option}=`) ||
  (/^-\w$/.test(option) && /^-\w/.test(arg) && arg.includes(option.slice(1)))

function isStrengthening(
  args: readonly string[],
  { names: packs, options }: { readonly names: readonly string[]; readonly options: readonly string[] },
): boolean {
  const [name, ...others] = args.filter((arg) => !options.includes(arg))
  return name !== undefined && packs.includes(name) && others.length === 0
}
