/** Answers a preview: judges the log once for each, and sends the counts. No text of the log leaves this machine. */
import { readState } from '@hookline/core/team'
import { DeviceService } from '../../wire/index.ts'
import { readDevice, serverFor } from '../device/device.ts'
import { clientPaths, type Machine } from '../device/machine.ts'
import { createDisk } from '../disk.ts'
import { asTeamError } from '../failure.ts'
import { call } from '../rpc.ts'
import type { PreviewResult } from './judge.ts'
import { readSavedPreview } from './saved.ts'

export interface SentPreview extends PreviewResult {
  /** The preview that it answers. */
  readonly id: number
  readonly sentAt: string
}

/** Returns whether something was sent. It needs no lock: a second answer to the same preview replaces the first. */
export async function answerPreview(machine: Machine, team: string): Promise<boolean> {
  const paths = clientPaths(machine, team)
  const device = readDevice(machine, team)
  const preview = readSavedPreview(paths)
  if (device === undefined || preview === undefined || readSentPreview(machine, team)?.id === preview.id) return false
  // Loaded only here: most syncs have nothing to judge.
  const { judgeLog } = await import('./judge.ts')
  const result = await judgeLog(preview, machine)
  const { events, denies, newDenies, asks, unjudged } = result.numbers
  const message = {
    ...{ preview: BigInt(preview.id), isPartial: result.isPartial, events: BigInt(events), denies: BigInt(denies) },
    ...{ newDenies: BigInt(newDenies), asks: BigInt(asks), unjudged: BigInt(unjudged) },
    hooks: result.hooks.map((hook) => ({
      ...{ hookId: BigInt(hook.hookId), denies: BigInt(hook.denies) },
      ...{ asks: BigInt(hook.asks), unjudged: BigInt(hook.unjudged) },
    })),
  }
  try {
    await call(serverFor(device, machine), DeviceService.method.reportPreview, message)
  } catch (thrown) {
    // A server of an earlier version does not have this method.
    if (asTeamError(thrown).code !== 'not_found') throw thrown
    return false
  }
  const sent: SentPreview = { id: preview.id, sentAt: new Date(machine.now()).toISOString(), ...result }
  createDisk({}).replaceFile(paths.previewed, `${JSON.stringify(sent, null, 2)}\n`)
  return true
}

/** The last counts that the team's server has of this machine. */
export function readSentPreview(machine: Machine, team: string): SentPreview | undefined {
  const stored = readState(clientPaths(machine, team).previewed)
  // Only `answerPreview` writes this file.
  return stored.kind === 'read' ? (stored.value as unknown as SentPreview) : undefined
}
