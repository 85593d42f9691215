import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachStore } from '../../testing/index.ts'
import { makeTeam } from '../accounts/links.ts'
import { newTeamId } from '../secrets.ts'
import { append, firstBroken } from './journal.ts'

eachStore('the journal', (bench) => {
  const filled = async () => {
    const store = await bench.open()
    const [team, other] = [newTeamId(), newTeamId()]
    for (const id of [team, other]) await store.inTeam(id, (q) => makeTeam(q, id, 1))
    const deed = (n: number) => ({ actor: 'ada@example.com', action: 'hook.saved', target: `${n}`, detail: { n } })
    for (const n of [1, 2, 3, 4]) await store.inTeam(team, (q) => append(q, team, n, deed(n)))
    // Outside its own team's transaction too it is that team's journal alone.
    await store.acrossTeams((q) => append(q, other, 9, deed(9)))
    return { store, team, other }
  }
  const unlock = bench.engine === 'sqlite' ? 'drop trigger journal_no_$' : 'alter table journal disable trigger user'

  test('each team has its own, from 1, without gaps', async () => {
    const { store, team, other } = await filled()
    const numbers = (id: string) =>
      store.inTeam(id, (q) => q.selectFrom('journal').select('sequence').orderBy('sequence').execute())
    expect((await numbers(team)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
    expect((await numbers(other)).map(({ sequence }) => sequence)).toEqual([1])
    expect(await store.inTeam(team, firstBroken)).toBeUndefined()
    expect(await store.inTeam(other, firstBroken)).toBeUndefined()
  })

  test.each([
    ['changed', 'update', "update journal set actor = 'eve' where sequence = 2", 2],
    ['taken out', 'delete', 'delete from journal where sequence = 3', 3],
    ['cut off', 'delete', 'delete from journal where sequence = 4', 4],
  ])('an entry that somebody with the database itself has %s is found', async (_how, trigger, text, at) => {
    const { store, team } = await filled()
    await store.acrossTeams((q) => sql.raw(unlock.replace('$', trigger)).execute(q))
    await store.inTeam(team, (q) => sql.raw(text).execute(q))
    expect(await store.inTeam(team, firstBroken)).toBe(at)
  })

  test('writers at once make one chain', async () => {
    const { store, team } = await filled()
    const deed = { actor: 'a', action: 'b', target: 'c' }
    await Promise.all(Array.from({ length: 30 }, (_, n) => store.inTeam(team, (q) => append(q, team, n, deed))))
    expect(await store.inTeam(team, firstBroken)).toBeUndefined()
    const { n } = await store.inTeam(team, (q) =>
      q
        .selectFrom('journal')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    )
    expect(n).toBe(34)
  })
})
