/** Rehearses docs/team-operations.md: a backup of a running server, the loss of everything, and a restore. */
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { appendToSpool } from '@hookline/core/team'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { clientPaths } from '../client/device/machine.ts'
import { enroll } from '../client/enroll.ts'
import { syncTeam } from '../client/sync.ts'
import { startServer } from '../server/index.ts'
import type { StoreOptions } from '../server/store/index.ts'
import { newMachine } from './client.ts'
import { eachStore } from './each-store.ts'
import { newCode } from './machine.ts'
import { postgresPrograms } from './postgres.ts'
import { uploadRoot } from './root.ts'
import { password, personAt, startTeam } from './server.ts'

const draft = (name: string) => ({ hookStep: 'stop', scriptName: name, scriptContent: '#!/bin/sh\necho {}\n' })
const decision = (event: string) => ({
  at: new Date().toISOString(),
  event,
  verdict: 'allow',
  rule: 'reply',
  agent: '',
  durationMs: 1,
  runs: [],
})

/** As the page describes it: SQLite's backup or pg_dump, and the data directory without the database itself. */
async function backUp(from: StoreOptions, to: StoreOptions): Promise<void> {
  if (from.database === undefined || to.database === undefined) {
    const database = new Database(join(from.dataDir, 'hookline.db'), { readonly: true })
    database.exec(`vacuum into '${join(to.dataDir, 'hookline.db')}'`)
    database.close()
  } else {
    const bin = postgresPrograms() ?? ''
    const dump = join(to.dataDir, 'hookline.dump')
    // A role that row-level security limits cannot dump the tables.
    const asAdmin = (url: string) => url.replace('//hookline@', '//postgres@')
    execFileSync(join(bin, 'pg_dump'), ['-Fc', '-f', dump, '-d', asAdmin(from.database)])
    execFileSync(join(bin, 'pg_restore'), ['-d', asAdmin(to.database), dump])
    rmSync(dump)
  }
}

const copyKeys = (from: string, to: string, names: readonly string[]): void => {
  for (const name of names) cpSync(join(from, name), join(to, name))
}

eachStore('a backup', (bench) => {
  test('restores hooks, reports, counts and the audit log, and machines follow the restored server', {
    timeout: 120_000,
  }, async () => {
    const original = await bench.storeOptions()
    const first = await startTeam(bench, original)
    const { owner, teamId } = first
    await uploadRoot(owner, teamId)
    const { machine } = newMachine()
    await enroll(machine, { url: first.url, code: await newCode(owner, teamId) })
    await owner.call('AdminService/SaveHook', { teamId, draft: draft('a.sh') })
    await owner.call('AdminService/Publish', { teamId })
    const { spool } = clientPaths(machine, teamId)
    for (const event of ['e1', 'e2', 'e3']) appendToSpool(spool, decision(event))
    expect(await syncTeam(machine, teamId)).toMatchObject({ state: 'updated', revision: 2, reported: 3 })

    const restored = await bench.storeOptions()
    await backUp(original, restored)

    // After the backup there is one more revision, and the machine has it.
    await owner.call('AdminService/SaveHook', { teamId, draft: draft('b.sh') })
    await owner.call('AdminService/Publish', { teamId })
    expect(await syncTeam(machine, teamId)).toMatchObject({ state: 'updated', revision: 3, hooks: 2 })
    const { port } = first.server
    await first.server.close()
    copyKeys(original.dataDir, restored.dataDir, ['master.key', 'signed-versions.json'])

    const lines: string[] = []
    const second = await startServer({ ...restored, port, log: (line) => lines.push(line) })
    bench.undo(() => second.close())
    expect(lines.join('\n')).toContain('the database was restored from a backup')
    const again = await syncTeam(machine, teamId)
    expect(again).toMatchObject({ state: 'updated', hooks: 1 })
    expect(again.revision).toBeGreaterThan(3)

    const person = personAt(second.url)
    await person.call('AccountService/SignIn', { email: 'owner@example.com', password })
    const { body: activity } = await person.call('AdminService/GetActivity', { teamId, since: '1d' })
    expect(activity).toMatchObject({ decisions: '3', devices: 1 })
    const { body: list } = await person.call('AdminService/ListDecisions', { teamId })
    expect(list.decisions.map(({ event }: { event: string }) => event).sort()).toEqual(['e1', 'e2', 'e3'])
    const { body: log } = await person.call('AdminService/ListJournal', { teamId })
    expect(log.check.brokenAt).toBeUndefined()
    expect(log.entries[0]).toMatchObject({ action: 'restored' })

    // What the machine reports from now on is stored, once.
    appendToSpool(spool, decision('e4'))
    expect(await syncTeam(machine, teamId)).toMatchObject({ reported: 1 })
    // A result that took long to read is shown a little longer.
    const decisions = async () =>
      (await person.call('AdminService/GetActivity', { teamId, since: '1d' })).body.decisions
    await expect.poll(decisions, { timeout: 30_000 }).toBe('4')
  })
})
