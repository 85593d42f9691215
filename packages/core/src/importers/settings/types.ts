/** The settings of another guard as they are read, and what they become here. */
import type { JsonObject } from '../../schema.ts'
import type { Note } from '../hookify/types.ts'

export type SettingsPath = readonly (string | number)[]

/** A settings file, parsed. */
export interface SettingsDocument {
  /** As it is shown to people. */
  readonly file: string
  readonly value: unknown
  /** The line of a value, or of the nearest one around it. */
  lineOf(path: SettingsPath): number
}

/** A rule that denies what the other guard would block. */
export interface ConvertedRule {
  readonly name: string
  readonly file: string
  readonly when: JsonObject
  readonly reason: string
  /** How the other guard calls the rule. */
  readonly title: string
}

/** Parameters of a pack. All of them restrict, except lists of paths that the other guard allows too. */
export interface ConvertedPack {
  readonly set: JsonObject
  /** Items for lists, in addition to those that are there. */
  readonly add: Readonly<Record<string, readonly string[]>>
  /** Rules of the pack that now refuse. */
  readonly denies: readonly string[]
}

/** A command that the other guard lets through as a whole. */
export interface AllowedCommand {
  readonly command: string
  readonly reason: string
  readonly file: string
  readonly line: number
}

export interface SettingsConversion {
  readonly rules: readonly ConvertedRule[]
  readonly packs: Readonly<Record<string, ConvertedPack>>
  readonly allowed: readonly AllowedCommand[]
  readonly notes: readonly Note[]
}

/** The entry as it is written in a hookline.json. */
export const ruleEntryOf = ({ name, when, reason, title }: ConvertedRule): JsonObject => ({
  type: 'rule',
  name,
  rule: { when, verdict: 'deny', user_message: `${reason} (${title})`, agent_message: reason },
})
