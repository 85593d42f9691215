/** A problem as a person reads it: where, how bad, what, the line itself with a caret, and the cure. */

import { readFileSync, statSync } from 'node:fs'
import type { Problem } from '@hookline/core/node'
import { counted } from '../entry-text.ts'
import { shownPath } from '../paths.ts'
import { oneLine, plain } from '../plain.ts'
import type { Style } from '../style.ts'
import type { Found } from './find.ts'

const WIDTH = 100
const colours = { error: 'red', warning: 'yellow', note: 'cyan' } as const

export function problemText(problem: Problem, style: Style, cwd: string): string {
  const { file, line, column, severity, code, message, hint } = problem
  const place = `${oneLine(shownPath(file, cwd))}:${line}:${column}`
  return [
    `${style.bold(place)} ${style[colours[severity]](severity)} ${code} ${oneLine(message)}`,
    ...sourceLines(problem, style),
    ...(hint === '' ? [] : [`  ${oneLine(hint)}`]),
    '',
    '',
  ].join('\n')
}

function sourceLines({ file, line, column }: Problem, style: Style): readonly string[] {
  const text = lineOf(file, line)
  if (text === undefined || text.trim() === '') return []
  // What is hidden takes no room on the screen, so the caret counts what is left.
  const before = plain(text.slice(0, column - 1)).replaceAll('\t', ' ')
  const after = plain(text.slice(column - 1)).replaceAll('\t', ' ')
  const cut = before.length + after.length <= WIDTH ? 0 : Math.max(0, before.length - WIDTH / 2)
  const lead = (cut > 0 ? '…' : '') + before.slice(cut)
  const room = WIDTH - lead.length
  const number = String(line)
  return [
    `  ${style.dim(`${number} |`)} ${lead}${after.length > room ? `${after.slice(0, room)}…` : after}`,
    `  ${' '.repeat(number.length)} ${style.dim('|')} ${' '.repeat(lead.length)}${style.bold('^')}`,
  ]
}

/** Only from a plain file of the size that is read at all. */
function lineOf(file: string, line: number): string | undefined {
  try {
    const stats = statSync(file)
    if (!stats.isFile() || stats.size > 2 ** 20) return undefined
    return readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r\n|\n|\r/)[line - 1]
  } catch {
    return undefined
  }
}

export function summary({ problems, files, root, hooks }: Found, style: Style, cwd: string): string {
  if (files.length === 0) return `No hook files found for ${oneLine(root ?? cwd)}: nothing runs here.\n`
  const count = (severity: Problem['severity']) => problems.filter((problem) => problem.severity === severity).length
  const counts = (['error', 'warning', 'note'] as const)
    .filter((severity) => count(severity) > 0)
    .map((severity) => style[colours[severity]](counted(count(severity), severity)))
  const what = counts.length === 0 ? style.green('no problems') : counts.join(', ')
  const names = files.map((file) => oneLine(shownPath(file, cwd))).join(', ')
  return `${what} in ${names} (${counted(hooks, 'hook')})\n`
}
