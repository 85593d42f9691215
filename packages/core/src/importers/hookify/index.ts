/** Converts hookify rules to entries: `readHookify` reads a file, `convertHookify` converts its rule. */
export { type Conversion, type Converted, type ConvertOptions, convertHookify, entryName, entryOf } from './convert.ts'
export { fixHookify } from './fix.ts'
export { readHookify, slugOf } from './read.ts'
export { type Script, scriptEntry, scriptName, scriptOf } from './script.ts'
export type { HookifyRule, Note } from './types.ts'
