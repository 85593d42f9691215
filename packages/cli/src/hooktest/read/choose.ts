/** Finds the hooks that a test file is about. */
import { basename, dirname, extname, relative, resolve, sep } from 'node:path'
import type { Entry } from '@hookline/core/node'
import { isExecutable, isFile } from '../../machine/file-stat.ts'
import { isInside } from '../../paths.ts'
import { quoted } from '../../text/entry-text.ts'
import type { HookChoice, TestFile } from './types.ts'

/** The script that a test names by its path, relative to the test file, else to the workspace. */
export function findScript({ hook, file, root }: TestFile): string | undefined {
  if (hook === undefined) return undefined
  return [resolve(dirname(file), hook), resolve(root, hook)].find((path) => isInside(path, root) && isFile(path))
}

/** Chooses configured hooks by name, id or script. A script that is not configured yet counts as an entry of its own. */
export function chooseHooks(
  test: TestFile,
  entries: readonly Entry[],
  scriptsOf: (entry: Entry) => readonly string[],
): HookChoice | undefined {
  const { hook, root } = test
  if (hook === undefined) return undefined
  const called = entries.filter((entry) => entry.id === hook || entry.name === hook)
  const path = findScript(test)
  const naming = path === undefined ? [] : entries.filter((entry) => scriptsOf(entry).includes(path))
  const chosen = called.length > 0 ? called : naming
  if (chosen.length > 0) return { ids: chosen.map(({ id }) => id) }
  return path === undefined ? { ids: [] } : { command: commandFor(path, root) }
}

const interpreters: Readonly<Record<string, string>> = {
  '.mjs': 'node',
  '.js': 'node',
  '.cjs': 'node',
  '.ts': 'node',
  '.py': 'python3',
}

/** The command as it would be in a hooks.json. A script that is not executable needs its interpreter, except a shell script: that must be executable. */
function commandFor(path: string, root: string): string {
  const spelled = `./${relative(root, path).split(sep).join('/')}`
  const interpreter = isExecutable(path) ? undefined : interpreters[extname(path)]
  return interpreter === undefined ? spelled : `${interpreter} ${quoted(spelled)}`
}

/** The heading of a test file: the name of the entry, else of the script or of the test file. */
export function chooseTitle({ hook, file }: TestFile, entries: readonly Entry[]): string {
  const called = entries.find((entry) => entry.id === hook)
  const name = called?.name ?? called?.label ?? hook ?? basename(file).replace(/\.hooktest\.\w+$/, '')
  return name.includes('/') || /\.\w{1,4}$/.test(name) ? basename(name).replace(/\.\w{1,4}$/, '') : name
}
