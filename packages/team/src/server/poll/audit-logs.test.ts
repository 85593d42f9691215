import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachStore, startTeam } from '../../testing/index.ts'
import { startServer } from '../index.ts'

eachStore('the check of audit logs', (bench) => {
  const unlock = bench.engine === 'sqlite' ? 'drop trigger journal_no_$' : 'alter table journal disable trigger user'

  test('an owner sees the last valid entry and the first broken one', async () => {
    const lines: string[] = []
    const { owner, teamId, server } = await startTeam(bench, { log: (line) => lines.push(line) })
    const { store, auditLogs } = server.context
    const check = async () => (await owner.call('AdminService/ListJournal', { teamId })).body.check
    const invite = (n: number) =>
      owner.call('AdminService/InviteMember', { teamId, email: `${n}@example.com`, role: 'viewer' })
    const before = await check()
    expect(before).toEqual({ wholeUpTo: '1', checkedAt: expect.any(String) })
    for (const n of [1, 2, 3]) await invite(n)
    expect(await check()).toEqual({ ...before, wholeUpTo: '4' })
    await auditLogs.checkAll()
    expect(lines).toEqual([])
    const run = (text: string) => store.acrossTeams((q) => sql.raw(text).execute(q))
    await run(unlock.replace('$', 'update'))
    await run(`update journal set actor = 'eve' where sequence = 3`)
    await auditLogs.checkAll()
    expect(await check()).toMatchObject({ wholeUpTo: '2', brokenAt: '3' })
    expect(lines).toEqual([expect.stringContaining(`the audit log of team ${teamId} is broken at entry 3`)])
  })

  test('a log that became shorter is broken even if its older head was restored', async () => {
    const { owner, teamId, server } = await startTeam(bench, { log: () => {} })
    const { store, auditLogs } = server.context
    const head = () => store.inTeam(teamId, (q) => q.selectFrom('teams').selectAll().executeTakeFirstOrThrow())
    const { journal_sequence, journal_hash } = await head()
    await owner.call('AdminService/InviteMember', { teamId, email: 'x@example.com', role: 'viewer' })
    expect(await auditLogs.check(teamId)).toMatchObject({ wholeUpTo: 2, brokenAt: 0 })
    await store.acrossTeams((q) => sql.raw(unlock.replace('$', 'delete')).execute(q))
    await store.inTeam(teamId, async (q) => {
      await q.deleteFrom('journal').where('sequence', '=', 2).execute()
      await q.updateTable('teams').set({ journal_sequence, journal_hash }).execute()
    })
    for (const _ of [1, 2]) {
      expect(await auditLogs.check(teamId)).toMatchObject({ wholeUpTo: 1, brokenAt: 2 })
      await auditLogs.checkAll()
    }
  })

  test('the server checks the logs at the start', async () => {
    const storeOptions = await bench.preparedOptions()
    const first = await startServer(storeOptions)
    const { store } = first.context
    const { id } = await store.acrossTeams((q) => q.selectFrom('teams').select('id').executeTakeFirstOrThrow())
    await store.acrossTeams((q) => q.updateTable('teams').set({ journal_sequence: 7 }).execute())
    await first.close()
    const lines: string[] = []
    const second = await startServer({ ...storeOptions, log: (line) => lines.push(line) })
    bench.undo(() => second.close())
    await expect.poll(() => lines).toEqual([expect.stringContaining(`${id} is broken at entry 1`)])
  })
})
