/** What an administrator does with a rollout: look at it, advance it, stop it. */
import {
  AdminService,
  type ObservedHook,
  type RingCounts,
  type RolloutResponse,
  type StagedRollout,
} from '../../wire/index.ts'
import type { Machine } from '../device/machine.ts'
import { TeamError } from '../failure.ts'
import { call } from '../rpc.ts'
import type { Admin } from './files.ts'
import { adminServer } from './keygen.ts'

export interface RingNumbers {
  readonly decisions: number
  readonly denies: number
  readonly failures: number
}

export interface RolloutStatus {
  /** The revision that began it. */
  readonly candidate: number
  readonly state: string
  readonly stage: string
  readonly percent: number
  /** Machines that the stage chooses, and those that have the candidate. */
  readonly devices: number
  readonly updated: number
  readonly startedAt: string
  readonly stageSince: string
  readonly note: string
  readonly author: string
  readonly endedAt?: string
  readonly endedBy?: string
  /** Why it was stopped. */
  readonly reason?: string
  readonly candidateCounts: RingNumbers
  readonly stableCounts: RingNumbers
  /** When the next stage begins by itself. Absent: a person begins it. */
  readonly nextAt?: string
  /** `canary`, `percent` or `all`. Absent: it is over. */
  readonly nextStage?: string
  /** Only if the next stage is a percentage. */
  readonly nextPercent?: number
  readonly waitsFor?: string
  /** At the stage `observe`: what the hooks that only observe would have done. */
  readonly observed?: readonly ObservedNumbers[]
}

export interface ObservedNumbers {
  readonly hookId: number
  readonly name: string
  readonly runs: number
  readonly denies: number
  readonly failures: number
}

/** The rollout that is under way, or else the last one. Undefined: there was none. */
export async function readRollout(machine: Machine, admin: Admin): Promise<RolloutStatus | undefined> {
  const { teamId } = admin
  const { staged } = await call(adminServer(admin, machine), AdminService.method.getRollout, { teamId })
  return staged === undefined ? undefined : toStatus(staged)
}

export interface AdvanceOptions {
  /** The rollout and its stage as the person saw them. */
  readonly candidate: number
  readonly stageSince: string
  /** Absent: the next stage of the settings. */
  readonly percent?: number
  readonly all: boolean
}

export const advanceRollout = async (machine: Machine, admin: Admin, options: AdvanceOptions) =>
  toStep(
    admin,
    await call(adminServer(admin, machine), AdminService.method.advanceRollout, {
      ...{ teamId: admin.teamId, percent: options.percent ?? 0, all: options.all, stageSince: options.stageSince },
      candidate: BigInt(options.candidate),
    }),
  )

export const stopRollout = async (machine: Machine, admin: Admin, candidate: number, reason: string) =>
  toStep(
    admin,
    await call(adminServer(admin, machine), AdminService.method.stopRollout, {
      ...{ teamId: admin.teamId, reason, candidate: BigInt(candidate) },
    }),
  )

function toStep({ url }: Admin, { rollout, revision }: RolloutResponse) {
  if (rollout === undefined) throw new TeamError('refused', `${url} sent no rollout`)
  return { rollout: toStatus(rollout), revision: Number(revision) }
}

const toStatus = (staged: StagedRollout): RolloutStatus => {
  const { state, stage, percent, devices, updated, startedAt, note, author } = staged
  return {
    candidate: Number(staged.candidate),
    ...{ state, stage, percent, devices, updated, startedAt, stageSince: staged.stageSince, note, author },
    candidateCounts: toNumbers(staged.candidateCounts),
    stableCounts: toNumbers(staged.stableCounts),
    ...(staged.endedAt === '' ? {} : { endedAt: staged.endedAt, endedBy: staged.endedBy }),
    ...(staged.reason === '' ? {} : { reason: staged.reason }),
    ...(staged.nextAt === '' ? {} : { nextAt: staged.nextAt }),
    ...(state !== 'running' ? {} : { nextStage: staged.nextStage }),
    ...(state !== 'running' || staged.nextPercent === 0 ? {} : { nextPercent: staged.nextPercent }),
    ...(stage === 'observe' ? { observed: staged.observed.map(toObserved) } : {}),
    ...(staged.waitsFor === '' ? {} : { waitsFor: staged.waitsFor }),
  }
}

const toObserved = ({ hookId, name, runs, denies, failures }: ObservedHook): ObservedNumbers => ({
  ...{ hookId: Number(hookId), name, runs: Number(runs), denies: Number(denies), failures: Number(failures) },
})

const toNumbers = (counts: RingCounts | undefined): RingNumbers => ({
  decisions: Number(counts?.decisions ?? 0),
  denies: Number(counts?.denies ?? 0),
  failures: Number(counts?.failures ?? 0),
})
