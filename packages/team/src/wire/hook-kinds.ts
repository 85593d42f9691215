/** The kinds of things that a team publishes: hooks of each type, packs and the settings of its file. */

export interface HookKindRow {
  /** It has a file: `script_name` is the file's name, and `script_content` its text. Otherwise `script_name` is a label. */
  readonly hasFile: boolean
  /** It belongs to one event, and has a matcher and the other keys of an entry. */
  readonly hasEvent: boolean
}

export const hookKinds = {
  script: { hasFile: true, hasEvent: true },
  module: { hasFile: true, hasEvent: true },
  prompt: { hasFile: false, hasEvent: true },
  rule: { hasFile: false, hasEvent: true },
  http: { hasFile: false, hasEvent: true },
  /** `script_name` is the name of the pack, and `config` has its parameters. */
  pack: { hasFile: false, hasEvent: false },
  /** `config` has the settings. A team has at most one for each system. */
  settings: { hasFile: false, hasEvent: false },
} as const satisfies Record<string, HookKindRow>

export type HookKind = keyof typeof hookKinds
export const isHookKind = (kind: string): kind is HookKind => Object.hasOwn(hookKinds, kind)

/** The script name of the settings of a team. */
export const settingsName = 'settings'
