/** Every command of the command line, and whether it can weaken what guards an agent. The CLI's table and config-guard share it. */

/**
 * `false`: it only shows something. `true`: it changes what runs. `only`: with one of these options it changes something.
 * `unless`: with one of these it only shows what it would do. `strengthens`: with one of these names and no option but
 * these it only adds to what guards. `commands`: its first argument decides.
 */
export type Weakens =
  | boolean
  | {
      readonly only?: readonly string[]
      readonly unless?: readonly string[]
      readonly strengthens?: { readonly names: readonly string[]; readonly options: readonly string[] }
    }
  | { readonly commands: Readonly<Record<string, Weakens>> }

const unlessRehearsed = { unless: ['--dry-run'] } as const

/** Packs that refuse, ask or redact as they come, and run no program: an agent may add them, and may set nothing of them. */
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

const teamCommands = {
  enroll: true,
  sync: false,
  status: false,
  hooks: false,
  logout: true,
  keygen: true,
  publish: true,
} as const satisfies Readonly<Record<string, Weakens>>

const trustCommands = { add: true, remove: true, list: false } as const satisfies Readonly<Record<string, Weakens>>

export const ownCommands = {
  init: unlessRehearsed,
  trigger: false,
  explain: false,
  doctor: false,
  list: false,
  check: { only: ['--fix'], unless: ['--dry-run'] },
  test: false,
  eval: { only: ['--out'] },
  log: false,
  listen: false,
  panel: { only: ['--write'] },
  replay: false,
  record: false,
  new: unlessRehearsed,
  add: {
    ...unlessRehearsed,
    strengthens: { names: guardPacks, options: ['--yes', '-y', '--project', '--user', '--json'] },
  },
  packs: false,
  import: unlessRehearsed,
  remove: unlessRehearsed,
  disable: true,
  enable: true,
  trust: { commands: trustCommands },
  agent: false,
  serve: { only: ['--owner-link', '--new-team'] },
  team: { commands: teamCommands },
  run: false,
  schema: false,
  completion: false,
  __complete: false,
  demo: false,
} as const satisfies Readonly<Record<string, Weakens>>

export type OwnCommand = keyof typeof ownCommands
export type TeamCommand = keyof typeof teamCommands
export type TrustCommand = keyof typeof trustCommands

const harmlessFirst = new Set(['help', '--help', '-h', '--version', '-V', '-v'])

/** Whether a call of the command line with these arguments can weaken something. What the table does not know may. */
export function weakens(args: readonly string[]): boolean {
  const [name, ...rest] = args
  if (name === undefined || harmlessFirst.has(name)) return false
  const end = rest.indexOf('--')
  const options = end === -1 ? rest : rest.slice(0, end)
  if (options.some((one) => one === '--help' || one === '-h')) return false
  const row = Object.hasOwn(ownCommands, name) ? ownCommands[name as OwnCommand] : undefined
  return row === undefined ? isUnknown(name) : answerOf(row, options)
}

/** Another word is no command of ours and ends with a usage error; what a variable or a wildcard stands for may be one. */
const isUnknown = (word: string): boolean => /[$`*?[…{<]/.test(word)

function answerOf(row: Weakens, args: readonly string[]): boolean {
  if (typeof row === 'boolean') return row
  if ('commands' in row) {
    const at = args.findIndex((arg) => !arg.startsWith('-'))
    const first = args[at] ?? ''
    const inner = Object.hasOwn(row.commands, first) ? row.commands[first] : undefined
    return inner === undefined ? isUnknown(first) : answerOf(inner, args.slice(at + 1))
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
