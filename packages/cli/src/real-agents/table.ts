/** What hooks achieve in each agent, alone and with Hookline, as two tables. Every cell comes from a trial that ran. */
import { type Assertion, assertionsOf, type Report } from './report.ts'

type Side = 'alone' | 'connected'

interface TableRow {
  readonly title: string
  /** Facts by name: behaviours of `faults/behaviours.ts`, and what trials pass to `measured`. Absent: not comparable. */
  readonly alone?: readonly string[]
  readonly connected: readonly string[]
}

/** One agent in its newest version. */
export interface TableColumn {
  readonly name: string
  readonly version: string
  /** It runs programs as hooks without Hookline. */
  readonly hasHooks: boolean
}

const both = (title: string, ...facts: readonly string[]): TableRow => ({ title, alone: facts, connected: facts })
const withHookline = (title: string, ...facts: readonly string[]): TableRow => ({ title, connected: facts })

export const ASK = 'ask'
export const CURSOR_DENY = "denies in Cursor's format"

const tableRows: readonly TableRow[] = [
  both('a deny reply', 'denies'),
  both('exit code 2', 'exits 2'),
  { title: "a deny in Cursor's JSON", alone: [CURSOR_DENY], connected: ['denies'] },
  both('a crash', 'exits 1'),
  both('a crash by a signal', 'crashes with a signal'),
  both('a missing file', 'does not exist'),
  both('a timeout', 'takes longer than its timeout'),
  both('garbage on stdout', 'prints text'),
  { title: 'an ask, headless', alone: ['asks'], connected: [ASK] },
  both('a rewrite: which command ran', 'rewrites the command'),
  both('an allow', 'allows'),
  withHookline('redaction of a read: the model gets', 'redaction of a read'),
  withHookline(
    "Hookline gone or killed, the person's settings",
    "Hookline missing, the person's settings",
    "Hookline killed, the person's settings",
  ),
  withHookline(
    "Hookline gone or killed, the project's settings",
    "Hookline missing, the project's settings",
    "Hookline killed, the project's settings",
  ),
  withHookline(
    "Hookline gone or killed, the project's settings with --required",
    "Hookline missing, the project's settings with --required",
    "Hookline killed, the project's settings with --required",
  ),
  withHookline('a denied write', 'denied write'),
  withHookline('a denied MCP call', 'denied MCP call'),
  withHookline('a replaced MCP result: the model gets', 'replaced MCP result'),
  withHookline('a denied prompt', 'denied prompt'),
  withHookline('context for a prompt: the model gets', 'context of a prompt'),
  withHookline('a denied session', 'denied session'),
  withHookline('context for a session: the model gets', 'context of a session'),
  withHookline('a denied subagent', 'denied subagent'),
  withHookline('a follow-up at the end of a turn', 'follow-up of a stop'),
]

/** The facts that the table needs, so that `--table` runs only these trials. */
export const tableFacts = (side: Side): ReadonlySet<string> => new Set(tableRows.flatMap((row) => row[side] ?? []))

const effects: Readonly<Record<string, string>> = { ran: 'runs', 'did not run': 'blocks' }
const rewriteEffects: Readonly<Record<string, string>> = {
  ran: 'the original one',
  'did not run': 'none, refused',
  'ran rewritten': 'the rewritten one',
}
const NOT_RUN = 'not run'

interface MeasuredFact {
  readonly column: string
  readonly side: Side
  readonly fact: string
  readonly text: string
}

function factsOf({ ancestorTitles, status, meta }: Assertion): readonly MeasuredFact[] {
  const column = ancestorTitles[1] ?? ''
  const mark = status === 'passed' ? '' : ' (FAILED)'
  const cells = (meta?.cells ?? []).map(({ fact, text }) => ({
    column,
    side: 'connected' as const,
    fact,
    text: `${text}${mark}`,
  }))
  const { fault } = meta ?? {}
  if (fault === undefined || fault.policy === 'default') return cells
  const words = fault.row === 'rewrites the command' ? rewriteEffects : effects
  const side = fault.policy === 'alone' ? 'alone' : 'connected'
  return [...cells, { column, side, fact: fault.row, text: `${words[fault.act] ?? fault.act}${mark}` }]
}

export interface AgentsTable {
  readonly title: string
  /** The first row is the heading. */
  readonly rows: readonly (readonly string[])[]
}

export function agentsTables(report: Report, columns: readonly TableColumn[]): readonly AgentsTable[] {
  const facts = assertionsOf(report).flatMap(factsOf)
  const cell = (side: Side, row: TableRow, { name, version }: TableColumn): string => {
    const found = (row[side] ?? []).map((fact) => ({
      fact,
      text:
        facts.find((one) => one.side === side && one.fact === fact && one.column === `${name} ${version}`)?.text ??
        NOT_RUN,
    }))
    const [first] = found
    return found.every(({ text }) => text === first?.text)
      ? (first?.text ?? '–')
      : found.map(({ fact, text }) => `${fact.split(',')[0]}: ${text}`).join('; ')
  }
  const table = (title: string, side: Side, shown: readonly TableColumn[]): AgentsTable => ({
    title,
    rows: [
      ['the hook, with failClosed', ...shown.map(({ name, version }) => `${name} ${version}`)],
      ...tableRows
        .filter((row) => row[side] !== undefined)
        .map((row) => [row.title, ...shown.map((column) => cell(side, row, column))]),
    ],
  })
  return [
    table(
      'The agent alone',
      'alone',
      columns.filter(({ hasHooks }) => hasHooks),
    ),
    table('With Hookline', 'connected', columns),
  ]
}

/** For a terminal. */
export function printTable({ title, rows }: AgentsTable): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return `${title}\n\n${lines.join('\n')}\n`
}

/** For the page. */
export function tableSection({ title, rows }: AgentsTable): string {
  const [head = [], ...body] = rows.map((row) => row.map((text) => text.replaceAll('|', '\\|')))
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`
  return `\n## ${title}\n\n${[line(head), `|${'---|'.repeat(head.length)}`, ...body.map(line)].join('\n')}\n`
}
