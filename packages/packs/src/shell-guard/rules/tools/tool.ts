export interface Tool {
  /** Options before the verb that take a value; `*` if its options are its verbs, so that all words count. */
  readonly takes?: string
  /** The prefix for a program that is part of another (`docker-compose`). */
  readonly prefix?: string
  /** What the words from the verb on would do. */
  readonly rows: readonly (readonly [RegExp, string])[]
}
