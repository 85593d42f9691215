/** What an administrator does with a preview: ask machines, look at the counts, stop asking. */
import { AdminService, type PreviewResponse } from '../../wire/index.ts'
import type { PreviewHookNumbers, PreviewNumbers } from '../../wire/preview.ts'
import type { Machine } from '../device/machine.ts'
import { call } from '../rpc.ts'
import type { Admin } from './files.ts'
import { adminServer } from './keygen.ts'
import { type PublishPlan, saveDrafts } from './publish.ts'

export interface PreviewStatus {
  readonly id: number
  readonly askedAt: string
  readonly author: string
  readonly days: number
  /** `asking` or `ended`. */
  readonly state: string
  /** Changed hooks that are not judged, because they would have to run. */
  readonly leftOut: number
  /** Enrolled machines, those that have reported, and those of them where a call would have been denied. */
  readonly devices: number
  readonly reported: number
  readonly deniedOn: number
  /** Machines that judged only the newest part of their log. */
  readonly partial: number
  /** The counts of hooks are 0 until so many machines have reported. */
  readonly leastMachines: number
  readonly counts: PreviewNumbers
  readonly hooks: readonly (PreviewHookNumbers & { readonly name: string })[]
}

/** Saves the directory as drafts, and asks all machines what its packs and rules would have decided. */
export async function askPreview(
  machine: Machine,
  plan: PublishPlan,
  days: number,
): Promise<PreviewStatus | undefined> {
  const { server, state } = await saveDrafts(machine, plan, '')
  const { teamId } = plan.admin
  return toStatus(await call(server, AdminService.method.askPreview, { teamId, days, state }))
}

/** The newest one. Undefined: there was none. */
export const readPreview = async (machine: Machine, admin: Admin): Promise<PreviewStatus | undefined> =>
  toStatus(await call(adminServer(admin, machine), AdminService.method.getPreview, { teamId: admin.teamId }))

export const endPreview = async (machine: Machine, admin: Admin): Promise<PreviewStatus | undefined> =>
  toStatus(await call(adminServer(admin, machine), AdminService.method.endPreview, { teamId: admin.teamId }))

function toStatus({ preview }: PreviewResponse): PreviewStatus | undefined {
  if (preview === undefined) return undefined
  const {
    id,
    askedAt,
    author,
    days,
    state,
    leftOut,
    devices,
    reported,
    deniedOn,
    partial,
    leastMachines,
    counts,
    hooks,
  } = preview
  return {
    ...{ id: Number(id), askedAt, author, days, state, leftOut, devices, reported, deniedOn, partial, leastMachines },
    counts: {
      ...{ events: Number(counts?.events ?? 0), denies: Number(counts?.denies ?? 0) },
      ...{ newDenies: Number(counts?.newDenies ?? 0), asks: Number(counts?.asks ?? 0) },
      unjudged: Number(counts?.unjudged ?? 0),
    },
    hooks: hooks.map((hook) => ({
      ...{ hookId: Number(hook.hookId), name: hook.name, denies: Number(hook.denies) },
      ...{ asks: Number(hook.asks), unjudged: Number(hook.unjudged) },
    })),
  }
}
