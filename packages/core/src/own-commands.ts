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
  test: false,
  eval: { only: ['--out'] },
  log: false,
  listen: false,
  panel: { only: ['--write'] },
  replay: false,
  record: false,
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
  // Without the daemon, events are decided by `run` in the same way.
  daemon: false,
  // A session that ends in this way forgets its refusals, and the answer has the code of an approval.
  run: 'typed',
  schema: false,
  completion: false,
  __complete: false,
  demo: false,
} as const satisfies Readonly<Record<string, Weakens>>

export type OwnCommand = keyof typeof ownCommands
export type TeamCommand = keyof typeof teamCommands
export type TrustCommand = keyof typeof trustCommands
export type StateCommand = keyof typeof stateCommands

const harmlessFirst = new Set(['help', '--help', '-h', '--version', '-V', '-v'])

/**
 * Whether a CLI call with these arguments can weaken a guard. A name that only a shell can expand counts as yes. `by`: whether the
 * call is in a command that an agent types, or has been started, perhaps by the agent itself for an event.
 */
export function weakens(args: readonly string[], by: 'typed' | 'started' = 'typed'): boolean {
  const [name, ...rest] = args
  if (name === undefined || harmlessFirst.has(name)) return false
  const end = rest.indexOf('--')
  const options = end === -1 ? rest : rest.slice(0, end)
  if (options.some((one) => one === '--help' || one === '-h')) return false
  return isOwnCommand(name) ? rowWeakens(ownCommands[name], options, by) : isUnknown(name)
}

const isOwnCommand = (name: string): name is OwnCommand => Object.hasOwn(ownCommands, name)

/** Any other name is not a command and ends with a usage error. A variable or a wildcard may stand for a command. */
const isUnknown = (word: string): boolean => /[$`*?[…{<]/.test(word)

function rowWeakens(row: Weakens, args: readonly string[], by: 'typed' | 'started'): boolean {
  if (typeof row === 'boolean') return row
  if (row === 'typed') return by === 'typed'
  if ('commands' in row) {
    const at = args.findIndex((arg) => !arg.startsWith('-'))
    // After an option, the word may be the value of that option, so every word may be the command.
    if (at > 0) return args.some((arg, nth) => !arg.startsWith('-') && rowWeakens(row, args.slice(nth), by))
    const first = args[at] ?? ''
    const inner = Object.hasOwn(row.commands, first) ? row.commands[first] : undefined
    return inner === undefined ? isUnknown(first) : rowWeakens(inner, args.slice(at + 1), by)
  }
  if (row.strengthens !== undefined && isStrengthening(args, row.strengthens)) return false
  const given = (option: string) => args.some((arg) => arg === option || arg.startsWith(`${option}=`) || isUnknown(arg))
  return (row.only?.some(given) ?? true) && !(row.unless?.some((option) => args.includes(option)) ?? false)
}

function isStrengthening(
  args: readonly string[],
  { names, options }: { readonly names: readonly string[]; readonly options: readonly string[] },
): boolean {
  const [name, ...others] = args.filter((arg) => !options.includes(arg))
  return name !== undefined && names.includes(name) && others.length === 0
}
