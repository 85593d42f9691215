/** `hookline doctor`: proves rather than reads. What was not proved is never shown as fine. */
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
import { logFinding, systemFindings, trustFinding } from '../doctor/system.ts'
import { unknownToolFindings } from '../doctor/unknown-tools.ts'
import { counted } from '../entry-text.ts'
import { readDirectory, readEdition, readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { json } from '../plain.ts'
import { styleFor } from '../style.ts'

export const help = `Usage: hookline doctor [options]

For each agent found here: are its hooks configured, loaded, matched by an event, and
proved to answer? The lowest of the four is shown, and nothing is called OK that was
not proved. Says "nothing guards here" where the agent would not call Hookline, or
Hookline would not run the hooks. Looks at files, programs, trust, who can write managed files, the log.

  --prove               also fire canaries: harmless events, and a no beside them,
                        through the real hooks at every gate. The hooks really run,
                        with whatever else they do. Without it, a terminal is asked
  --cwd <dir>           start here; the workspace is the nearest directory upward
                        that holds ${rootMarksText}
  --edition <e>         2.3, 2.4, 3 or hookline (default)
  --json                { "version": 1, "ok", "agents": [ … ], "findings": [ … ] }

States: OK, WARN, FAIL, NOT PROVED. Exit codes: 0, 1 something FAILs, 64 wrong usage.

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
  const seen = await survey(root, edition, io.env)
  try {
    const wanted = values.prove === true || (values.json !== true && (await agrees(seen, io)))
    const proof = wanted ? await prove(seen, io.cwd, io.signal) : undefined
    if (io.signal.aborted) return exits.interrupted
    const agents = agentReports(seen, proof)
    const findings = [
      ...agents.flatMap((agent) => agent.findings),
      ...findingsOf(seen, proof, io),
      ...(await unknownToolFindings(seen.stateDirectory)),
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
    await seen.hooks.close()
  }
}

function findingsOf(seen: Survey, proof: Proof | undefined, io: Io): readonly Finding[] {
  return [
    ...(proof?.findings ?? []),
    ...programFindings(seen, io.cwd),
    ...fileFindings(seen),
    ...closedGateFindings(seen),
    trustFinding(seen),
    ...permissionFindings(seen),
    ...protectionFindings(seen),
    logFinding(seen.stateDirectory, Date.now()),
    ...systemFindings(seen.edition, process.version),
  ]
}

async function agrees(seen: Survey, io: Io): Promise<boolean> {
  const events = provable(seen)
  if (events.length === 0 || !canAsk(io)) return false
  const question = `Fire harmless canaries at ${counted(events.length, 'gate')} (${events.join(', ')})?\nThe hooks there really run, with whatever else they do.`
  return confirm(io, question)
}
