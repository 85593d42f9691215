/** Hookify's rules as entries: `readHookify` a file, then `convertHookify`. */
export { type Conversion, type Converted, type ConvertOptions, convertHookify, entryName, entryOf } from './convert.ts'
export { curedHookify } from './cure.ts'
export { readHookify, slugOf } from './read.ts'
export { type Script, scriptEntry, scriptName, scriptOf } from './script.ts'
export type { HookifyRule, Note } from './types.ts'
