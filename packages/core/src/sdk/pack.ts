/** The type of a pack: ready-made hooks under one name, with parameters that a settings file can set. */

import type { EventName } from '../protocol/events/index.ts'
import type { JsonObject, JsonSchema } from '../schema.ts'
import type { AnyHook } from './define-hook.ts'

/** One parameter: its JSON Schema with a default, and a description. */
export interface Parameter {
  readonly schema: JsonSchema & { readonly default?: unknown }
  readonly doc: string
  /** The parameter decides where records go or what is called, so only the user's or the organisation's file may set it. */
  readonly forbiddenInProject?: true
}
export type Parameters = JsonObject

/** What a rule does if it finds something. `monitor` records what it would have decided, and lets the act pass. */
export const ruleLevels = ['deny', 'ask', 'allow', 'monitor'] as const
export type RuleLevel = (typeof ruleLevels)[number]

/** One rule of a pack: the unit that a person can set to another level, or switch off. */
export interface PackRule {
  /** Unique in the pack. A refusal begins with `<pack>/<id>`. */
  readonly id: string
  /** What it finds. */
  readonly catches: string
  /** An event in which only this rule finds something. `wants` is what the pack then decides. */
  readonly example: PackCanary
  /** The parameters that the example needs in addition to the defaults. */
  readonly given?: Parameters
  /** What the rule does with these parameters, for people: a level, `deny or ask`, `redact`. The parameter `rules` counts. */
  levelWith(parameters: Parameters): string
}

export interface PackHook extends AnyHook {
  readonly name: string
  /** The hook is only recorded, whatever the mode of its pack: it judges the rules with the level `monitor`. */
  readonly monitor?: true
  /** The rules that it judges. Absent: all rules of its pack. */
  readonly rules?: readonly string[]
  /** The hook rewrites its input if it finds something. Some agents cannot apply a rewrite. */
  readonly rewrites?: boolean
  /** The hook starts programs, sends requests or writes to the terminal: all this belongs to the process that fired the event. */
  readonly needsCaller?: boolean
  /** Additional information for `explain`. Pure. */
  remarks?(input: never): readonly string[]
}

/** An event with a known decision. `hookline add` uses it to prove that the pack works. */
export interface PackCanary {
  readonly event: EventName
  /** A description for people, such as `rm -rf ~`. */
  readonly says: string
  readonly wants: 'allow' | 'ask' | 'deny'
  /** The rule that decides it. */
  readonly rule?: string
  input(root: string): JsonObject
}

export interface Pack {
  readonly name: string
  readonly description: string
  /** A paragraph about what the pack checks and what it cannot see. */
  readonly about: string
  readonly parameters: Readonly<Record<string, Parameter>>
  /** Absent if the pack refuses nothing. Its parameter `rules` sets their levels. */
  rules?(): readonly PackRule[]
  /** Present if the pack has become an option of Hookline. It still works. */
  readonly replaced?: {
    /** What to write instead. */
    readonly hint: string
    /** The parameters that are no longer read, each with what to use instead. */
    readonly unread: Readonly<Record<string, string>>
  }
  /** While its hooks are active, the durable log is an audit log. */
  readonly audits?: true
  /**
   * Its pure hooks only judge: they start no program, write nothing, keep no state, and look up no file or variable that a parameter
   * names. They also run in a workspace that is not trusted, where only a refusal or a question counts (CONTRACT §4).
   */
  readonly judges?: true
  /** The hooks for these parameters, all of which are set, in order of priority. Throws if the parameters contradict each other. */
  hooks(parameters: Parameters): readonly PackHook[]
  canaries(parameters: Parameters): readonly PackCanary[]
}

/** The loaded packs. */
export interface PackRegistry {
  /** Undefined before `load`. */
  current(): LoadedPacks | undefined
  /** Never rejects. */
  load(): Promise<void>
  /** The facts about the machine in the context of every hook. */
  readonly machine: {
    readonly home: string
    readonly env: Readonly<Record<string, string | undefined>>
    readonly state: string
  }
}
export type LoadedPacks =
  | { readonly kind: 'packs'; readonly packs: readonly Pack[] }
  | { readonly kind: 'missing'; readonly message: string; readonly hint: string }
