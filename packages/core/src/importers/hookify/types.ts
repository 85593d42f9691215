/** A hookify rule as hookify reads it, and the notes about its import. */
export interface HookifyCondition {
  readonly field: string
  readonly operator: string
  readonly pattern: string
  readonly line: number
  /** The line of `field`. */
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
   * `never`: the rule cannot fire in hookify either. `blind`: it checks less than it seems to, there and here.
   * `differs`: it behaves differently in Hookline. `left-out`: it is not imported.
   */
  readonly kind: 'disabled' | 'never' | 'blind' | 'differs' | 'left-out' | 'broken'
  readonly message: string
  /** What to do about it. */
  readonly cure: string
  /** The lines that replace `line`. */
  readonly write?: readonly string[]
}
