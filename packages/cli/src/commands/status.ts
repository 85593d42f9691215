/** `hookline status`: one verdict per agent, and every hook that cannot fire. */
import { otelDestinations, otelStatus } from '@hookline/core/otel'
import { thisPlatform } from '@hookline/core/team'
import { survey } from '../doctor/survey.ts'
import { readDirectory, readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { arrivalText, otelLabel } from '../otel/text.ts'
import { findAllHookRoots, findRoot, rootMarksText } from '../paths.ts'
import { type AgentStatus, type IdleHook, readStatus, type Status } from '../status/read-status.ts'
import { statusText } from '../status/text.ts'
import { json } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'

export const help = `Usage: hookline status [options]

Shows on one screen whether your agents call Hookline and whether your hooks can
fire. For each agent: connected or not, since when, the last event seen from it,
what was last proved with it, how many hooks are active in it, and what it does
with a question of a hook if it does not ask you. Then the gates that refuse
everything, the hooks that cannot fire, for example because their script is
missing, why, and the command that changes it. A part of a pack for something
that no agent of this machine has, such as completions, is named, but the exit
code stays 0. Directories below the workspace that have hooks are named with
their trust. It runs no hook and no agent. To send test events through the
hooks: hookline doctor --prove. To prove that an agent asks Hookline:
hookline doctor --prove --agent <agent>

  --cwd <dir>    start in this directory. The workspace is the nearest
                 parent with ${rootMarksText}
  --json         { "version": 1, "ok", "root",
                   "roots": [ { root, trust, changed } ], "agents": [ … ],
                   "hooks", "checkedCopies", "cannotFire": [ … ],
                   "elsewhere": [ … ],
                   "closedGates": [ { why, next, events, changed } ],
                   "unusableFiles": [ { says, next } ] }; where only managed
                   hooks run also "notAdmitted": { hooks, why }; with
                   "otel" also "telemetry": [ … ] (hookline otel)

Exit codes: 0 everything configured can fire; 1 something cannot; 64 wrong
usage.

Example: hookline status --json
`

const options = { cwd: { type: 'string' }, json: { type: 'boolean' } } as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = readFlags(args, options, 0)
  const root = findRoot(readDirectory(values.cwd, io))
  const surveyed = await survey(root, 'hookline', io.env, findAllHookRoots(root))
  try {
    const status = await readStatus(surveyed)
    const telemetry = otelDestinations(surveyed.settings).map((to) => otelStatus(thisPlatform(), to))
    io.stdout.write(
      values.json === true
        ? `${json({ ...statusData(status), ...(telemetry.length === 0 ? {} : { telemetry }) })}\n`
        : statusText(status, { style: styleFor(io.stdout, io.env), cwd: io.cwd, now: new Date() }),
    )
    if (values.json !== true)
      for (const one of telemetry) io.stdout.write(`\nTelemetry: ${otelLabel(one)}: ${arrivalText(one, new Date())}\n`)
    return status.ok ? exits.fine : exits.finding
  } finally {
    await surveyed.hooks.close()
  }
}

const statusData = ({
  ok,
  root,
  roots,
  agents,
  hooks,
  checkedCopies,
  idle,
  elsewhere,
  closed,
  files,
  notAdmitted,
}: Status) => ({
  version: 1,
  ok,
  root,
  roots,
  agents: agents.map(agentData),
  hooks,
  ...(notAdmitted === undefined ? {} : { notAdmitted }),
  checkedCopies,
  cannotFire: idle.map(({ next, ...rest }) => ({ ...hookData(rest), next })),
  elsewhere: elsewhere.map(hookData),
  closedGates: closed,
  unusableFiles: files.map(({ says, next }) => ({ says, next })),
})

const hookData = ({ entry: { id, event, label, origin }, why }: Pick<IdleHook, 'entry' | 'why'>) => ({
  id,
  event,
  label,
  source: origin.source,
  ...(origin.file === undefined ? {} : { file: origin.file, line: origin.line }),
  why,
})

const agentData = ({ agent, lastEvent, proof, questions, ...rest }: AgentStatus) => ({
  name: agent.name,
  title: agent.title,
  proved: agent.proved?.by ?? null,
  ...rest,
  lastEvent: lastEvent ?? null,
  proof: proof ?? null,
  questions: questions ?? null,
})
