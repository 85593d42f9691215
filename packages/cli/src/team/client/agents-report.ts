/** Gathers what is reported to a team about the agents of this machine: names, versions and times. It runs nothing. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { thisPlatform } from '@hookline/core/team'
import type { ReportedAgent, ReportedCoverage } from '@hookline/team/client'
import type { Agent } from '../../agents.ts'
import { agentVersion } from '../../doctor/agent-version.ts'
import { survey } from '../../doctor/survey.ts'
import type { Io } from '../../io.ts'
import { type AgentStatus, readStatus } from '../../status/read-status.ts'
import type { TeamPackage } from '../command.ts'
import { readCanary } from './canary.ts'

/** The person's own settings count, and those of no workspace: which workspaces there are is not reported. */
export async function gatherCoverage(env: Io['env'], team: TeamPackage, now: number): Promise<ReportedCoverage> {
  const { home } = thisPlatform()
  const surveyed = await survey(home, 'hookline', env)
  try {
    const { agents } = await readStatus(surveyed)
    const canary = readCanary()
    return {
      at: new Date(now).toISOString(),
      agents: agents.map((status) => toReportedAgent(status, env, home, team)),
      ...(canary === undefined ? {} : { canary }),
    }
  } finally {
    await surveyed.hooks.close()
  }
}

/** Gathers it once for all teams of a sync. */
export function coverageOf(
  env: Io['env'],
  team: TeamPackage,
  { now }: { now(): number },
): () => Promise<ReportedCoverage> {
  let gathered: Promise<ReportedCoverage> | undefined
  return () => {
    gathered ??= gatherCoverage(env, team, now())
    return gathered
  }
}

function toReportedAgent(status: AgentStatus, env: Io['env'], home: string, team: TeamPackage): ReportedAgent {
  const { agent, state, lastEvent, proof } = status
  const version = agentVersion(agent.program, env) ?? ''
  return {
    agent: agent.name,
    version: team.isReportedVersion(version) ? version : '',
    connection: state.replaceAll(' ', '-'),
    lastEvent: lastEvent?.event ?? '',
    lastAskedAt: lastEvent?.at ?? '',
    lastUsedAt: readLastUse(agent, home) ?? '',
    proof: proof === undefined ? '' : proof.changed === undefined ? proof.state : 'outdated',
    provedAt: proof?.at ?? '',
  }
}

/** By the times of its files. Their names and content are not read. */
function readLastUse({ usage = [] }: Agent, home: string): string | undefined {
  const last = usage.reduce((latest, path) => Math.max(latest, lastChange(join(home, path))), 0)
  return last === 0 ? undefined : new Date(last).toISOString()
}

/** Of a file, or of a directory and what is in it. 0 if the path is missing, or if this user may not read it. */
function lastChange(path: string): number {
  const time = (one: string) => statSync(one, { throwIfNoEntry: false })?.mtimeMs ?? 0
  try {
    const inside = statSync(path).isDirectory() ? readdirSync(path) : []
    return inside.reduce((latest, name) => Math.max(latest, time(join(path, name))), time(path))
  } catch {
    return 0
  }
}
