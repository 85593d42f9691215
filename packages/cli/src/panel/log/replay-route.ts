/** `POST /api/log/<id>/replay`: runs a recorded event again with today's hooks, in a scratch copy. */
import type { LogRecord } from '@hookline/core/node'
import type { Replay, Tone } from '@hookline/web/wire'
import { findMessage, wordOf } from '../../log/record-text.ts'
import { type Replayed, replay, type Unused } from '../../replay/replay.ts'
import { explainUntrusted } from '../scene/contained.ts'
import type { PanelRequest, Route } from '../server/route.ts'
import { decisionLabel } from './decision-label.ts'
import { toTryRun } from './outcome-label.ts'
import { toneOf } from './row.ts'
import { findRecord } from './story.ts'

export const replayRoute: Route = { method: 'POST', path: '/api/log/:id/replay', answer }

async function answer({ panel, scene, params }: PanelRequest): Promise<Replay> {
  const record = await findRecord(scene, params.id)
  const done = await panel.contained.withCopies(scene, (copies) => replay(record, copies, panel.contained.execute))
  return 'unusable' in done ? await describeUnused(done) : describeReplay(done)
}

async function describeUnused({ record, unusable, untrusted }: Unused): Promise<Replay> {
  const why = untrusted === true ? await explainUntrusted(record.root ?? '.') : unusable
  return { was: recordedDecision(record), changed: false, unusable: why, runs: [] }
}

function describeReplay({ record, execution, change }: Replayed): Replay {
  const word = decisionLabel(record.event, execution)
  return {
    was: recordedDecision(record),
    now: { ...withTone(word), message: findMessage(execution) ?? execution.because },
    changed: change !== undefined,
    runs: execution.runs.map(toTryRun),
  }
}

const recordedDecision = (record: LogRecord): Replay['was'] => ({
  ...withTone(wordOf(record)),
  message: findMessage(record) ?? record.because.message,
})

const withTone = (word: string): { readonly word: string; readonly tone: Tone } => ({ word, tone: toneOf(word) })
