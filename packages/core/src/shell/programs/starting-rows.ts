/** Rows shared by programs that start other programs. */
import type { Grammar } from './grammar.ts'

/** The program's own options come first, then a command with its words. */
export const starts: Grammar = { order: 'options first', operands: 'command' }
/** The command only comes after `--`. */
export const behindDashes: Grammar = { operands: 'data*', afterDashes: 'command' }
/** The command comes after `--`, or starts with the first operand. */
export const starting = (data = '', shell = ''): Grammar => ({
  order: 'options first',
  values: { data, shell },
  operands: 'command',
  afterDashes: 'command',
})
/** `tool exec NAME command`: one word, then the command. */
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
