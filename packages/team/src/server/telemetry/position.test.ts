import { expect, test } from 'vitest'
import { eachStore, startTeam } from '../../testing/index.ts'
import type { Output } from './outputs.ts'
import { claimPosition, readBatch, readPosition, savePosition } from './position.ts'

const [secondMs, minuteMs] = [1000, 60_000]

eachStore('the position of an output', (bench) => {
  const start = async () => {
    const { server, teamId } = await startTeam(bench)
    const { store } = server.context
    const output: Output = { name: 'syslog', kinds: new Set(['alarms']), send: async () => undefined }
    const begun = Date.now() - 60 * minuteMs
    await readPosition(store, output, begun)
    /** What is sent at this minute, as `id: state`. */
    const sendAt = async (ms: number): Promise<readonly string[]> => {
      const position = await readPosition(store, output, begun + ms)
      if (position === undefined) throw new Error('no position')
      const { events, next } = await readBatch(store, output, position, begun + ms)
      const claimed = events.length === 0 ? undefined : await claimPosition(store, output, position, begun + ms)
      if (claimed !== undefined) await savePosition(store, output, claimed, next)
      return events.map(({ attributes }) => `${attributes['hookline.alarm.id']}: ${attributes['hookline.alarm.state']}`)
    }
    const add = (id: string, openedAt: number) => {
      const row = { team_id: teamId, id, device_id: id, kind: 'quiet', agents: '[]', resolved_at: 0, detail: '' }
      return store.inTeam(teamId, (q) =>
        q
          .insertInto('alarms')
          .values({ ...row, opened_at: begun + openedAt })
          .execute(),
      )
    }
    const resolve = (id: string, at: number) =>
      store.inTeam(teamId, (q) =>
        q
          .updateTable('alarms')
          .set({ resolved_at: begun + at })
          .where('id', '=', id)
          .execute(),
      )
    return { sendAt, add, resolve }
  }

  test('an alarm that is stored long after its time is sent, and each once', async () => {
    const { sendAt, add, resolve } = await start()
    await add('from before', -minuteMs)
    await add('first', minuteMs)
    expect(await sendAt(2 * minuteMs)).toEqual(['first: opened'])
    // Its transaction began before the one that was sent, and took 90 seconds.
    await add('late', minuteMs - 30 * secondMs)
    expect(await sendAt(2 * minuteMs + secondMs)).toEqual(['late: opened'])
    expect(await sendAt(2 * minuteMs + 2 * secondMs)).toEqual([])
    await resolve('first', 3 * minuteMs)
    await resolve('late', 2 * minuteMs)
    expect(await sendAt(4 * minuteMs)).toEqual(['late: resolved', 'first: resolved'])
    for (const minute of [5, 6, 30, 31]) expect([minute, await sendAt(minute * minuteMs)]).toEqual([minute, []])
  })

  test('many alarms are sent in parts, and each once', async () => {
    const { sendAt, add } = await start()
    const ids = Array.from({ length: 1100 }, (_, n) => `alarm ${n}`)
    // Many have the same time.
    for (const [n, id] of ids.entries()) await add(id, minuteMs + Math.floor(n / 300))
    const parts: (readonly string[])[] = []
    for (const second of [0, 2, 4, 6]) parts.push(await sendAt(30 * minuteMs + second * secondMs))
    expect(parts.map(({ length }) => length)).toEqual([500, 500, 100, 0])
    expect(parts.flat().sort()).toEqual(ids.map((id) => `${id}: opened`).sort())
  })
})
