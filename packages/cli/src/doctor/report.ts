/** The report as a table with words; every line that is not fine names the next command. */
import { counted } from '../entry-text.ts'
import { clip } from '../plain.ts'
import type { Style } from '../style.ts'
import type { Finding, State } from './finding.ts'

export const words: Readonly<Record<State, string>> = {
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

export function report(findings: readonly Finding[], style: Style): string {
  const areas = Object.keys(titles).filter((area) => findings.some((finding) => finding.area === area))
  return areas
    .map((area) => {
      const lines = findings.filter((finding) => finding.area === area)
      const width = Math.min(WIDEST, Math.max(...lines.map(({ subject }) => subject.length)))
      return `${style.bold(titles[area] ?? area)}\n${lines.map((line) => row(line, width, style)).join('')}`
    })
    .join('\n')
}

function row({ state, subject, says, next }: Finding, width: number, style: Style): string {
  const colour = { ok: style.green, warn: style.yellow, fail: style.red, 'not-proved': style.yellow }[state]
  const indent = ' '.repeat(14)
  // A long path is shown whole, on a line of its own.
  const head = subject.length > width ? `${subject}\n${indent}` : `${clip(subject, width).padEnd(width)}  `
  const then = next === undefined ? '' : `${indent}${style.dim(`→ ${next}`)}\n`
  return `  ${colour(words[state].padEnd(10))}  ${head}${says}\n${then}`
}

export function summary(findings: readonly Finding[]): string {
  const count = (state: State) => findings.filter((finding) => finding.state === state).length
  const parts = (['fail', 'warn', 'not-proved', 'ok'] as const)
    .map((state) => [count(state), words[state]] as const)
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
  return `${counted(findings.length, 'check')}: ${parts.join(', ')}`
}
