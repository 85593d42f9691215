/**
 * Answers a preview: judges the log once for each, and sends the counts. No text of the log leaves this machine, and the counts
 * of single hooks only in steps. The team chooses the questions, so this machine limits them itself.
 */

import { randomInt } from 'node:crypto'
import { DeviceService } from '../../wire/index.ts'
import { type BundledPreview, findPreviewProblem, previewLimits, toStep } from '../../wire/preview.ts'
import { type EnrolledDevice, readDevice, serverFor } from '../device/device.ts'
import { clientPaths, type Machine } from '../device/machine.ts'
import { asTeamError } from '../failure.ts'
import { call } from '../rpc.ts'
import type { PreviewResult } from './judge.ts'
import { isDayFull, isOver, type PreviewRecord, readPreviewRecords, savePreviewRecord } from './records.ts'
import { readSavedPreview } from './saved.ts'

/** Returns whether something was sent. It needs no lock: a second answer to the same preview replaces the first. */
export async function answerPreview(machine: Machine, team: string): Promise<boolean> {
  const device = readDevice(machine, team)
  const preview = readSavedPreview(clientPaths(machine, team))
  if (device === undefined || preview === undefined) return false
  const before = readPreviewRecords(machine, team).find(({ id }) => id === preview.id)
  if (before !== undefined && isOver(before, machine)) return false
  const judged = before?.state === 'judged' ? before : await judge(preview, device, machine, before)
  if (judged?.result === undefined) return false
  if (!(await send(device, machine, preview.id, judged.result))) return false
  const sentAt = new Date(machine.now()).toISOString()
  savePreviewRecord(machine, team, { ...judged, state: 'sent', sentAt })
  return true
}

/** Undefined: it is not judged, and the record has the reason. */
async function judge(
  preview: BundledPreview,
  device: EnrolledDevice,
  machine: Machine,
  before: PreviewRecord | undefined,
): Promise<PreviewRecord | undefined> {
  const { id, days, hooks } = preview
  const save = (state: PreviewRecord['state'], more: Partial<PreviewRecord>): PreviewRecord => {
    const begunAt = new Date(machine.now()).toISOString()
    const record = { id, days, asked: hooks, state, begunAt, tries: before?.tries ?? 0, ...more }
    savePreviewRecord(machine, device.teamId, record)
    return record
  }
  const problem = findPreviewProblem(hooks)
  if (problem !== undefined) {
    save('declined', { asked: [], reason: problem })
    return undefined
  }
  if (isDayFull(readPreviewRecords(machine, device.teamId), id, machine)) {
    const reason = `this machine judges at most ${previewLimits.perDay} previews of a team in 24 hours`
    if (before?.state !== 'waiting') save('waiting', { reason })
    return undefined
  }
  const begun = save('begun', { tries: (before?.tries ?? 0) + 1 })
  // Loaded only here: most syncs have nothing to judge.
  const { judgeApart } = await import('./judge-apart.ts')
  const result = toSteps(await judgeApart(preview, machine, Date.parse(device.enrolledAt)))
  return save('judged', { ...begun, state: 'judged', result })
}

/**
 * With exact counts, a rule for each letter would spell out a command of the log. With fixed steps it still would, if each rule
 * also matched 9 known calls. So a step begins somewhere between its number and twice that, drawn anew for each hook.
 */
function toSteps({ numbers, hooks, isPartial }: PreviewResult): PreviewResult {
  const steps = hooks.map(({ hookId, denies, asks, unjudged }) => {
    const drawn = 1 + randomInt(2 ** 32) / 2 ** 32
    const step = (count: number) => toStep(count / drawn)
    return { hookId, denies: step(denies), asks: step(asks), unjudged: step(unjudged) }
  })
  const counted = steps.filter(({ denies, asks, unjudged }) => denies + asks + unjudged > 0)
  // The order in which the hooks were found in the log says something about it.
  return { numbers, isPartial, hooks: counted.sort((a, b) => a.hookId - b.hookId) }
}

async function send(
  device: EnrolledDevice,
  machine: Machine,
  id: number,
  { numbers, hooks, isPartial }: PreviewResult,
): Promise<boolean> {
  const { events, denies, newDenies, asks, unjudged } = numbers
  const message = {
    ...{ preview: BigInt(id), isPartial, events: BigInt(events), denies: BigInt(denies) },
    ...{ newDenies: BigInt(newDenies), asks: BigInt(asks), unjudged: BigInt(unjudged) },
    hooks: hooks.map((hook) => ({
      ...{ hookId: BigInt(hook.hookId), denies: BigInt(hook.denies) },
      ...{ asks: BigInt(hook.asks), unjudged: BigInt(hook.unjudged) },
    })),
  }
  try {
    await call(serverFor(device, machine), DeviceService.method.reportPreview, message)
    return true
  } catch (thrown) {
    // A server of an earlier version does not have this method.
    if (asTeamError(thrown).code !== 'not_found') throw thrown
    return false
  }
}
