/** Formats the report as a table. Every line that is not OK names the next command. */
import { counted } from '../text/entry-text.ts'
import type { Style } from '../text/style.ts'
import type { Finding, State } from './finding.ts'

const stateLabels: Readonly<Record<State, string>> = {
  ok: 'OK',
  warn: 'WARN',
  fail: 'FAIL',
  'not-proved': 'NOT PROVED',
}
const titles: Readonly<Record<string, string>> = {
  agents: 'Agents',
  canary: 'Canaries',
  hooks: 'Programs and scripts',
  files: 'Files',
  trust: 'Trust',
  managed: 'Managed files and state',
  system: 'System',
}
const WIDEST = 44
const INDENT = 14
/** The least width for the text beside its subject. With less it goes below. */
const MIN_TEXT_WIDTH = 30

/** `columns` is the width of the terminal. Lines are not wrapped in a pipe. */
export function report(findings: readonly Finding[], style: Style, columns = Number.POSITIVE_INFINITY): string {
  const areas = Object.keys(titles).filter((area) => findings.some((finding) => finding.area === area))
  return areas
    .map((area) => {
      const lines = findings.filter((finding) => finding.area === area)
      const most = Math.min(WIDEST, columns - INDENT - 2 - MIN_TEXT_WIDTH)
      const width = Math.max(0, ...lines.map(({ subject }) => subject.length).filter((length) => length <= most))
      return `${style.bold(titles[area] ?? area)}\n${lines.map((line) => row(line, width, style, columns)).join('')}`
    })
    .join('\n')
}

function row({ state, subject, says, next }: Finding, width: number, style: Style, columns: number): string {
  const colour = { ok: style.green, warn: style.yellow, fail: style.red, 'not-proved': style.yellow }[state]
  const indent = ' '.repeat(INDENT)
  // A long path gets its own line.
  const beside = subject.length <= width
  const margin = beside ? INDENT + width + 2 : INDENT
  const head = beside ? `${subject.padEnd(width)}  ` : `${subject}\n${indent}`
  const text = wrapText(says, columns - margin).join(`\n${' '.repeat(margin)}`)
  const then = next === undefined ? '' : `${indent}${style.dim(`→ ${next}`)}\n`
  return `  ${colour(stateLabels[state].padEnd(10))}  ${head}${text}\n${then}`
}

function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > Math.max(20, width)) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

export function summary(findings: readonly Finding[]): string {
  const count = (state: State) => findings.filter((finding) => finding.state === state).length
  const parts = (['fail', 'warn', 'not-proved', 'ok'] as const)
    .map((state) => [count(state), stateLabels[state]] as const)
    .filter(([number]) => number > 0)
    .map(([number, label]) => `${number} ${label}`)
  return `${counted(findings.length, 'check')}: ${parts.join(', ')}`
}
