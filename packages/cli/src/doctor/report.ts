/** The report as a table with words; every line that is not fine names the next command. */
import { counted } from '../entry-text.ts'
import type { Style } from '../style.ts'
import type { Finding, State } from './finding.ts'

const words: Readonly<Record<State, string>> = {
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
/** What is said needs this much beside its subject; where there is less it stands below. */
const ROOM = 30

/** `columns`: where a line must end; absent in a pipe, where lines are for programs. */
export function report(findings: readonly Finding[], style: Style, columns = Number.POSITIVE_INFINITY): string {
  const areas = Object.keys(titles).filter((area) => findings.some((finding) => finding.area === area))
  return areas
    .map((area) => {
      const lines = findings.filter((finding) => finding.area === area)
      const most = Math.min(WIDEST, columns - INDENT - 2 - ROOM)
      const width = Math.max(0, ...lines.map(({ subject }) => subject.length).filter((length) => length <= most))
      return `${style.bold(titles[area] ?? area)}\n${lines.map((line) => row(line, width, style, columns)).join('')}`
    })
    .join('\n')
}

function row({ state, subject, says, next }: Finding, width: number, style: Style, columns: number): string {
  const colour = { ok: style.green, warn: style.yellow, fail: style.red, 'not-proved': style.yellow }[state]
  const indent = ' '.repeat(INDENT)
  // A long path is shown whole, on a line of its own.
  const beside = subject.length <= width
  const margin = beside ? INDENT + width + 2 : INDENT
  const head = beside ? `${subject.padEnd(width)}  ` : `${subject}\n${indent}`
  const text = wrapped(says, columns - margin).join(`\n${' '.repeat(margin)}`)
  const then = next === undefined ? '' : `${indent}${style.dim(`→ ${next}`)}\n`
  return `  ${colour(words[state].padEnd(10))}  ${head}${text}\n${then}`
}

function wrapped(text: string, width: number): readonly string[] {
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
    .map((state) => [count(state), words[state]] as const)
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
  return `${counted(findings.length, 'check')}: ${parts.join(', ')}`
}
