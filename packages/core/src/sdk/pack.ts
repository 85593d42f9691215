/** A pack: ready-made hooks under one name, with parameters that a settings file may set. */

import type { EventName } from '../protocol/events/index.ts'
import type { JsonObject, JsonSchema } from '../schema.ts'
import type { AnyHook } from './define-hook.ts'

/** One parameter: its type and default as JSON Schema says it, and what it is for. */
export interface Parameter {
  readonly schema: JsonSchema & { readonly default?: unknown }
  readonly doc: string
  /** Where records go, or what is called: the person's or the organisation's file may set it, a workspace's may not. */
  readonly forbiddenInProject?: true
}
export type Parameters = JsonObject

export interface PackHook extends AnyHook {
  readonly name: string
  /** It replaces what it judges, where it finds something: an agent may be unable to apply that. */
  readonly rewrites?: boolean
  /** What a person who asks `explain` wants to know beside the answer. Pure. */
  remarks?(input: never): readonly string[]
}

/** An event of which the pack says beforehand what it answers: what `hookline add` proves it with. */
export interface PackCanary {
  readonly event: EventName
  /** What a person calls it: `rm -rf ~`. */
  readonly says: string
  readonly wants: 'allow' | 'ask' | 'deny'
  input(root: string): JsonObject
}

export interface Pack {
  readonly name: string
  readonly description: string
  /** A paragraph: what it looks at, and what it cannot see. */
  readonly about: string
  readonly parameters: Readonly<Record<string, Parameter>>
  /** With every parameter set; in the order in which they count. Throws where the parameters cannot stand together. */
  hooks(parameters: Parameters): readonly PackHook[]
  canaries(parameters: Parameters): readonly PackCanary[]
}

/** What is known of the packs. Absent from a reading: packs are not read. */
export interface PackRegistry {
  /** Undefined before `load`. */
  current(): LoadedPacks | undefined
  /** Never rejects. */
  load(): Promise<void>
  /** What every hook's context says of the machine. */
  readonly machine: {
    readonly home: string
    readonly env: Readonly<Record<string, string | undefined>>
    readonly state: string
  }
}
export type LoadedPacks =
  | { readonly kind: 'packs'; readonly packs: readonly Pack[] }
  | { readonly kind: 'missing'; readonly message: string; readonly hint: string }
