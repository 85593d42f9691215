/** The hooks of a team that only observe: a file of their own in the set, so that no other file can make them decide (CONTRACT §9). */
import type { Loaded } from '../ports.ts'

/** No script of a team can have such a name, because of the dot. */
export const observedFile = '.observed.json'

/** True for the path of that file, on every system. */
export const isObservedFile = (path: string): boolean => path.split(/[\\/]/).at(-1) === observedFile

/** Whatever the file says, its hooks decide nothing, close no gate and change no setting (CONTRACT §9). Its packs are still loaded. */
export function observeOnly({ entries, problems, settings }: Loaded): Loaded {
  const isUsed = settings !== undefined && 'packs' in settings.values
  return {
    entries: entries.filter(({ broken }) => broken === undefined).map((entry) => ({ ...entry, monitor: true })),
    problems,
    ...(isUsed ? { settings: { ...settings, values: { packs: settings.values.packs } } } : {}),
  }
}
