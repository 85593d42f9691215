/** `hookline connect`: lets agents call Hookline at every event they have. */
import { sourceSetup } from '@hookline/core/node'
import type { Agent } from '../agents.ts'
import { canAsk, confirm } from '../confirm.ts'
import { agentsHere, connectable, connectableNames } from '../connect/agents-here.ts'
import { knownAgents } from '../connect/reach.ts'
import { readState } from '../connect/read-state.ts'
import { fileReports } from '../edit/apply-changes.ts'
import { targetOf } from '../edit/target.ts'
import { trustHint } from '../edit/trust-hint.ts'
import { editOptions, readDirectory, readFlags, UsageError } from '../flags.ts'
import { type AgentProof, canBeProved, DEFAULT_LIMIT_MS, proveAgent } from '../headless/prove-agent.ts'
import { proofData, proofText } from '../headless/text.ts'
import { exits, type Io } from '../io.ts'
import { namedAgents } from '../link/choose-agents.ts'
import { type ConnectReport, connectAgents } from '../link/connect-agents.ts'
import { connectExit, connectedText, noAgentText } from '../link/connect-text.ts'
import { rootMarksText } from '../paths.ts'
import { foldText } from '../text/fold.ts'
import { json } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'

export const help = foldText(
  `Usage: hookline connect [agent…] [options]

Lets agents call Hookline: writes an entry for every event that the agent has
into your own settings of it, so that hooks of every source run in it (project,
user, team, organisation), and also hooks that you add later. Without a name it
connects each agent that it finds on this machine. It shows the diff, asks, and
keeps comments and order. To see the result: hookline status

If Hookline cannot run later, your agent refuses to act and says how to repair
it. To remove the entries again: hookline disconnect

  [agent]        ${connectableNames()}
  --project      write the workspace's files instead, for everyone who has it.
                 Without Hookline these entries print a sentence and go on
  --required     with --project: without Hookline they refuse
  --prove        then start each connected agent once, without a person, key and
                 network, and prove that a denied command does not run in it.
                 At a terminal connect offers it. More: hookline doctor --help
  --yes          do not ask (required without a terminal)
  --dry-run      show every line and write nothing
  --cwd <dir>    start in this directory. The workspace is the nearest
                 parent with ${rootMarksText}
  --json         { level, agents: [ { name, proved, file, state, events } ],
                   files, result }, with --prove also proofs: [ { name, state,
                   code, says, version, durationMs, … } ]

Exit codes: 0 connected, or already connected; 1 not connected, a settings file
could not be changed, or with --prove not proved; 64 wrong usage.

Example: hookline connect --yes
`,
  80,
)

const options = {
  project: { type: 'boolean' },
  required: { type: 'boolean' },
  prove: { type: 'boolean' },
  ...editOptions,
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, connectable.length)
  const directory = readDirectory(values.cwd, io)
  if (values.required === true && values.project !== true)
    throw new UsageError('--required works only with --project. Your own entries always refuse without Hookline')
  if (values.prove === true && values.project === true)
    throw new UsageError('--prove works with your own settings only, so not with --project')
  const level = values.project === true ? 'project' : 'user'
  const target = level === 'project' ? targetOf({ project: true }, directory) : undefined
  const { home } = sourceSetup().platform
  const agents = positionals.length > 0 ? namedAgents(positionals) : await findAll(target?.root, directory, home, io)
  if (agents.length === 0) {
    io.stderr.write(noAgentText())
    return exits.finding
  }
  const choices = { level, root: target?.root, required: values.required, dryRun: values['dry-run'] } as const
  const report = await connectAgents(agents, { ...values, ...choices }, io)
  const connected = report.agents.flatMap(({ state, connection }) =>
    state === 'not connected' ? [] : [connection.reader],
  )
  if (values.json === true) {
    const proofs = values.prove === true ? await proveAll(connected, io, () => {}) : undefined
    const data = reportData(report, level, io.cwd)
    io.stdout.write(`${json(proofs === undefined ? data : { ...data, proofs: proofs.map(proofData) })}\n`)
    return exitAfter(report, proofs)
  }
  io.stderr.write(connectedText(report, styleFor(io.stderr, io.env), io.cwd))
  const isThere = report.agents.some(({ state }) => state !== 'not connected')
  if (isThere && level === 'user') io.stderr.write('To see which hooks run: hookline status\n')
  if (isThere && target !== undefined && !report.trusted) io.stderr.write(await trustHint(target, io.cwd))
  if (values['dry-run'] === true || level === 'project') return connectExit(report)
  const wanted = values.prove === true ? connected : await offerProof(report, values.yes === true, io)
  const show = (proof: AgentProof) => io.stdout.write(proofText(proof, styleFor(io.stdout, io.env)))
  return exitAfter(report, await proveAll(wanted, io, show))
}

/** For your own settings also the agents that they connect already, so that entries of an earlier version are updated. */
async function findAll(project: string | undefined, directory: string, home: string, io: Io) {
  if (project !== undefined) return agentsHere(project, home, io.env)
  const { entries } = await readState(home)
  return knownAgents({ root: directory, home, entries }, io.env)
}

async function proveAll(
  agents: readonly Agent[],
  io: Io,
  show: (proof: AgentProof) => void,
): Promise<readonly AgentProof[]> {
  const proofs: AgentProof[] = []
  for (const agent of agents) {
    const proof = await proveAgent(agent, io, { limitMs: DEFAULT_LIMIT_MS })
    if (io.signal.aborted) return proofs
    proofs.push(proof)
    show(proof)
  }
  return proofs
}

/** Only agents that can be proved at once: on the PATH, and without a step that the person has to take first. */
async function offerProof({ agents, result }: ConnectReport, isAgreed: boolean, io: Io): Promise<readonly Agent[]> {
  const ready = agents
    .filter(({ state, obstacles }) => state !== 'not connected' && obstacles.length === 0)
    .map(({ connection }) => connection.reader)
    .filter((agent) => canBeProved(agent, io.env))
  if (isAgreed || result === 'declined' || ready.length === 0 || !canAsk(io)) return []
  const titles = ready.map(({ title }) => title).join(', ')
  const question = `Prove it now with the real program (${titles})? It is started once with a scripted model, without your keys and the network.`
  return (await confirm(io, question)) ? ready : []
}

const exitAfter = (report: ConnectReport, proofs: readonly AgentProof[] = []): number =>
  proofs.every(({ state }) => state === 'proved') ? connectExit(report) : exits.finding

const reportData = ({ agents, changes, result }: ConnectReport, level: string, cwd: string) => ({
  level,
  agents: agents.map(({ connection: { reader: agent, file }, state, events, why, obstacles }) => ({
    name: agent.name,
    title: agent.title,
    proved: agent.proved?.by ?? null,
    file,
    state,
    events,
    ...(why === undefined ? {} : { why }),
    ...(obstacles.length === 0 ? {} : { obstacles }),
  })),
  files: fileReports(changes, cwd),
  result,
})
