/** Creates the hooks.json of a machine from the signed list of hooks: Cursor's format, one line for each entry. */
import type { BundledHook } from './bundle.ts'

export interface HooksFile {
  readonly text: string
  /** The hook id for each line. */
  readonly lines: Readonly<Record<string, number>>
  /** The file name of each hook's script. */
  readonly names: ReadonlyMap<BundledHook, string>
}

/** The name of each system in a list of hooks and its name in Node. */
export const systems = { Linux: 'linux', Macintosh: 'darwin', Windows: 'win32' } as const

/** Selects the active hooks of this system. */
export const selectHooks = (hooks: readonly BundledHook[], system: string): readonly BundledHook[] =>
  hooks.filter(({ is_active, operating_systems: only }) => is_active && (only.length === 0 || only.includes(system)))

/** Returns a message if the file cannot be created. */
export function createHooksFile(hooks: readonly BundledHook[], system: string): HooksFile | string {
  const names = nameScripts(hooks)
  if (typeof names === 'string') return names
  const invalidName = system === 'win32' ? [...names.values()].find((name) => /["%^&<>|!]/.test(name)) : undefined
  if (invalidName !== undefined) return `the script name ${JSON.stringify(invalidName)} is not valid on Windows`
  // nameScripts returns a name for each hook.
  return { ...formatHooksFile(hooks, (hook) => commandFor(names.get(hook) as string, system)), names }
}

/**
 * Hooks with the same script share one file. A different script with the same name gets the hook's id as a prefix.
 * Names that differ only in case count as the same, because some file systems ignore case.
 */
function nameScripts(hooks: readonly BundledHook[]): ReadonlyMap<BundledHook, string> | string {
  const taken = new Map<string, string>()
  const names = new Map<BundledHook, string>()
  for (const hook of hooks) {
    const freeName = [hook.script_name, `${hook.id}-${hook.script_name}`].find((name) => {
      const owner = taken.get(name.normalize('NFC').toLowerCase())
      return owner === undefined || owner === `${name}\n${hook.target}`
    })
    if (freeName === undefined) return `two different scripts have the name ${JSON.stringify(hook.script_name)}`
    taken.set(freeName.normalize('NFC').toLowerCase(), `${freeName}\n${hook.target}`)
    names.set(hook, freeName)
  }
  return names
}

function formatHooksFile(hooks: readonly BundledHook[], command: (hook: BundledHook) => string) {
  const steps = [...new Set(hooks.map(({ hook_step }) => hook_step))]
  const rows = ['{', '  "version": 1,', '  "hooks": {']
  const lines: Record<string, number> = {}
  for (const [at, step] of steps.entries()) {
    rows.push(`    ${JSON.stringify(step)}: [`)
    const stepHooks = hooks.filter(({ hook_step }) => hook_step === step)
    for (const [index, hook] of stepHooks.entries()) {
      rows.push(`      ${JSON.stringify(toEntry(hook, command(hook)))}${index === stepHooks.length - 1 ? '' : ','}`)
      lines[String(rows.length)] = hook.id
    }
    rows.push(`    ]${at === steps.length - 1 ? '' : ','}`)
  }
  rows.push('  }', '}', '')
  return { text: rows.join('\n'), lines }
}

const toEntry = ({ matcher, timeout, fail_closed, loop_limit, approvals }: BundledHook, command: string) => ({
  command,
  ...(matcher === undefined || matcher === '' ? {} : { matcher }),
  ...(timeout === undefined ? {} : { timeout }),
  ...(fail_closed === undefined ? {} : { failClosed: fail_closed }),
  ...(loop_limit === undefined ? {} : { loop_limit }),
  ...(approvals === undefined ? {} : { approvals }),
})

/** Quotes the name for the shell: it is a label that an author chose and may contain any character. */
function commandFor(name: string, system: string): string {
  if (/^[\w.-]+$/.test(name)) return `./${name}`
  if (system !== 'win32') return `'./${name.replaceAll("'", `'\\''`)}'`
  return `".\\${name}"`
}
