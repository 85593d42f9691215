/** Formats a row in aligned columns, at most 100 wide or as wide as the terminal. Colour never carries meaning alone. */
import { clip, oneLine } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import type { Detail } from './details.ts'
import type { DecisionLabel, DemoRow } from './row.ts'

export const WIDTH = 100
/** The least width for the column of hooks. With less they get their own line. */
const MIN_HOOKS_WIDTH = 24
const columns = { at: 6, event: 20, subject: 17, decision: 18 } as const
const gap = '  '
const indent = ' '.repeat(columns.at + gap.length)
const hooksAt = Object.values(columns).reduce((sum, width) => sum + width + gap.length, 0)
const labelWidth = 14

const decisionStyles: Partial<Record<DecisionLabel, keyof Style>> = {
  ALLOW: 'green',
  DENY: 'red',
  'FAILED, SO DENIED': 'red',
  ASK: 'yellow',
  FAILED: 'yellow',
  'FAILED, SO ALLOWED': 'yellow',
}

export function headerLine(style: Style, width: number): string {
  const titles = [
    'sec'.padStart(columns.at),
    'event'.padEnd(columns.event),
    'subject'.padEnd(columns.subject),
    'decision'.padEnd(columns.decision),
    ...(isWide(width) ? ['hooks (ms)'] : []),
  ]
  return style.dim(titles.join(gap))
}

export const headingLine = (speaker: string, text: string, style: Style): string => `${style.bold(speaker)}  ${text}`

const isWide = (width: number): boolean => width - hooksAt >= MIN_HOOKS_WIDTH

export function rowLines(row: DemoRow, style: Style, width: number): readonly string[] {
  const colour = decisionStyles[row.decision]
  const [hooks, ...moreHooks] = isWide(width) ? wrap(hookLabels(row), width - hooksAt) : []
  const decision = row.decision.padEnd(columns.decision)
  const cells = [
    style.dim((row.atMs / 1000).toFixed(3).padStart(columns.at)),
    row.event.padEnd(columns.event),
    fit(row.subject, columns.subject),
    colour === undefined ? decision : style[colour](decision),
    ...(hooks === undefined ? [] : [style.dim(hooks)]),
  ]
  const more = moreHooks.map((line) => ' '.repeat(hooksAt) + style.dim(line))
  const below = isWide(width) ? [] : [{ label: 'hooks (ms)', text: hookLabels(row).join(' ') }]
  return [cells.join(gap), ...more, ...[...below, ...row.details].flatMap((one) => detailLines(one, style, width))]
}

export function detailLines({ label, text }: Detail, style: Style, width: number): readonly string[] {
  const lines = text.split('\n').flatMap((line) => wrap(oneLine(line).split(' '), width - indent.length - labelWidth))
  return lines.map((line, at) => indent + style.dim((at === 0 ? label : '').padEnd(labelWidth)) + line)
}

/** `audit 6+7`: it ran twice, because the input was rewritten. */
function hookLabels({ hooks }: DemoRow): readonly string[] {
  const times = new Map<string, number[]>()
  for (const { hook, ms } of hooks) times.set(hook, [...(times.get(hook) ?? []), ms])
  return [...times].map(([hook, ms], at) => `${hook} ${ms.join('+')}${at < times.size - 1 ? ',' : ''}`)
}

const fit = (text: string, width: number): string => clip(oneLine(text), width).padEnd(width)

/** Puts as many pieces on a line as fit. */
function wrap(pieces: readonly string[], width: number): readonly string[] {
  const lines: string[] = []
  for (const piece of pieces) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + piece.length <= width) lines[lines.length - 1] = `${last} ${piece}`
    else lines.push(piece)
  }
  return lines
}
