/** Generates docs/agents-tested.md from the report of vitest. The page has no date and no machine, so equal results give an equal page. */

/** The prefix of the name of a test that is expected to fail. */
export const awaitedMark = 'awaited: '

interface Assertion {
  /** Theme, then agent and version. */
  readonly ancestorTitles: readonly string[]
  readonly title: string
  readonly status: string
  readonly meta?: { readonly fault?: Fault }
}
interface Fault {
  readonly row: string
  /** `fail-closed`, `default`, or `alone`. */
  readonly policy: string
  readonly act: string
}
export interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly Assertion[] }[]
}

interface Cell {
  readonly version: string
  readonly text: string
}

const introduction = `# Tested on real agents

\`npm run test:agents -- --write\` generates this page. Every line was tested with the real program, without a terminal, and with a
scripted model on this machine. "Ran" and "did not run" come from the files on disk, and what the model received comes from its requests.

\`\`\`sh
npm run test:agents              # runs all trials, and fails if this page is no longer true
npm run test:agents -- --sample  # runs some trials in about two minutes, as CI does
npm run test:agents -- --write   # runs all trials, and writes this page
\`\`\`

The agent is installed from npm into \`$XDG_CACHE_HOME/hookline/agents\`, or into \`HOOKLINE_AGENTS_CACHE\` if it is set. It runs with
a home directory of its own. Lines marked *not yet* describe what is not built yet.
`

export function agentsPage(report: Report): string {
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = all.filter(({ status }) => status === 'passed')
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
  return `${[introduction, summary, '', faultSection(passed), ...scenarios].join('\n')}`
}

function faultSection(tried: readonly Assertion[]): string {
  const faults = tried.flatMap(({ ancestorTitles, title, meta }) =>
    meta?.fault === undefined
      ? []
      : [{ ...meta.fault, version: ancestorTitles[1] ?? '', pending: title.startsWith(awaitedMark) }],
  )
  const rows = [...new Set(faults.map(({ row }) => row))].map((row) => {
    const cells = ['fail-closed', 'default', 'alone'].map((policy) =>
      joinCells(
        faults
          .filter((one) => one.row === row && one.policy === policy)
          .map(({ version, act, pending }) => ({ version, text: pending ? `${act} (*not yet* as it should)` : act })),
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
    return `| ${title} | ${cells.length === several ? joinCells(cells) : cells.map(withVersion).join('; ')} |`
  })
  return `
## ${theme}

| | |
|---|---|
${rows.join('\n')}
`
}

const withVersion = ({ version, text }: Cell): string => `${version}: ${text}`

/** One text if all versions agree. */
function joinCells(cells: readonly Cell[]): string {
  const [first] = cells
  if (first === undefined) return '–'
  return cells.every(({ text }) => text === first.text) ? first.text : cells.map(withVersion).join('; ')
}
