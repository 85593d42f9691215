/** Makes docs/agents-tested.md from vitest's report: no date and no machine in it, so an equal run makes an equal page. */

/** Begins the name of a test that is expected to fail. */
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

Written by \`npm run test:agents -- --write\`. Every line was tried on the real program, headless, with a model that plays a script on
loopback. "Ran" and "did not run" were read from the disk, and what the model received from its requests.

\`\`\`sh
npm run test:agents              # all trials; fails when this page is no longer true
npm run test:agents -- --sample  # about two minutes, as CI runs it
npm run test:agents -- --write   # all trials, and writes this page
\`\`\`

The agent is installed from npm into \`$XDG_CACHE_HOME/hookline/agents\` (\`HOOKLINE_AGENTS_CACHE\` chooses another directory), and
runs with a home directory of its own. Lines marked *not yet* describe what is still to be built.
`

export function agentsPage(report: Report): string {
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const tried = all.filter(({ status }) => status === 'passed')
  const versions = [...new Set(tried.map(({ ancestorTitles }) => ancestorTitles[1] ?? ''))].sort().reverse()
  const counts = versions.map((version) => {
    const own = tried.filter(({ ancestorTitles }) => ancestorTitles[1] === version)
    const held = own.filter(({ title }) => !title.startsWith(awaitedMark)).length
    return `| ${version} | ${own.length} | ${held} | ${own.length - held} |`
  })
  const summary = ['| agent | trials | hold | not yet |', '|---|---|---|---|', ...counts].join('\n')
  const themes = [...new Set(tried.filter(({ meta }) => meta?.fault === undefined).map((one) => one.ancestorTitles[0]))]
  const scenarios = themes.sort().map((theme) => scenarioSection(theme ?? '', tried))
  return `${[introduction, summary, '', faultSection(tried), ...scenarios].join('\n')}`
}

function faultSection(tried: readonly Assertion[]): string {
  const faults = tried.flatMap(({ ancestorTitles, title, meta }) =>
    meta?.fault === undefined
      ? []
      : [{ ...meta.fault, version: ancestorTitles[1] ?? '', pending: title.startsWith(awaitedMark) }],
  )
  const rows = [...new Set(faults.map(({ row }) => row))].map((row) => {
    const cells = ['fail-closed', 'default', 'alone'].map((policy) =>
      joined(
        faults
          .filter((one) => one.row === row && one.policy === policy)
          .map(({ version, act, pending }) => ({ version, text: pending ? `${act} (*not yet* as it should)` : act })),
      ),
    )
    return `| ${row} | ${cells.join(' | ')} |`
  })
  return `
## Hooks that fail

A hook before a shell command; did the command run? The first two columns are with Hookline ([contract, §5](contract.md#5-running-a-command-hook)),
with and without \`failClosed\`; the last is the agent alone with the same hook in its own settings.

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
    return `| ${title} | ${cells.length === several ? joined(cells) : cells.map(named).join('; ')} |`
  })
  return `
## ${theme}

| | |
|---|---|
${rows.join('\n')}
`
}

const named = ({ version, text }: Cell): string => `${version}: ${text}`

/** One text where all versions agree. */
function joined(cells: readonly Cell[]): string {
  const [first] = cells
  if (first === undefined) return '–'
  return cells.every(({ text }) => text === first.text) ? first.text : cells.map(named).join('; ')
}
