/** The hooks of a team that only observe: a file of their own in the set, so that no other file can make them decide (CONTRACT §9). */

/** No script of a team can have such a name, because of the dot. */
export const observedFile = '.observed.json'

/** True for the path of that file, on every system. */
export const isObservedFile = (path: string): boolean => path.split(/[\\/]/).at(-1) === observedFile
