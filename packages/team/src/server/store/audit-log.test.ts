import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachStore } from '../../testing/index.ts'
import { makeTeam } from '../accounts/links.ts'
import { newTeamId } from '../secrets.ts'
import { hashEntry, hashHead, readEntries, recordEvent } from './audit-log.ts'
import { chainStart, findBrokenEntry, verifyNext } from './verify-audit-log.ts'

eachStore('the audit log', (bench) => {
  const filled = async () => {
    const store = await bench.open()
    const [team, other] = [newTeamId(), newTeamId()]
    for (const id of [team, other]) await store.inTeam(id, (q) => makeTeam(q, id, 1))
    const event = (n: number) => ({ actor: 'ada@example.com', action: 'hook.saved', target: `${n}`, detail: { n } })
    for (const n of [1, 2, 3, 4]) await store.inTeam(team, (q) => recordEvent(q, team, n, event(n)))
    // Outside of a team's transaction, it is still the log of that team only.
    await store.acrossTeams((q) => recordEvent(q, other, 9, event(9)))
    return { store, team, other }
  }
  const unlock = bench.engine === 'sqlite' ? 'drop trigger journal_no_$' : 'alter table journal disable trigger user'

  test('each team has its own entries, numbered from 1 without gaps', async () => {
    const { store, team, other } = await filled()
    const numbers = (id: string) =>
      store.inTeam(id, (q) => q.selectFrom('journal').select('sequence').orderBy('sequence').execute())
    expect((await numbers(team)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
    expect((await numbers(other)).map(({ sequence }) => sequence)).toEqual([1])
    expect(await store.inTeam(team, findBrokenEntry)).toBeUndefined()
    expect(await store.inTeam(other, findBrokenEntry)).toBeUndefined()
  })

  test('an entry with half a character, which the database replaces, is no broken entry', async () => {
    const { store, team } = await filled()
    const half = `${'a'.repeat(99)}😀`.slice(0, 100)
    const event = { actor: half, action: 'x', target: half, detail: { half } }
    await store.inTeam(team, (q) => recordEvent(q, team, 5, event))
    expect(await store.inTeam(team, findBrokenEntry)).toBeUndefined()
  })

  test.each([
    ['changed', 'update', "update journal set actor = 'eve' where sequence = 2", 2],
    ['taken out', 'delete', 'delete from journal where sequence = 3', 3],
    ['cut off', 'delete', 'delete from journal where sequence = 4', 4],
  ])('an entry that was %s in the database is found', async (_how, trigger, text, at) => {
    const { store, team } = await filled()
    await store.acrossTeams((q) => sql.raw(unlock.replace('$', trigger)).execute(q))
    await store.inTeam(team, (q) => sql.raw(text).execute(q))
    expect(await store.inTeam(team, findBrokenEntry)).toBe(at)
  })

  test('without the key, hashes cannot be recomputed and entries cannot be cut off', async () => {
    const { store, team } = await filled()
    for (const trigger of ['update', 'delete'])
      await store.acrossTeams((q) => sql.raw(unlock.replace('$', trigger)).execute(q))
    const entries = (await store.inTeam(team, (q) => readEntries(q, 4, 9))).reverse()
    // Remove the last entry and set the team's row to the hash of the previous one.
    const cut = (hash: string) =>
      store.inTeam(team, async (q) => {
        await q.deleteFrom('journal').where('sequence', '=', 4).execute()
        await q.updateTable('teams').set({ journal_sequence: 3, journal_hash: hash }).execute()
        return findBrokenEntry(q)
      })
    expect(await cut(entries.at(-1)?.hash ?? '')).toBe(4)
    const guessed = Buffer.alloc(32)
    let head = ''
    for (const entry of entries) {
      const forged = { ...entry, actor: entry.sequence === 2 ? 'eve' : entry.actor }
      const hash = hashEntry(guessed, head, forged)
      head = hashHead(guessed, hash)
      const { sequence, actor } = forged
      const set = { actor, hash }
      await store.inTeam(team, (q) => q.updateTable('journal').set(set).where('sequence', '=', sequence).execute())
    }
    expect(await cut(head)).toBe(1)
  })

  test('verification works in parts and continues from a verified entry', async () => {
    const { store, team } = await filled()
    const some = await store.inTeam(team, (q) => verifyNext(q, chainStart, 2))
    expect(some).toMatchObject({ to: { sequence: 2 }, isEnd: false })
    expect(await store.inTeam(team, (q) => verifyNext(q, some.to, 2))).toMatchObject({
      to: { sequence: 4 },
      isEnd: false,
    })
    const all = await store.inTeam(team, (q) => verifyNext(q, chainStart))
    expect(all).toMatchObject({ to: { sequence: 4 }, isEnd: true })
    expect(await store.inTeam(team, (q) => verifyNext(q, all.to, 2))).toEqual({ to: all.to, isEnd: true })
  })

  test('parallel writers create one chain', async () => {
    const { store, team } = await filled()
    const event = { actor: 'a', action: 'b', target: 'c' }
    await Promise.all(Array.from({ length: 30 }, (_, n) => store.inTeam(team, (q) => recordEvent(q, team, n, event))))
    expect(await store.inTeam(team, findBrokenEntry)).toBeUndefined()
    const { n } = await store.inTeam(team, (q) =>
      q
        .selectFrom('journal')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    )
    expect(n).toBe(34)
  })
})
