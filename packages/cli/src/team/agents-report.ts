/** Gathers what is reported to a team about the agents of this machine: names, versions and times. It runs nothing. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { thisPlatform } from '@hookline/core/team'
import type { ReportedAgent, ReportedCoverage } from '@hookline/team/client'
import type { Agent } from '../agents.ts'
import { agentVersion } from '../doctor/agent-version.ts'
import { survey } from '../doctor/survey.ts'
import type { Io } from '../io.ts'
import { type AgentStatus, readStatus } from '../status/read-status.ts'
import { readCanary } from './canary.ts'
import type { TeamPackage } from './command.ts'

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
  const times = usage.flatMap((path) => changeTimes(join(home, path)))
  return times.length === 0 ? undefined : new Date(Math.max(...times)).toISOString()
}

/** Empty if the path is missing, or if this user may not read it. */
function changeTimes(path: string): readonly number[] {
  try {
    const stats = statSync(path)
    if (!stats.isDirectory()) return [stats.mtimeMs]
    const inside = readdirSync(path).map((name) => statSync(join(path, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
    return [stats.mtimeMs, ...inside]
  } catch {
    return []
  }
}
