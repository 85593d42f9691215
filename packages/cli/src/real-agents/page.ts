/** Generates docs/agents-tested.md from the report of vitest. The page has no date and no machine, so equal results give an equal page. */

import { type Assertion, assertionsOf, type Report } from './report.ts'
import { agentsTables, type TableColumn, tableSection } from './table.ts'

/** The prefix of the name of a test that is expected to fail. */
export const awaitedMark = 'awaited: '

interface VersionText {
  readonly version: string
  readonly text: string
}

const introduction = `# Tested on real agents

\`npm run test:agents -- --write\` generates this page. Every line was tested with the real program, without a terminal, and with a
scripted model on this machine. "Ran" and "did not run" come from the files on disk, and what the model received comes from its requests.

\`\`\`sh
npm run test:agents              # runs all trials, and fails if this page is no longer true
npm run test:agents -- --table   # runs the trials of the first two tables, and prints them
npm run test:agents -- --sample  # runs some trials in about two minutes, as CI does
npm run test:agents -- --write   # runs all trials, and writes this page
\`\`\`

Every agent is installed from npm into \`$XDG_CACHE_HOME/hookline/agents\`, or into \`HOOKLINE_AGENTS_CACHE\` if it is set. It runs with
a home directory of its own. Lines marked *not yet* describe what is not built yet.
`

const tablesText = `
The next two tables have the newest version of each agent. OpenCode runs no programs as hooks by itself, so the first table does not
have it. A crash, a timeout and garbage are behaviours of a hook with \`failClosed\`.
`

/** `columns`: the agents of the tables, in their newest versions. */
export function agentsPage(report: Report, columns: readonly TableColumn[] = []): string {
  const passed = assertionsOf(report).filter(({ status }) => status === 'passed')
  const versions = [...new Set(passed.map(({ ancestorTitles }) => ancestorTitles[1] ?? ''))].sort().reverse()
  const counts = versions.map((version) => {
    const own = passed.filter(({ ancestorTitles }) => ancestorTitles[1] === version)
    const holding = own.filter(({ title }) => !title.startsWith(awaitedMark)).length
    return `| ${version} | ${own.length} | ${holding} | ${own.length - holding} |`
  })
  const summary = ['| agent | trials | hold | not yet |', '|---|---|---|---|', ...counts].join('\n')
  const themes = [
    ...new Set(passed.filter(({ meta }) => meta?.fault === undefined).map((one) => one.ancestorTitles[0])),
  ]
  const scenarios = themes.sort().map((theme) => scenarioSection(theme ?? '', passed))
  const tables = agentsTables(report, columns).map(tableSection)
  return `${[introduction, summary, '', tablesText, ...tables, faultSection(passed), ...scenarios].join('\n')}`
}

function faultSection(tried: readonly Assertion[]): string {
  const faults = tried.flatMap(({ ancestorTitles, title, meta }) =>
    meta?.fault === undefined
      ? []
      : [{ ...meta.fault, version: ancestorTitles[1] ?? '', pending: title.startsWith(awaitedMark) }],
  )
  const columns = ['fail-closed', 'default', 'alone'].map((policy) => {
    const own = faults.filter((one) => one.policy === policy)
    return { own, versions: new Set(own.map(({ version }) => version)).size }
  })
  const rows = [...new Set(faults.map(({ row }) => row))].map((row) => {
    const cells = columns.map(({ own, versions }) =>
      joinCells(
        own
          .filter((one) => one.row === row)
          .map(({ version, act, pending }) => ({ version, text: pending ? `${act} (*not yet* as it should)` : act })),
        versions,
      ),
    )
    return `| ${row} | ${cells.join(' | ')} |`
  })
  return `
## Hooks that fail

Each hook runs before a shell command, and the table shows whether the command ran. The first two columns are with Hookline
([contract, §5](contract.md#5-running-a-command-hook)), with and without \`failClosed\`. The last column is the agent without Hookline,
with the same hook in its own settings.

| the hook … | \`failClosed: true\` | default | agent alone |
|---|---|---|---|
${rows.join('\n')}
`
}

function scenarioSection(theme: string, tried: readonly Assertion[]): string {
  const own = tried.filter(({ ancestorTitles, meta }) => ancestorTitles[0] === theme && meta?.fault === undefined)
  const plain = (title: string) => (title.startsWith(awaitedMark) ? title.slice(awaitedMark.length) : title)
  const rows = [...new Set(own.map(({ title }) => plain(title)))].map((title) => {
    const cells = own
      .filter((one) => plain(one.title) === title)
      .map((one) => ({ version: one.ancestorTitles[1] ?? '', text: one.title === title ? 'holds' : '*not yet*' }))
    const several = new Set(own.map(({ ancestorTitles }) => ancestorTitles[1])).size
    return `| ${title} | ${joinCells(cells, several)} |`
  })
  return `
## ${theme}

| | |
|---|---|
${rows.join('\n')}
`
}

/** One text if all `versions` are there and agree, else each text with its versions. */
function joinCells(cells: readonly VersionText[], versions: number): string {
  const [first] = cells
  if (first === undefined) return '–'
  const isCommon = cells.length === versions && cells.every(({ text }) => text === first.text)
  return isCommon ? first.text : nameVersions(cells)
}

function nameVersions(cells: readonly VersionText[]): string {
  const versionsOf = (wanted: string) => cells.filter(({ text }) => text === wanted).map(({ version }) => version)
  return [...new Set(cells.map(({ text }) => text))].map((text) => `${versionsOf(text).join(', ')}: ${text}`).join('; ')
}
