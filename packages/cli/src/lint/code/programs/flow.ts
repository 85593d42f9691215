/** Finds two replies on one path of a JavaScript or Python hook, and the point where a program certainly ends. */

import type { Exit, Flaw, Output } from '../reading.ts'
import type { Program } from './hazards.ts'
import { skipLines } from './objects.ts'
import { isMark } from './scan.ts'
import { depthAt, type Token } from './tokens.ts'

/** Finds a reply in a branch that does not end the script, so that another reply follows. */
export function repliesInARow(program: Program, outputs: readonly Output[]): readonly Flaw[] {
  const printed = outputs.filter(({ to, reply }) => to === 'stdout' && reply !== undefined)
  const replies = [...printed, ...repliesByCall(program, outputs)].toSorted((a, b) => a.offset - b.offset)
  if (replies.length < 2) return []
  const levels = levelsOf(program)
  const at = (offset: number) => tokenAt(program.tokens, offset)
  for (const [index, first] of replies.entries()) {
    const begin = at(first.offset)
    const next = replies.slice(index + 1).find((second) => isReached(program, levels, begin, at(second.offset)))
    if (next !== undefined) return [{ kind: 'two-replies', offset: first.offset }]
  }
  return []
}

const verdict = /^(?:permission|decision|continue|hookSpecificOutput)$/

/** Calls of functions that print a reply and do not end the program: `answer({ permission: 'deny' })`, `deny('no')`. */
function repliesByCall({ tokens, calls, paths }: Program, outputs: readonly Output[]): readonly { offset: number }[] {
  return paths.scopes.flatMap(({ name, params, from, to }) => {
    const isOwn = (offset: number) => paths.scopeOf(tokenAt(tokens, offset)).from === from
    const prints = outputs.filter((one) => one.to === 'stdout' && one.form === 'json' && isOwn(one.offset))
    const body = tokens.slice(from, to)
    const ends = body.some(({ kind, text }) => kind === 'name' && /^(?:\w*exit|raise|throw|quit|abort)$/i.test(text))
    const isBranched = body.some(({ kind, text }) => kind === 'name' && /^(?:if|switch|match|return)$/.test(text))
    if (name === undefined || prints.length !== 1 || ends || isBranched) return []
    const isFixed = prints[0]?.reply !== undefined
    return calls.filter((call) => {
      const object = skipLines(tokens, call.open + 1)
      const key = tokens[skipLines(tokens, object + 1)]
      const isReply = params.length > 0 && isMark(tokens[object], '{') && verdict.test(key?.text ?? '')
      return call.name === name && (isFixed || isReply)
    })
  })
}

const leaves =
  /^(return|exit|_exit|raise|throw|else|elif|except|catch|break|continue|case|quit|SystemExit|rescue|elsif|when)$/

/** The second is outside the branch of the first, and nothing between them ends the program. */
function isReached({ tokens, paths }: Program, levels: readonly number[], begin: number, end: number): boolean {
  const [from = 0, to = 0] = [levels[begin], levels[end]]
  if (/^(?:return|throw|raise|=>)$/.test(tokens[begin - 1]?.text ?? '')) return false
  if (end <= begin || from <= to || paths.scopeOf(begin).from !== paths.scopeOf(end).from) return false
  for (let at = begin; at < end; at++) {
    const { kind, text } = tokens[at] as Token // The index is in range.
    if (kind === 'line') continue
    const level = levels[at] ?? 0
    if (level < to) return false
    if (kind === 'name' && level <= from && leaves.test(text)) return false
  }
  return true
}

function tokenAt(tokens: readonly Token[], offset: number): number {
  let [low, high] = [0, tokens.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** The nesting level of each token: by indentation in Python, by braces in other languages. */
function levelsOf({ tokens, text, language }: Program): readonly number[] {
  return language.notation === 'python' ? indentation(tokens, text) : braces(tokens)
}

function indentation(tokens: readonly Token[], text: string): readonly number[] {
  let level = 0
  let depth = 0
  let isFirst = true
  return tokens.map((token) => {
    if (token.kind === 'line') {
      isFirst = true
      return level
    }
    if (isFirst && depth === 0) level = token.start - (text.lastIndexOf('\n', token.start - 1) + 1)
    isFirst = false
    if (token.kind === 'mark') depth += /^[([{]$/.test(token.text) ? 1 : /^[)\]}]$/.test(token.text) ? -1 : 0
    return level
  })
}

function braces(tokens: readonly Token[]): readonly number[] {
  let level = 0
  return tokens.map(({ kind, text }) => {
    if (kind === 'mark' && text === '}') level--
    const own = level
    if (kind === 'mark' && text === '{') level++
    return own
  })
}

/** The offset where a program certainly ends: an unconditional exit at the top level. */
export function endOf({ tokens, paths, text, language }: Program, exits: readonly Exit[]): number {
  const found = exits.find(({ offset, hard }) => {
    const at = tokenAt(tokens, offset)
    const line = text.slice(text.lastIndexOf('\n', offset) + 1, offset)
    const isAlone = /^\s*$/.test(line) && (language.notation !== 'python' || line === '')
    return hard !== true && isAlone && paths.scopeOf(at).from < 0 && depthAt(tokens, at) === 0 && !isBranch(tokens, at)
  })
  return found?.offset ?? Number.POSITIVE_INFINITY
}

/** The token depends on a condition before it: `if (x)` without a brace, `else`, `a &&`. */
function isBranch(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(0, at).findLast(({ kind }) => kind !== 'line')
  const isSameLine = tokens[at - 1]?.kind !== 'line'
  return before !== undefined && (/^(else|=>|&&|\|\||\?|:)$/.test(before.text) || (before.text === ')' && isSameLine))
}
