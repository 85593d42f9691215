/** `hookline doctor`: sends real events through the hooks. What it has not proved is never shown as OK. */
import { canAsk, confirm } from '../confirm.ts'
import { agentReports } from '../doctor/agent-findings.ts'
import { closedGateFindings, fileFindings } from '../doctor/files.ts'
import type { Finding } from '../doctor/finding.ts'
import { permissionFindings } from '../doctor/permissions.ts'
import { programFindings } from '../doctor/programs.ts'
import { protectionFindings } from '../doctor/protection.ts'
import { type Proof, provable, prove } from '../doctor/prove.ts'
import { report, summary } from '../doctor/report.ts'
import { type Survey, survey } from '../doctor/survey.ts'
import { launcherFinding, logFinding, systemFindings, trustFinding } from '../doctor/system.ts'
import { unknownToolFindings } from '../doctor/unknown-tools.ts'
import { counted } from '../entry-text.ts'
import { readDirectory, readEdition, readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { json } from '../plain.ts'
import { styleFor } from '../style.ts'

export const help = `Usage: hookline doctor [options]

For each agent found here: are its hooks configured, loaded, matched by an
event, and proved to work? Shows the lowest of the four levels that holds, and
shows OK only for what it has proved. Reports "nothing guards here" if the agent
would not call Hookline, or Hookline would not run the hooks. Also checks files,
programs, trust, who can write managed files, and the log.

  --prove               also send canaries through the real hooks: harmless
                        events, and for each one an event that must be denied.
                        The hooks really run, with all their side effects.
                        Without --prove, doctor asks first at a terminal
  --cwd <dir>           start in this directory. The workspace is the nearest
                        parent with ${rootMarksText}
  --edition <e>         2.3, 2.4, 3 or hookline (default)
  --json                { "version": 1, "ok", "agents": [ … ], "findings": [ … ] }

States: OK, WARN, FAIL, NOT PROVED.
Exit codes: 0 no FAIL; 1 at least one FAIL; 64 wrong usage.

Example: hookline doctor --prove
`

const options = {
  prove: { type: 'boolean' },
  cwd: { type: 'string' },
  edition: { type: 'string' },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = readFlags(args, options, 0)
  const root = findRoot(readDirectory(values.cwd, io))
  const { edition = 'hookline' } = readEdition(values.edition)
  const surveyed = await survey(root, edition, io.env)
  try {
    const wanted = values.prove === true || (values.json !== true && (await confirmProof(surveyed, io)))
    const proof = wanted ? await prove(surveyed, io.cwd, io.signal) : undefined
    if (io.signal.aborted) return exits.interrupted
    const agents = agentReports(surveyed, proof)
    const findings = [
      ...agents.flatMap((agent) => agent.findings),
      ...collectFindings(surveyed, proof, io),
      ...(await unknownToolFindings(surveyed.stateDirectory)),
    ]
    const ok = !findings.some(({ state }) => state === 'fail')
    if (values.json === true) {
      const listed = agents.map(({ findings: _, ...agent }) => agent)
      io.stdout.write(`${json({ version: 1, ok, root, proved: wanted, agents: listed, findings })}\n`)
    } else {
      io.stdout.write(report(findings, styleFor(io.stdout, io.env), io.stdout.isTTY ? io.stdout.columns : undefined))
      io.stderr.write(`\n${summary(findings)}\n`)
    }
    return ok ? exits.fine : exits.finding
  } finally {
    await surveyed.hooks.close()
  }
}

function collectFindings(surveyed: Survey, proof: Proof | undefined, io: Io): readonly Finding[] {
  return [
    ...(proof?.findings ?? []),
    ...programFindings(surveyed, io.cwd),
    ...fileFindings(surveyed),
    ...closedGateFindings(surveyed),
    trustFinding(surveyed),
    ...permissionFindings(surveyed),
    ...protectionFindings(surveyed),
    logFinding(surveyed.stateDirectory, Date.now()),
    launcherFinding(surveyed.hooks.entries, io.env),
    ...systemFindings(surveyed.edition, process.version),
  ]
}

async function confirmProof(surveyed: Survey, io: Io): Promise<boolean> {
  const events = provable(surveyed)
  if (events.length === 0 || !canAsk(io)) return false
  const question = `Send harmless canary events through ${counted(events.length, 'gate')} (${events.join(', ')})?\nThe hooks there really run, with all their side effects.`
  return confirm(io, question)
}
