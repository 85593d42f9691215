/** Formats the coverage for people: a table for the terminal, and the whole of it as Markdown. */
import { type Agent, surfaces } from '@hookline/core/agents'
import { isUnproved, unprovedText } from '../agents.ts'
import { widest } from '../text/entry-text.ts'
import type { Style } from '../text/style.ts'
import { type Coverage, type Level, levels, surfacesOf, surfaceTitles } from './levels.ts'
import { type Policy, policyAt, policyIn } from './policies.ts'
import { questionText } from './questions.ts'

const signs: Readonly<Record<Level, string>> = { enforced: '✓', emulated: '≈', 'observed only': '·', cannot: '✗' }

interface Column {
  readonly title: string
  cover(policy: Policy): Coverage | undefined
}

/** One column for each agent, or, if only one agent is asked about, one for each place where it works. */
export function coverageText(
  policies: readonly Policy[],
  agents: readonly Agent[],
  style: Style,
  columnsOfTerminal: number = Number.POSITIVE_INFINITY,
): string {
  const [only, ...others] = agents
  const columns: readonly Column[] =
    only !== undefined && others.length === 0
      ? surfacesOf(only).map((surface) => ({
          title: surfaceTitles[surface],
          cover: (policy) => policyAt(policy, only, surface),
        }))
      : agents.map((agent) => ({ title: agent.title, cover: (policy) => policyIn(policy, agent) }))
  const named = widest(
    policies.flatMap(({ label, event }) => (label === event ? [] : [label])),
    30,
  )
  const names = policies.map((policy) => ({ policy, ...nameOf(policy, named) }))
  const width = Math.max(widest(names.map(({ cell }) => cell)), 8)
  const tables = fitting(columns, columnsOfTerminal - width).map((shown) => {
    const rows = names.map(({ policy, above, cell }) => {
      const cells = shown.map(({ title, cover }) => paint(cover(policy), title.length, style))
      return `${above}${cell.padEnd(width)}  ${cells.join('  ')}`.trimEnd()
    })
    const head = `${' '.repeat(width)}  ${shown.map(({ title }) => title).join('  ')}`
    return `${style.bold(head)}\n${rows.join('\n')}\n`
  })
  const questions = questionNotes(policies, agents).map((note) => `${note}\n`)
  const asks = questions.length === 0 ? [] : ['\nQuestions (ask)\n', ...questions]
  const notes = [notesOf(policies, columns), ...asks, unprovedNotes(agents)].join('')
  const title = only !== undefined && others.length === 0 ? `${style.bold(only.title)}\n` : ''
  return `${title}${tables.join('\n')}\n${legend}\n${notes}`
}

/** The first cell of a policy's row. A name that is wider than its column stands on a line above. */
function nameOf({ label, event }: Policy, width: number): { readonly above: string; readonly cell: string } {
  if (label === event) return { above: '', cell: event }
  const isWide = label.length > width
  return { above: isWide ? `${label}\n` : '', cell: `${(isWide ? '' : label).padEnd(width)}  ${event}` }
}

/** The columns in groups that are not wider than this, because a wrapped table cannot be read. */
function fitting(columns: readonly Column[], width: number): readonly (readonly Column[])[] {
  const groups: Column[][] = []
  let left = 0
  for (const column of columns) {
    const needed = column.title.length + 2
    const last = groups.at(-1)
    if (last !== undefined && needed <= left) last.push(column)
    else groups.push([column])
    left = (last !== undefined && needed <= left ? left : width) - needed
  }
  return groups
}

const legend = levels.map((level) => `${signs[level]} ${level}`).join('   ')

function paint(found: Coverage | undefined, width: number, style: Style): string {
  const text = (found === undefined ? ' ' : signs[found.level]).padEnd(width)
  if (found === undefined || found.level === 'enforced') return style.green(text)
  return found.level === 'cannot' ? style.red(text) : style.yellow(text)
}

/** Each reason once. It names its agent; what limits a place names the column. */
function notesOf(policies: readonly Policy[], columns: readonly Column[]): string {
  const lines = columns.flatMap(({ title, cover }) =>
    policies.flatMap((policy) => {
      const { level, why, note } = cover(policy) ?? {}
      return [
        ...(level === undefined || why === undefined ? [] : [`${signs[level]} ${why}`]),
        ...(note === undefined ? [] : [`${title}: ${note}`]),
      ]
    }),
  )
  return lines.length === 0 ? '' : `\n${[...new Set(lines)].join('\n')}\n`
}

/** What happens to a question: a command hook may ask at any event that has questions. */
function questionNotes(policies: readonly Policy[], agents: readonly Agent[]): readonly string[] {
  const events = policies.filter(({ inBackground }) => inBackground !== true).map(({ event }) => event)
  return agents.flatMap((agent) => {
    const text = questionText(agent, events)
    return text === undefined ? [] : [`${agent.title}: ${text}`]
  })
}

/** An agent that was never tried is not shown like one that was. */
const unprovedNotes = (agents: readonly Agent[]): string =>
  agents
    .filter(isUnproved)
    .map(({ title }) => `${title}: ${unprovedText}\n`)
    .join('')

/** Every policy in every agent, in each place where the agent works. */
export function coverageMarkdown(policies: readonly Policy[], agents: readonly Agent[]): string {
  const shown = surfaces.filter((surface) => agents.some((agent) => surfacesOf(agent).includes(surface)))
  const notes: string[] = []
  const cell = (found: Coverage | undefined): string => {
    if (found === undefined) return ''
    const own = [found.why, found.note].filter((note) => note !== undefined)
    for (const note of own) if (!notes.includes(note)) notes.push(note)
    return [found.level, ...own.map((note) => `[${notes.indexOf(note) + 1}]`)].join(' ')
  }
  const rows = policies.flatMap((policy) =>
    agents.map((agent) => {
      const cells = shown.map((surface) => cell(policyAt(policy, agent, surface)))
      const name = policy.label === policy.event ? '' : escapeCell(policy.label)
      return `| ${[name, `\`${policy.event}\``, agent.title, ...cells].join(' | ')} |`
    }),
  )
  const head = ['hook', 'event', 'agent', ...shown.map((surface) => surfaceTitles[surface])]
  const table = [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows].join('\n')
  const questions = questionNotes(policies, agents).map((note) => `- ${note}\n`)
  const asks = questions.length === 0 ? '' : `Questions (\`ask\`):\n\n${questions.join('')}\n`
  return `${table}\n\n${notes.map((note, at) => `[${at + 1}] ${escapeCell(note)}  `).join('\n')}\n\n${asks}${unprovedNotes(agents)}`
}

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
