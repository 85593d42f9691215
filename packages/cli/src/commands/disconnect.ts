/** `hookline disconnect`: removes the entries with which agents call Hookline. */

import { connectable, connectableNames } from '../connect/agents-here.ts'
import { fileReports } from '../edit/apply-changes.ts'
import { targetOf } from '../edit/target.ts'
import { trustHint } from '../edit/trust-hint.ts'
import { editOptions, readDirectory, readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { namedAgents } from '../link/choose-agents.ts'
import { type DisconnectedAgent, type DisconnectReport, disconnectAgents } from '../link/disconnect-agents.ts'
import { rootMarksText, shownPath } from '../paths.ts'
import { foldText } from '../text/fold.ts'
import { json, oneLine } from '../text/plain.ts'
import { type Style, styleFor } from '../text/style.ts'

export const help = foldText(
  `Usage: hookline disconnect [agent…] [options]

Removes the entries with which agents call Hookline from your own settings of
them. A file that is unchanged since "hookline connect" is then byte by byte as
it was before, and a file that connect created is removed. If a file was changed
since, only these entries are removed. Your hooks stay, but no agent calls
Hookline for them any more. To remove everything: hookline uninstall

  [agent]        ${connectableNames()}; default: all of them
  --project      the workspace's files instead of yours
  --yes          do not ask (required without a terminal)
  --dry-run      show every line and write nothing
  --cwd <dir>    start in this directory. The workspace is the nearest
                 parent with ${rootMarksText}
  --json         { agents: [ { name, file, state } ], files, result }

Exit codes: 0 disconnected, or was not connected; 1 a settings file could not be
changed; 64 wrong usage.

Example: hookline disconnect --dry-run
`,
  80,
)

const options = {
  project: { type: 'boolean' },
  ...editOptions,
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, connectable.length)
  const directory = readDirectory(values.cwd, io)
  const agents = positionals.length > 0 ? namedAgents(positionals) : connectable
  const target = values.project === true ? targetOf({ project: true }, directory) : undefined
  const level = target === undefined ? 'user' : 'project'
  const report = await disconnectAgents(agents, { ...values, dryRun: values['dry-run'], level, root: target?.root }, io)
  if (values.json === true) io.stdout.write(`${json(reportData(report, io.cwd))}\n`)
  else {
    io.stderr.write(reportText(report, styleFor(io.stderr, io.env), io.cwd))
    if (target !== undefined && report.result === 'written' && !report.trusted)
      io.stderr.write(await trustHint(target, io.cwd))
  }
  return report.result === 'declined' || report.agents.some(({ why }) => why !== undefined) ? exits.finding : exits.fine
}

const reportData = ({ agents, changes, result }: DisconnectReport, cwd: string) => ({
  agents: agents.map(({ agent, ...rest }) => ({ name: agent.name, title: agent.title, ...rest })),
  files: fileReports(changes, cwd),
  result,
})

function reportText({ agents, result }: DisconnectReport, style: Style, cwd: string): string {
  if (result === 'declined') return ''
  if (result === 'dry run') return 'Nothing was written: this was a dry run.\n'
  const shown = agents.filter(({ state }) => state !== 'was not connected')
  if (shown.length === 0) return 'No agent was connected here. Nothing was changed.\n'
  return shown.map((one) => agentText(one, style, cwd)).join('')
}

function agentText({ agent, file, why }: DisconnectedAgent, style: Style, cwd: string): string {
  return why === undefined
    ? `${style.green('✓')} ${agent.title} no longer calls Hookline (${oneLine(shownPath(file, cwd))})\n`
    : `${style.red('✗')} ${agent.title} still calls Hookline: ${oneLine(why)}\n`
}
