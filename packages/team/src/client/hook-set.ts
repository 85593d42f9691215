/** The files of a set: scripts under their names, and a hooks.json in Cursor's own words, one line for each entry. */
import { createHash } from 'node:crypto'
import type { BundledHook } from '../wire/bundle.ts'
import { TeamError } from './failure.ts'

export interface HookSet {
  readonly revision: number
  /** Those of the hooks, in the order of the list; hooks.json is not among them. */
  readonly scripts: ReadonlyMap<string, Buffer>
  readonly hooksFile: string
  /** Which hook stands in which line of hooks.json. */
  readonly lines: Readonly<Record<string, number>>
}

export function hookSet(
  revision: number,
  hooks: readonly BundledHook[],
  scripts: ReadonlyMap<string, Buffer>,
  system: NodeJS.Platform | string,
): HookSet {
  const names = nameScripts(hooks)
  const files = new Map<string, Buffer>()
  for (const hook of hooks) files.set(names.get(hook) as string, scripts.get(hook.target) as Buffer)
  const { text, lines } = hooksFile(hooks, (hook) => commandFor(names.get(hook) as string, system))
  return { revision, scripts: files, hooksFile: text, lines }
}

/** Hooks with the same script share the file; another script of the same name, on disks that know no case too, gets the hook's id before it. */
function nameScripts(hooks: readonly BundledHook[]): ReadonlyMap<BundledHook, string> {
  const taken = new Map<string, string>()
  const names = new Map<BundledHook, string>()
  for (const hook of hooks) {
    const free = [hook.script_name, `${hook.id}-${hook.script_name}`].find((name) => {
      const owner = taken.get(name.normalize('NFC').toLowerCase())
      return owner === undefined || owner === `${name}\n${hook.target}`
    })
    if (free === undefined)
      throw new TeamError(
        'refused',
        `the list of hooks cannot be used: two scripts are called ${JSON.stringify(hook.script_name)}`,
      )
    taken.set(free.normalize('NFC').toLowerCase(), `${free}\n${hook.target}`)
    names.set(hook, free)
  }
  return names
}

function hooksFile(hooks: readonly BundledHook[], command: (hook: BundledHook) => string) {
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
  if (/["%^&<>|!]/.test(name))
    throw new TeamError('refused', `the list of hooks cannot be used: ${JSON.stringify(name)} is no name on Windows`)
  return `".\\${name}"`
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
