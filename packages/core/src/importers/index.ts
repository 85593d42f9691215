/** `@hookline/core/importers`: rules and settings of other programs → entries and parameters of packs. */
export { convertSafetyNet, type SafetyNetSettings } from './cc-safety-net/index.ts'
export { convertDcg, type DcgSettings } from './dcg/index.ts'
export { readToml, type Toml } from './dcg/toml.ts'
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
export {
  type AllowedCommand,
  type ConvertedPack,
  type ConvertedRule,
  ruleEntryOf,
  type SettingsConversion,
  type SettingsDocument,
  type SettingsPath,
} from './settings/types.ts'
