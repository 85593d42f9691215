/** Remembers what was proved on this machine, so that `status` can show it. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Entry } from '@hookline/core/node'
import { isObject } from '@hookline/core/protocol'
import { readState, stateDirectory, thisPlatform, writeState } from '@hookline/core/team'
import type { Agent } from '../agents.ts'
import { connectionsOf } from '../connect/connections.ts'
import { settingsFiles } from '../connect/settings.ts'
import { agentVersion } from '../doctor/agent-version.ts'
import type { Io } from '../io.ts'
import type { ProofCode, ProofState } from './judge.ts'

export interface SavedProof {
  readonly state: ProofState
  readonly code: ProofCode
  readonly says: string
  readonly at: string
  readonly version?: string
  readonly durationMs: number
  /** SHA-256 of the entries that called Hookline. */
  readonly entries: string
}

/** A proof as it counts today. */
export interface LastProof extends Omit<SavedProof, 'entries'> {
  /** What has changed since, so that the proof no longer counts. */
  readonly changed?: 'connection' | 'version'
  /** The installed version, if it is another one. */
  readonly installed?: string
}

export const proveCommand = ({ name }: Agent): string => `hookline doctor --prove --agent ${name}`

const proofsFile = (): string => join(stateDirectory(thisPlatform()), 'proofs.json')

function readAll(): Readonly<Record<string, unknown>> {
  const found = readState(proofsFile())
  return found.kind === 'read' ? found.value : {}
}

export const saveProof = ({ name }: Agent, proof: SavedProof): void =>
  writeState(proofsFile(), { ...readAll(), [name]: proof })

export function readLastProof(
  agent: Agent,
  entries: readonly Entry[],
  home: string,
  env: Io['env'],
): LastProof | undefined {
  const saved = readAll()[agent.name]
  if (!isSavedProof(saved)) return undefined
  const { entries: proved, ...proof } = saved
  const installed = agentVersion(agent.program, env)
  if (proved !== hashConnection(agent, entries, home)) return { ...proof, changed: 'connection' }
  const isSame = installed === undefined || proof.version === undefined || installed === proof.version
  return isSame ? proof : { ...proof, changed: 'version', installed }
}

const isSavedProof = (value: unknown): value is SavedProof =>
  isObject(value) &&
  ['proved', 'failed', 'not-proved'].includes(String(value.state)) &&
  [value.code, value.says, value.at, value.entries].every((one) => typeof one === 'string') &&
  (value.version === undefined || typeof value.version === 'string') &&
  typeof value.durationMs === 'number' &&
  !Number.isNaN(Date.parse(String(value.at)))

/** The entries in the person's own settings of the agent that call Hookline. */
export function userCalls(agent: Agent, entries: readonly Entry[], home: string): readonly Entry[] {
  const files = settingsFiles(agent, 'user').map((path) => join(home, path))
  return connectionsOf(agent, entries).filter(({ origin }) => files.includes(origin.file ?? ''))
}

/** Changes with each of these entries, and with no other line of the file. */
export function hashConnection(agent: Agent, entries: readonly Entry[], home: string): string {
  const calls = userCalls(agent, entries, home).map(({ origin, event, hostEvent, matcher, command, text }) =>
    JSON.stringify([origin.file, hostEvent ?? event, matcher, command, text]),
  )
  return createHash('sha256').update(calls.toSorted().join('\n')).digest('hex')
}
