/** Formats proofs through an agent itself, for people and for programs. */
import type { Agent } from '../agents.ts'
import { oneLine } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import { agoText } from '../text/when.ts'
import type { ProofState } from './judge.ts'
import { type LastProof, proveCommand } from './proofs.ts'
import type { AgentProof, ProofRun } from './prove-agent.ts'

const labels: Readonly<Record<ProofState, string>> = { proved: 'PROVED', failed: 'FAILED', 'not-proved': 'NOT PROVED' }

export function proofText({ agent, state, says, next, run }: AgentProof, style: Style): string {
  const mark = { proved: style.green('✓'), failed: style.red('✗'), 'not-proved': style.yellow('–') }[state]
  const time = run === undefined ? '' : ` in ${(run.durationMs / 1000).toFixed(1)} s`
  const name = run?.version === undefined ? agent.title : `${agent.title} ${oneLine(run.version)}`
  const head = `${mark} ${style.bold(name)}  ${labels[state]}${time}: ${says}\n`
  const then = next === undefined ? '' : `  ${style.dim(`→ ${next}`)}\n`
  return `${head}${run === undefined ? '' : runText(run, stepOf(agent), state)}${then}`
}

/** What the person has to do in each folder. An agent with a record of reviewed hooks was asked before it was started. */
const stepOf = ({ settings }: Agent): string | undefined =>
  settings?.review === undefined ? settings?.enable?.user : undefined

function runText({ program, commands, copied, used }: ProofRun, enable: string | undefined, state: ProofState): string {
  const list = (paths: readonly string[]) => paths.map((path) => `~/${oneLine(path)}`).join(' and ')
  const unpacked = used.length === 0 ? '' : `, its unpacked program in ${list(used)}`
  return [
    ...commands.map(({ command, expected, ran }) => {
      const wanted = expected === 'run' ? 'allowed' : 'denied '
      return `${wanted}  ${ran ? 'ran        ' : 'did not run'}  ${command}`
    }),
    `${oneLine(program)} was started in a directory of its own, with a scripted model and without your keys and the network.`,
    `It had a copy of the calls of Hookline in ${list(copied)}${unpacked}, and nothing else of your home directory.`,
    ...(state === 'proved' && enable !== undefined ? [`In your own folders: ${enable}`] : []),
  ]
    .map((line) => `  ${line}\n`)
    .join('')
}

export const proofData = ({ agent, state, code, says, next, run }: AgentProof) => ({
  name: agent.name,
  title: agent.title,
  state,
  code,
  says,
  ...(next === undefined ? {} : { next }),
  version: run?.version ?? null,
  durationMs: run === undefined ? null : Math.round(run.durationMs),
  program: run?.program ?? null,
  commands: run?.commands ?? [],
  copied: run?.copied ?? [],
  used: run?.used ?? [],
  refusedHosts: run?.refusedHosts ?? [],
})

/** The lines of `status` about the last proof. */
export function lastProofText(agent: Agent, proof: LastProof, now: Date): readonly string[] {
  const program = proof.version === undefined ? agent.title : `${agent.title} ${oneLine(proof.version)}`
  const when = agoText(new Date(proof.at), now)
  const again = `→ ${proveCommand(agent)}`
  if (proof.changed === 'connection') return [`last proof ${when}, before the connection changed`, again]
  if (proof.changed === 'version')
    return [`last proof ${when}, with ${program}. Version ${oneLine(proof.installed ?? '')} is installed now`, again]
  if (proof.state === 'proved') return [`proved ${when} with ${program}: a denied command did not run`]
  const what = proof.state === 'failed' ? 'NOT GUARDED' : 'not proved'
  return [`${what}, tried ${when} with ${program}: ${oneLine(proof.says)}`, again]
}
