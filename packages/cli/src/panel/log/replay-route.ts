/** `POST /api/log/<id>/replay`: the same event on today's hooks, contained. */
import type { LogRecord } from '@hookline/core/node'
import type { Replay, Tone } from '@hookline/web/wire'
import { saidIn, wordOf } from '../../log/words.ts'
import { type Replayed, replay, type Unused } from '../../replay/replay.ts'
import type { Ask, Route } from '../server/ask.ts'
import { isUntrusted, untrusted } from '../try/contained.ts'
import { decidedOf } from './execution.ts'
import { toneOf } from './row.ts'
import { tryRunOf } from './said.ts'
import { recordOf } from './story.ts'

export const replayRoute: Route = { method: 'POST', path: '/api/log/:id/replay', answer }

async function answer({ panel, scene, params }: Ask): Promise<Replay> {
  const record = await recordOf(scene, params.id)
  const done = await panel.contained.within(scene, (places) => replay(record, places, panel.contained.execute))
  return 'unusable' in done ? await unused(done) : replayed(done)
}

async function unused({ record, unusable }: Unused): Promise<Replay> {
  const why = isUntrusted(unusable) ? await untrusted(record.root ?? '.') : unusable
  return { was: wasOf(record), changed: false, unusable: why, runs: [] }
}

function replayed({ record, execution, change }: Replayed): Replay {
  const word = decidedOf(record.event, execution)
  return {
    was: wasOf(record),
    now: { ...toned(word), message: saidIn(execution) ?? execution.because },
    changed: change !== undefined,
    runs: execution.runs.map(tryRunOf),
  }
}

const wasOf = (record: LogRecord): Replay['was'] => ({
  ...toned(wordOf(record)),
  message: saidIn(record) ?? record.because.message,
})

const toned = (word: string): { readonly word: string; readonly tone: Tone } => ({ word, tone: toneOf(word) })
