/** The hooks.json that a list of hooks becomes on a machine: in Cursor's own words, one line for each entry. */
import type { BundledHook } from './bundle.ts'

export interface HooksFile {
  readonly text: string
  /** Which hook stands in which line. */
  readonly lines: Readonly<Record<string, number>>
  /** What the script of a hook is called there. */
  readonly names: ReadonlyMap<BundledHook, string>
}

/** The name of each system in a list of hooks, and in Node. */
export const systems = { Linux: 'linux', Macintosh: 'darwin', Windows: 'win32' } as const

/** Those that are switched on, and of this system. */
export const hooksFor = (hooks: readonly BundledHook[], system: string): readonly BundledHook[] =>
  hooks.filter(({ is_active, operating_systems: only }) => is_active && (only.length === 0 || only.includes(system)))

/** A text: why there can be none. */
export function hooksFileOf(hooks: readonly BundledHook[], system: string): HooksFile | string {
  const names = nameScripts(hooks)
  if (typeof names === 'string') return names
  const odd = system === 'win32' ? [...names.values()].find((name) => /["%^&<>|!]/.test(name)) : undefined
  if (odd !== undefined) return `${JSON.stringify(odd)} is no name on Windows`
  return { ...textOf(hooks, (hook) => commandFor(names.get(hook) as string, system)), names }
}

/** Hooks with the same script share the file; another script of the same name, on disks that know no case too, gets the hook's id before it. */
function nameScripts(hooks: readonly BundledHook[]): ReadonlyMap<BundledHook, string> | string {
  const taken = new Map<string, string>()
  const names = new Map<BundledHook, string>()
  for (const hook of hooks) {
    const free = [hook.script_name, `${hook.id}-${hook.script_name}`].find((name) => {
      const owner = taken.get(name.normalize('NFC').toLowerCase())
      return owner === undefined || owner === `${name}\n${hook.target}`
    })
    if (free === undefined) return `two scripts are called ${JSON.stringify(hook.script_name)}`
    taken.set(free.normalize('NFC').toLowerCase(), `${free}\n${hook.target}`)
    names.set(hook, free)
  }
  return names
}

function textOf(hooks: readonly BundledHook[], command: (hook: BundledHook) => string) {
  const steps = [...new Set(hooks.map(({ hook_step }) => hook_step))]
  const rows = ['{', '  "version": 1,', '  "hooks": {']
  const lines: Record<string, number> = {}
  for (const [at, step] of steps.entries()) {
    rows.push(`    ${JSON.stringify(step)}: [`)
    const mine = hooks.filter(({ hook_step }) => hook_step === step)
    for (const [index, hook] of mine.entries()) {
      rows.push(`      ${JSON.stringify(entryOf(hook, command(hook)))}${index === mine.length - 1 ? '' : ','}`)
      lines[String(rows.length)] = hook.id
    }
    rows.push(`    ]${at === steps.length - 1 ? '' : ','}`)
  }
  rows.push('  }', '}', '')
  return { text: rows.join('\n'), lines }
}

const entryOf = ({ matcher, timeout, fail_closed, loop_limit }: BundledHook, command: string) => ({
  command,
  ...(matcher === undefined || matcher === '' ? {} : { matcher }),
  ...(timeout === undefined ? {} : { timeout }),
  ...(fail_closed === undefined ? {} : { failClosed: fail_closed }),
  ...(loop_limit === undefined ? {} : { loop_limit }),
})

/** The name is a label that somebody chose: in a shell it is one word, whatever it holds. */
function commandFor(name: string, system: string): string {
  if (/^[\w.-]+$/.test(name)) return `./${name}`
  if (system !== 'win32') return `'./${name.replaceAll("'", `'\\''`)}'`
  return `".\\${name}"`
}
