import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readHooksOnMachines } from '../server/hooks/read-hooks-on-machines.ts'
import { signRevision } from '../server/hooks/revision.ts'
import { startServer } from '../server/index.ts'
import type { Row } from '../server/store/index.ts'
import { lockTeam } from '../server/store/teams.ts'
import { deny, newMachine, readInForce } from '../testing/client.ts'
import { eachStore, password, personAt } from '../testing/index.ts'
import { chooseAdmin } from './admin/files.ts'
import { keygen } from './admin/keygen.ts'
import { createRootKey, makeRoot, readRootKey } from './admin/root.ts'
import { rotate, rotateOnline } from './admin/rotate.ts'
import { adminDirectory, clientPaths } from './device/machine.ts'
import { enroll } from './enroll.ts'
import { syncTeam } from './sync.ts'

eachStore('changing keys', (bench) => {
  /** A team with one published hook, its administrator's machine, and machines that join it. */
  const startTeam = async (counts = { keys: 1, threshold: 1 }) => {
    const server = await startServer({ ...(await bench.preparedOptions()), log: console.error })
    bench.undo(() => server.close())
    const { machine: admin } = newMachine()
    const link = server.ownerLink ?? ''
    const { team } = await keygen(admin, { link, email: 'ada@example.com', password, ...counts })
    const headers = { authorization: `Bearer ${chooseAdmin(admin, team).token}` }
    const call = async (method: string, body: object = {}) =>
      personAt(server.url).call(`AdminService/${method}`, { teamId: team, ...body }, headers)
    let version = 0
    const publish = async (why: string) => {
      const draft = { hookStep: 'beforeShellExecution', scriptName: 'guard.sh', scriptContent: deny(why) }
      await call('SaveHook', { draft, hookId: version === 0 ? '0' : '1', basedOn: String(version) })
      version += 1
      expect((await call('Publish')).status).toBe(200)
    }
    const code = async () => (await call('CreateEnrollmentCode')).body.code as string
    const joinTeam = async (by?: string) => {
      const joined = newMachine()
      await enroll(joined.machine, { url: server.url, code: by ?? (await code()) })
      const root = () => readFileSync(join(clientPaths(joined.machine, team).metadata, 'root.json'), 'utf8')
      return {
        sync: () => syncTeam(joined.machine, team, { full: true }),
        /** Syncs as in the background: verifies the repository only if the server reports a change. */
        poll: () => syncTeam(joined.machine, team),
        script: () => readInForce(joined.home, team)?.['guard.sh'],
        rootVersion: () => JSON.parse(root()).signed.version as number,
      }
    }
    await publish('first')
    return { server, admin, team, call, publish, code, join: joinTeam, directory: adminDirectory(admin, team) }
  }
  type Team = Awaited<ReturnType<typeof startTeam>>

  const readKeyRows = ({ server, team }: Team) =>
    server.context.store.inTeam(team, (q) => q.selectFrom('signing_keys').selectAll().orderBy('role').execute())
  /** Signs everything again with the given keys, as an attacker with a stolen key could. */
  const signAgain = async ({ server: { context }, team }: Team, rows: readonly Row<'signing_keys'>[]) => {
    await context.store.inTeam(team, async (q) => {
      const { revision } = await lockTeam(q)
      await q.deleteFrom('signing_keys').execute()
      await q
        .insertInto('signing_keys')
        .values([...rows])
        .execute()
      await signRevision(q, context, team, revision, await readHooksOnMachines(q), { author: 'test', note: '' })
    })
    await context.cache.refresh(team)
  }

  test('machines follow new server keys by themselves and refuse the old ones', async () => {
    const setup = await startTeam()
    const { admin, call, join: joinTeam, publish } = setup
    const machine = await joinTeam()
    const old = await readKeyRows(setup)
    const made = await rotateOnline(admin, {})
    expect(made).toMatchObject({ version: 2, keyFiles: [] })
    const now = await readKeyRows(setup)
    expect(now.map(({ role, is_next }) => [role, is_next])).toEqual(old.map(({ role }) => [role, 0]))
    for (const { key_id } of old) expect(now.map((row) => row.key_id)).not.toContain(key_id)

    expect(await machine.poll()).toMatchObject({ state: 'updated', revision: 3 })
    expect([machine.rootVersion(), machine.script()]).toEqual([2, deny('first')])
    await publish('second')
    expect(await machine.poll()).toMatchObject({ state: 'updated', revision: 4 })
    for (const stolen of old) {
      await signAgain(setup, [...now.filter(({ role }) => role !== stolen.role), stolen])
      const refused = await machine.sync()
      expect(refused.failure?.message).toMatch(
        new RegExp(`do not match what the team signed \\(.*${stolen.role} was signed by 0/1`),
      )
      expect([refused.state, machine.script()]).toEqual(['kept', deny('second')])
    }
    await signAgain(setup, now)
    expect(await machine.sync()).toMatchObject({ state: 'updated' })
    const { entries } = (await call('ListJournal')).body
    const events = entries.map(({ action, detail }: Record<string, string>) => [action, JSON.parse(detail ?? '{}')])
    expect(events).toContainEqual(['root.set', expect.objectContaining({ version: 2, online_keys: 'new' })])
    expect(events).toContainEqual(['keys.made', expect.objectContaining({ targets: expect.any(String) })])
  })

  test('new keys that no root names sign nothing, and the next new keys replace them', async () => {
    const setup = await startTeam()
    const { admin, call, directory, join: joinTeam } = setup
    const machine = await joinTeam()
    const first = (await call('NewSigningKeys')).body
    const second = (await call('NewSigningKeys')).body
    expect(first.onlineKeys).not.toBe(second.onlineKeys)
    expect((await call('GetSigningKeys')).body.onlineKeys).not.toBe(second.onlineKeys)
    expect(await readKeyRows(setup)).toHaveLength(6)
    expect(await machine.sync()).toMatchObject({ state: 'current' })
    const key = readRootKey(readFileSync(join(directory, 'root-1.key'), 'utf8'))
    const options = { version: 2, keys: [key.key], threshold: 1, signers: [key], now: Date.now() }
    const root = makeRoot({ ...options, online: first.onlineKeys }).toString('base64')
    expect((await call('SetRoot', { root })).body.message).toContain("does not name this server's key")
    const mixed = JSON.parse(second.onlineKeys)
    const current = JSON.parse((await call('GetSigningKeys')).body.onlineKeys)
    mixed.roles.timestamp = current.roles.timestamp
    Object.assign(mixed.keys, current.keys)
    const half = makeRoot({ ...options, online: JSON.stringify(mixed) }).toString('base64')
    expect((await call('SetRoot', { root: half })).body.message).toContain('its role timestamp does not name')
    // New root keys alone leave the server's keys unchanged, even if new ones wait.
    expect(await rotate(admin, {})).toMatchObject({ version: 2 })
    expect((await call('GetSigningKeys')).body.onlineKeys).toBe(JSON.stringify(current))
    expect(await machine.poll()).toMatchObject({ state: 'updated' })
  })

  test('a root signed with too few old keys is refused by the client, the server and every machine', async () => {
    const { admin, server, call, team, directory, join: joinTeam } = await startTeam({ keys: 3, threshold: 2 })
    const machine = await joinTeam()
    const elsewhere = join(directory, 'stick')
    mkdirSync(elsewhere)
    for (const n of [2, 3]) renameSync(join(directory, `root-1.${n}.key`), join(elsewhere, `root-1.${n}.key`))
    const tooFew = /a new root needs 2 keys of root 1, and this machine has 1. Add the others with --old-key/
    await expect(rotate(admin, {})).rejects.toThrow(tooFew)
    await expect(rotateOnline(admin, {})).rejects.toThrow(tooFew)
    const own = join(directory, 'root-1.1.key')
    await expect(rotate(admin, { oldKeyFiles: [own] })).rejects.toThrow(tooFew)

    const fresh = createRootKey()
    const old = readRootKey(readFileSync(own, 'utf8'))
    const { onlineKeys } = (await call('GetSigningKeys')).body
    const options = { version: 2, online: onlineKeys, keys: [fresh.key], threshold: 1, now: Date.now() }
    const root = makeRoot({ ...options, signers: [old, fresh] })
    const { status, body } = await call('SetRoot', { root: root.toString('base64') })
    expect([status, body.message]).toEqual([
      400,
      'this root is invalid: it does not have the signatures that root 1 requires (root was signed by 1/2 keys)',
    ])
    // Even if a server accepts the root, the machines refuse it.
    const { store, cache, now } = server.context
    const row = { team_id: team, path: '2.root.json', body: root, changed_at: now() }
    await store.inTeam(team, (q) => q.insertInto('files').values(row).execute())
    await cache.refresh(team)
    const refused = await machine.sync()
    expect([refused.state, refused.failure?.message, machine.script()]).toEqual([
      'kept',
      'the files from the server do not match what the team signed (root was signed by 1/2 keys)',
      deny('first'),
    ])
    await store.inTeam(team, (q) => q.deleteFrom('files').where('path', '=', '2.root.json').execute())
    await cache.refresh(team)

    const oldKeyFiles = [join(elsewhere, 'root-1.2.key')]
    const made = await rotate(admin, { oldKeyFiles })
    // By default there are as many new keys as old ones.
    expect([made.version, made.keyFiles.length]).toEqual([2, 3])
    expect(await machine.poll()).toMatchObject({ state: 'updated' })
    expect(machine.rootVersion()).toBe(2)
    await expect(rotate(admin, { oldKeyFiles })).rejects.toThrow(/does not belong to root 2/)
    expect(await rotate(admin, { keys: 1, threshold: 1 })).toMatchObject({ version: 3 })
  })

  test('a machine that was offline follows several key changes, and an old code still enrolls', async () => {
    const { admin, publish, code, join: joinTeam } = await startTeam()
    const [machine, early] = [await joinTeam(), await code()]
    await rotateOnline(admin, {})
    await rotate(admin, { keys: 3, threshold: 2 })
    await rotateOnline(admin, {})
    await publish('after three roots')
    expect(await machine.poll()).toMatchObject({ state: 'updated' })
    expect([machine.rootVersion(), machine.script()]).toEqual([4, deny('after three roots')])
    const late = await joinTeam(early)
    expect([late.rootVersion(), late.script()]).toEqual([4, deny('after three roots')])
  })

  test('a root uploaded before a kill is accepted later, and one without our signature is not', async () => {
    const { admin, directory } = await startTeam()
    const file = join(directory, 'root.json')
    const first = readFileSync(file)
    await rotateOnline(admin, {})
    writeFileSync(file, first)
    expect(await rotate(admin, {})).toMatchObject({ version: 3 })
    expect(await rotateOnline(admin, {})).toMatchObject({ version: 4 })
    writeFileSync(file, first)
    await expect(rotate(admin, {})).rejects.toThrow(
      /the server has root 4, which the keys of root 1 on this machine did not sign/,
    )
  })
})
