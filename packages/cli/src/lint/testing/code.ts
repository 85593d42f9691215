/** Runs `check` on a single script that one event starts, and returns the findings in it. */
import type { Facts } from '../context/facts.ts'
import { claude, cursor, type Files, lintFiles } from './lint-files.ts'

export interface ScriptSetup {
  readonly event?: string
  readonly name?: string
  readonly claude?: boolean
  readonly entry?: object
  readonly facts?: Partial<Facts>
}

/** Returns `code line` for each finding in the script. */
export async function codesIn(
  text: string,
  { event = 'beforeShellExecution', name = 'x.sh', entry, ...more }: ScriptSetup = {},
): Promise<readonly string[]> {
  const command =
    { sh: './', py: 'python3 ', js: 'node ', mjs: 'node ', ts: 'bun ' }[name.split('.').at(-1) ?? ''] ?? './'
  const file = more.claude === true ? '.claude/settings.json' : '.cursor/hooks.json'
  const hooks =
    more.claude === true
      ? claude(event, `${command}${name}`)
      : cursor(event, { command: `${command}${name}`, ...entry })
  const files: Files = { [file]: hooks, [name]: text }
  const found = await lintFiles(files, more.facts)
  return found.filter((one) => one.file === `/w/${name}`).map(({ code, line }) => `${code} ${line}`)
}
