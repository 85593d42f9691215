import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hooksOnMachines } from '../server/hooks/published.ts'
import { signRevision } from '../server/hooks/revision.ts'
import { startServer } from '../server/index.ts'
import type { Row } from '../server/store/index.ts'
import { lockTeam } from '../server/store/teams.ts'
import { deny, inForce, newMachine } from '../testing/client.ts'
import { eachStore, password, personAt } from '../testing/index.ts'
import { chooseAdmin } from './admin/files.ts'
import { keygen } from './admin/keygen.ts'
import { makeRoot, newRootKey, readRootKey } from './admin/root.ts'
import { rotate, rotateOnline } from './admin/rotate.ts'
import { enroll } from './enroll.ts'
import { adminDirectory, placesOf } from './machine.ts'
import { syncTeam } from './sync.ts'

eachStore('changing keys', (bench) => {
  /** A team with one published hook, its administrator's machine, and machines that join it. */
  const begin = async (counts = { keys: 1, threshold: 1 }) => {
    const server = await startServer({ ...(await bench.place()), log: console.error })
    bench.undo(() => server.close())
    const { machine: admin } = newMachine()
    const link = server.ownerLink ?? ''
    const { team } = await keygen(admin, { link, email: 'ada@example.com', password, ...counts })
    const headers = { authorization: `Bearer ${chooseAdmin(admin, team).token}` }
    const ask = async (method: string, body: object = {}) =>
      personAt(server.url).call(`AdminService/${method}`, { teamId: team, ...body }, headers)
    let version = 0
    const publish = async (why: string) => {
      const draft = { hookStep: 'beforeShellExecution', scriptName: 'guard.sh', scriptContent: deny(why) }
      await ask('SaveHook', { draft, hookId: version === 0 ? '0' : '1', basedOn: String(version) })
      version += 1
      expect((await ask('Publish')).status).toBe(200)
    }
    const code = async () => (await ask('CreateEnrollmentCode')).body.code as string
    const join_ = async (by?: string) => {
      const joined = newMachine()
      await enroll(joined.machine, { url: server.url, code: by ?? (await code()) })
      const root = () => readFileSync(join(placesOf(joined.machine, team).metadata, 'root.json'), 'utf8')
      return {
        sync: () => syncTeam(joined.machine, team, { whole: true }),
        /** As in the background: the repository is looked into where the server says that there is something. */
        poll: () => syncTeam(joined.machine, team),
        script: () => inForce(joined.home, team)?.['guard.sh'],
        rootVersion: () => JSON.parse(root()).signed.version as number,
      }
    }
    await publish('first')
    return { server, admin, team, ask, publish, code, join: join_, directory: adminDirectory(admin, team) }
  }
  type Team = Awaited<ReturnType<typeof begin>>

  const rowsOf = ({ server, team }: Team) =>
    server.context.store.inTeam(team, (q) => q.selectFrom('signing_keys').selectAll().orderBy('role').execute())
  /** Everything is signed anew with the keys that are in the table, whoever put them there. */
  const signAgain = async ({ server: { context }, team }: Team, rows: readonly Row<'signing_keys'>[]) => {
    await context.store.inTeam(team, async (q) => {
      const { revision } = await lockTeam(q)
      await q.deleteFrom('signing_keys').execute()
      await q
        .insertInto('signing_keys')
        .values([...rows])
        .execute()
      await signRevision(q, context, team, revision, await hooksOnMachines(q), { author: 'test', note: '' })
    })
    await context.live.refresh(team)
  }

  test('new keys on the server: machines follow by themselves, and believe nothing of the old ones', async () => {
    const all = await begin()
    const { admin, ask, join: joins, publish } = all
    const machine = await joins()
    const old = await rowsOf(all)
    const made = await rotateOnline(admin, {})
    expect(made).toMatchObject({ version: 2, keyFiles: [] })
    const now = await rowsOf(all)
    expect(now.map(({ role, is_next }) => [role, is_next])).toEqual(old.map(({ role }) => [role, 0]))
    for (const { key_id } of old) expect(now.map((one) => one.key_id)).not.toContain(key_id)

    expect(await machine.poll()).toMatchObject({ state: 'updated', revision: 3 })
    expect([machine.rootVersion(), machine.script()]).toEqual([2, deny('first')])
    await publish('second')
    expect(await machine.poll()).toMatchObject({ state: 'updated', revision: 4 })
    for (const stolen of old) {
      await signAgain(all, [...now.filter(({ role }) => role !== stolen.role), stolen])
      const refused = await machine.sync()
      expect(refused.failure?.message).toMatch(
        new RegExp(`not what the team signed \\(.*${stolen.role} was signed by 0/1`),
      )
      expect([refused.state, machine.script()]).toEqual(['kept', deny('second')])
    }
    await signAgain(all, now)
    expect(await machine.sync()).toMatchObject({ state: 'updated' })
    const { entries } = (await ask('ListJournal')).body
    const deeds = entries.map(({ action, detail }: Record<string, string>) => [action, JSON.parse(detail ?? '{}')])
    expect(deeds).toContainEqual(['root.set', expect.objectContaining({ version: 2, online_keys: 'new' })])
    expect(deeds).toContainEqual(['keys.made', expect.objectContaining({ targets: expect.any(String) })])
  })

  test('keys that were made and never named sign nothing, and the next ones take their place', async () => {
    const all = await begin()
    const { admin, ask, directory, join: joins } = all
    const machine = await joins()
    const first = (await ask('NewSigningKeys')).body
    const second = (await ask('NewSigningKeys')).body
    expect(first.onlineKeys).not.toBe(second.onlineKeys)
    expect((await ask('GetSigningKeys')).body.onlineKeys).not.toBe(second.onlineKeys)
    expect(await rowsOf(all)).toHaveLength(6)
    expect(await machine.sync()).toMatchObject({ state: 'current' })
    const key = readRootKey(readFileSync(join(directory, 'root-1.key'), 'utf8'))
    const wish = { version: 2, keys: [key.key], threshold: 1, signers: [key], now: Date.now() }
    const root = makeRoot({ ...wish, online: first.onlineKeys }).toString('base64')
    expect((await ask('SetRoot', { root })).body.message).toContain("does not name this server's key")
    const mixed = JSON.parse(second.onlineKeys)
    const current = JSON.parse((await ask('GetSigningKeys')).body.onlineKeys)
    mixed.roles.timestamp = current.roles.timestamp
    Object.assign(mixed.keys, current.keys)
    const half = makeRoot({ ...wish, online: JSON.stringify(mixed) }).toString('base64')
    expect((await ask('SetRoot', { root: half })).body.message).toContain('its role timestamp does not name')
    // A change of root keys alone leaves the server's as they are, whatever waits.
    expect(await rotate(admin, {})).toMatchObject({ version: 2 })
    expect((await ask('GetSigningKeys')).body.onlineKeys).toBe(JSON.stringify(current))
    expect(await machine.poll()).toMatchObject({ state: 'updated' })
  })

  test('other root keys: too few of the old are refused here, at the upload and by every machine', async () => {
    const { admin, server, ask, team, directory, join: joins } = await begin({ keys: 3, threshold: 2 })
    const machine = await joins()
    const elsewhere = join(directory, 'stick')
    mkdirSync(elsewhere)
    for (const n of [2, 3]) renameSync(join(directory, `root-1.${n}.key`), join(elsewhere, `root-1.${n}.key`))
    const few = /root 1 takes 2 of its keys, and 1 of them is here: name the others by --old-key/
    await expect(rotate(admin, {})).rejects.toThrow(few)
    await expect(rotateOnline(admin, {})).rejects.toThrow(few)
    const own = join(directory, 'root-1.1.key')
    await expect(rotate(admin, { oldKeyFiles: [own] })).rejects.toThrow(few)

    const fresh = newRootKey()
    const old = readRootKey(readFileSync(own, 'utf8'))
    const { onlineKeys } = (await ask('GetSigningKeys')).body
    const wish = { version: 2, online: onlineKeys, keys: [fresh.key], threshold: 1, now: Date.now() }
    const root = makeRoot({ ...wish, signers: [old, fresh] })
    const { status, body } = await ask('SetRoot', { root: root.toString('base64') })
    expect([status, body.message]).toEqual([
      400,
      'this root cannot be used: it is not signed as root 1 asks for (root was signed by 1/2 keys)',
    ])
    // A server that takes it all the same leads no machine astray.
    const { store, live, now } = server.context
    const row = { team_id: team, path: '2.root.json', body: root, changed_at: now() }
    await store.inTeam(team, (q) => q.insertInto('files').values(row).execute())
    await live.refresh(team)
    const refused = await machine.sync()
    expect([refused.state, refused.failure?.message, machine.script()]).toEqual([
      'kept',
      'what the server sent is not what the team signed (root was signed by 1/2 keys)',
      deny('first'),
    ])
    await store.inTeam(team, (q) => q.deleteFrom('files').where('path', '=', '2.root.json').execute())
    await live.refresh(team)

    const oldKeyFiles = [join(elsewhere, 'root-1.2.key')]
    const made = await rotate(admin, { oldKeyFiles })
    // As many as there were, unless said otherwise.
    expect([made.version, made.keyFiles.length]).toEqual([2, 3])
    expect(await machine.poll()).toMatchObject({ state: 'updated' })
    expect(machine.rootVersion()).toBe(2)
    await expect(rotate(admin, { oldKeyFiles })).rejects.toThrow(/none of those of root 2/)
    expect(await rotate(admin, { keys: 1, threshold: 1 })).toMatchObject({ version: 3 })
  })

  test('a machine that was away over several changes follows them, and an old code still enrols', async () => {
    const { admin, publish, code, join: joins } = await begin()
    const [machine, early] = [await joins(), await code()]
    await rotateOnline(admin, {})
    await rotate(admin, { keys: 3, threshold: 2 })
    await rotateOnline(admin, {})
    await publish('after three roots')
    expect(await machine.poll()).toMatchObject({ state: 'updated' })
    expect([machine.rootVersion(), machine.script()]).toEqual([4, deny('after three roots')])
    const late = await joins(early)
    expect([late.rootVersion(), late.script()]).toEqual([4, deny('after three roots')])
  })

  test('a root that arrived while its maker was killed is found again; one of strangers is not', async () => {
    const { admin, directory } = await begin()
    const file = join(directory, 'root.json')
    const first = readFileSync(file)
    await rotateOnline(admin, {})
    writeFileSync(file, first)
    expect(await rotate(admin, {})).toMatchObject({ version: 3 })
    expect(await rotateOnline(admin, {})).toMatchObject({ version: 4 })
    writeFileSync(file, first)
    await expect(rotate(admin, {})).rejects.toThrow(/the server has root 4, this machine knows root 1, whose keys/)
  })
})
