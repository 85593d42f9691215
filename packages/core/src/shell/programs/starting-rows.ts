/** Rows that programs which start others have in common. */
import type { Grammar } from './grammar.ts'

/** Its own options come first, then a command with its words. */
export const starts: Grammar = { order: 'options first', operands: 'command' }
/** The command stands behind `--` alone. */
export const behindDashes: Grammar = { operands: 'data*', afterDashes: 'command' }
/** The command stands behind `--`, or is the first operand. */
export const starting = (data = '', shell = ''): Grammar => ({
  order: 'options first',
  values: { data, shell },
  operands: 'command',
  afterDashes: 'command',
})
/** `tool exec NAME command`: one word of its own, then the command. */
export const startingBehind = (data = ''): Grammar => ({
  order: 'options first',
  values: { data },
  operands: 'data command',
  afterDashes: 'command',
})
export const withVerbs = (verbs: Readonly<Record<string, Grammar>>, row: Grammar = {}): Grammar => ({
  ...row,
  verbs,
  operands: row.operands ?? 'unknown*',
})
