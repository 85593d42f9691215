/** `hookline doctor`: sends real events through the hooks. What it has not proved is never shown as OK. */
import { sourceSetup } from '@hookline/core/node'
import { canAsk, confirm } from '../confirm.ts'
import { agentsHere } from '../connect/agents-here.ts'
import { agentReports } from '../doctor/agent-findings.ts'
import { closedGateFindings, fileFindings } from '../doctor/files.ts'
import type { Finding } from '../doctor/finding.ts'
import { permissionFindings } from '../doctor/permissions.ts'
import { programFindings } from '../doctor/programs.ts'
import { protectionFindings } from '../doctor/protection.ts'
import { type Proof, provable, prove } from '../doctor/prove.ts'
import { report, summary } from '../doctor/report.ts'
import { type Survey, survey } from '../doctor/survey.ts'
import {
  launcherFinding,
  logFinding,
  otelFindings,
  sandboxFinding,
  systemFindings,
  trustFinding,
} from '../doctor/system.ts'
import { unknownToolFindings } from '../doctor/unknown-tools.ts'
import { readDirectory, readEdition, readFlags, UsageError } from '../flags.ts'
import { type AgentProof, DEFAULT_LIMIT_MS, proveAgent } from '../headless/prove-agent.ts'
import { proofData, proofText } from '../headless/text.ts'
import { exits, type Io } from '../io.ts'
import { namedAgents } from '../link/choose-agents.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { counted } from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'

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
  --agent <agent>       with --prove: start the agent itself instead, without a
                        person, and prove that it asks Hookline. A scripted
                        model on this machine asks for two commands. One is
                        allowed and must run, one is denied and must not. It
                        needs no key and no network, and changes none of your
                        files. May be repeated; "all" means each agent here that
                        can be started in this way
  --timeout <seconds>   with --agent: how long the agent may take (default 120)
  --cwd <dir>           start in this directory. The workspace is the nearest
                        parent with ${rootMarksText}
  --edition <e>         2.3, 2.4, 3 or hookline (default)
  --json                { "version": 1, "ok", "agents": [ … ], "findings":
                        [ … ] } with --agent: { "version": 1, "ok", "agents":
                        [ { name, state, code, says, version, durationMs,
                        commands, … } ] }

States: OK, WARN, FAIL, NOT PROVED.
Exit codes: 0 no FAIL; 1 at least one FAIL, or with --agent an agent that is
not proved; 64 wrong usage.

Example: hookline doctor --prove
`

const options = {
  prove: { type: 'boolean' },
  agent: { type: 'string', multiple: true },
  timeout: { type: 'string' },
  cwd: { type: 'string' },
  edition: { type: 'string' },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = readFlags(args, options, 0)
  if (values.agent !== undefined) return proveAgents(values, io)
  if (values.timeout !== undefined) throw new UsageError('--timeout works only with --prove --agent <agent>')
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

interface AgentFlags {
  readonly prove?: boolean | undefined
  readonly agent?: readonly string[] | undefined
  readonly timeout?: string | undefined
  readonly cwd?: string | undefined
  readonly json?: boolean | undefined
}

/** One after the other, so that the times mean something. */
async function proveAgents(values: AgentFlags, io: Io): Promise<number> {
  const { agent: names = [], json: asJson = false } = values
  if (values.prove !== true) throw new UsageError('--agent works only with --prove')
  const limitMs = readTimeout(values.timeout)
  const named = namedAgents(names.filter((name) => name !== 'all'))
  const found = agentsHere(readDirectory(values.cwd, io), sourceSetup().platform.home, io.env)
  const all = names.includes('all') ? found.filter(({ headless }) => headless !== undefined) : []
  const agents = [...new Set([...named, ...all])]
  const proofs: AgentProof[] = []
  for (const agent of agents) {
    const proof = await proveAgent(agent, io, { limitMs })
    if (io.signal.aborted) return exits.interrupted
    proofs.push(proof)
    if (!asJson) io.stdout.write(proofText(proof, styleFor(io.stdout, io.env)))
  }
  const ok = proofs.length > 0 && proofs.every(({ state }) => state === 'proved')
  if (asJson) io.stdout.write(`${json({ version: 1, ok, agents: proofs.map(proofData) })}\n`)
  else if (agents.length === 0) io.stderr.write('No agent that can be started without a person was found here.\n')
  return ok ? exits.fine : exits.finding
}

function readTimeout(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT_MS
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (seconds < 1 || seconds > 3600)
    throw new UsageError(`--timeout ${JSON.stringify(oneLine(text))} is not a number of seconds from 1 to 3600`)
  return seconds * 1000
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
    ...otelFindings(surveyed, new Date()),
    launcherFinding(surveyed.hooks.entries, io.env),
    sandboxFinding(surveyed.hooks.entries),
    ...systemFindings(surveyed.edition, process.version),
  ]
}

async function confirmProof(surveyed: Survey, io: Io): Promise<boolean> {
  const events = provable(surveyed)
  if (events.length === 0 || !canAsk(io)) return false
  const question = `Send harmless canary events through ${counted(events.length, 'gate')} (${events.join(', ')})?\nThe hooks there really run, with all their side effects.`
  return confirm(io, question)
}
