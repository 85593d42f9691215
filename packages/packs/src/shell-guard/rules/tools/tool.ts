export interface Tool {
  /** Options before the verb that take a value; `*` when options are its verbs, so that all words count. */
  readonly takes?: string
  /** What stands before the words of a program that is part of another (`docker-compose`). */
  readonly prefix?: string
  /** The words from the verb on, against what they would do. */
  readonly rows: readonly (readonly [RegExp, string])[]
}
