/** `hookline coverage`: what each agent enforces of the configured hooks. */
import { sourceSetup } from '@hookline/core/node'
import { isUnproved } from '../agents.ts'
import { connectable } from '../connect/agents-here.ts'
import { knownAgents } from '../connect/reach.ts'
import { readState } from '../connect/read-state.ts'
import { isCovered, type Policy, policiesIn, policyData, policyIn } from '../coverage/policies.ts'
import { coverageMarkdown, coverageText } from '../coverage/text.ts'
import { readDirectory, readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { namedAgents } from '../link/choose-agents.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { json } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'

export const help = `Usage: hookline coverage [agent…] [options]

Shows what agents do with the decisions of your hooks: one row for each hook,
one column for each agent on this machine. With one agent, one column for each
place where it works: the editor (IDE), the command line (CLI), a machine of its
vendor (background), subagents, and completions (Tab). Without hooks, one row
for each event at which a hook can refuse. It runs nothing, and says nothing
about whether an agent is connected; for that: hookline status

  enforced        the agent does what the hook decides
  emulated        Hookline reaches the same in another way, such as a refusal
                  instead of a question
  observed only   the hook sees the act but cannot stop it
  cannot          the agent never reports it
  (nothing)       it does not happen there: a part of a pack for something
                  that the agent does not have, such as completions

  --all          every agent that Hookline knows
  --markdown     everything as a Markdown table, for a policy document
  --cwd <dir>    start in this directory. The workspace is the nearest
                 parent with ${rootMarksText}
  --json         { "version": 1, "policies": [ { id, label, event, agents:
                   { <agent>: { level, why, proved, surfaces: { <place>:
                   { deny, ask, rewrite } } } } } ] }

Exit codes: 0 every hook is enforced or emulated in these agents, or observes as
it is meant to; 1 one is not; 64 wrong usage.

Example: hookline coverage --all --markdown
`

const options = {
  all: { type: 'boolean' },
  markdown: { type: 'boolean' },
  cwd: { type: 'string' },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, connectable.length)
  const root = findRoot(readDirectory(values.cwd, io))
  const { entries } = await readState(root)
  const { home } = sourceSetup().platform
  const here = knownAgents({ root, home, entries }, io.env)
  const found = values.all === true || here.length === 0 ? connectable : here
  const agents = positionals.length > 0 ? namedAgents(positionals) : found
  const policies = policiesIn(entries)
  if (values.json === true) io.stdout.write(`${json(coverageData(policies, agents))}\n`)
  else if (values.markdown === true) io.stdout.write(coverageMarkdown(policies, agents))
  else io.stdout.write(coverageText(policies, agents, styleFor(io.stdout, io.env), io.stdout.columns))
  const areCovered = policies.every((policy) => agents.every((agent) => isCovered(policy, agent)))
  return areCovered ? exits.fine : exits.finding
}

const coverageData = (policies: readonly Policy[], agents: typeof connectable) => ({
  version: 1,
  policies: policies.map((policy) => ({
    ...(policy.id === undefined ? {} : { id: policy.id }),
    label: policy.label,
    event: policy.event,
    agents: Object.fromEntries(
      agents.map((agent) => [
        agent.name,
        { ...policyIn(policy, agent), proved: !isUnproved(agent), surfaces: policyData(policy, agent) },
      ]),
    ),
  })),
})
