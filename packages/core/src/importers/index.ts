/** `@hookline/core/importers`: other rule formats → entries. */
export {
  type Conversion,
  type Converted,
  type ConvertOptions,
  convertHookify,
  entryName,
  entryOf,
  fixHookify,
  type HookifyRule,
  type Note,
  readHookify,
  type Script,
  scriptEntry,
  scriptName,
  scriptOf,
  slugOf,
} from './hookify/index.ts'
