/** A hookify rule as its own engine reads it, and what is said about carrying it over. */
export interface HookifyCondition {
  readonly field: string
  readonly operator: string
  readonly pattern: string
  readonly line: number
  /** Where `field` stands. */
  readonly fieldLine?: number
}

export interface HookifyRule {
  readonly file: string
  /** `x` of `hookify.x.local.md`. */
  readonly slug: string
  readonly name: string
  readonly enabled: boolean
  readonly event: string
  readonly action: string
  readonly toolMatcher?: string
  readonly conditions: readonly HookifyCondition[]
  /** The condition was a plain `pattern`. */
  readonly plain: boolean
  readonly message: string
  /** The lines of its file. */
  readonly source?: readonly string[]
  /** Line numbers by key of the front matter. */
  readonly lines: Readonly<Record<string, number>>
}

export interface Note {
  readonly file: string
  readonly line: number
  /**
   * `never`: it cannot fire in the original either. `blind`: it fires there for less than it seems.
   * `differs`: it does something else here. `left-out`: it is not carried over.
   */
  readonly kind: 'disabled' | 'never' | 'blind' | 'differs' | 'left-out' | 'broken'
  readonly message: string
  readonly cure: string
  /** The cure itself: these lines in place of that one. */
  readonly write?: readonly string[]
}
