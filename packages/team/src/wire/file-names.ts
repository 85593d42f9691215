/** Chooses the file name of each script and module of a set. */
import type { BundledHook } from './bundle.ts'

/**
 * Hooks with the same script share one file. A different script with the same name gets the hook's id as a prefix.
 * Names that differ only in case count as the same, because some file systems ignore case.
 */
export function nameFiles(hooks: readonly BundledHook[]): ReadonlyMap<BundledHook, string> | string {
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
