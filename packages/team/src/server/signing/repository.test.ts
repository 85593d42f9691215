import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BaseFetcher, Updater } from 'tuf-js'
import { DownloadHTTPError } from 'tuf-js/dist/error.js'
import { expect, test } from 'vitest'
import {
  eachStore,
  enrolMachine,
  makeRoot,
  newCode,
  newSigningKey,
  password,
  signingKeys,
  startTeam,
  type TestMachine,
  uploadRoot,
} from '../../testing/index.ts'
import { startServer } from '../index.ts'

class ProvingFetcher extends BaseFetcher {
  readonly machine: TestMachine
  constructor(machine: TestMachine) {
    super()
    this.machine = machine
  }
  async fetch(url: string) {
    const response = await this.machine.get(new URL(url).pathname)
    if (response.status !== 200 || response.body === null) throw new DownloadHTTPError('refused', response.status)
    return response.body as never
  }
}

const draft = (scriptContent: string, more: object = {}) => ({
  hookStep: 'beforeShellExecution',
  scriptName: 'guard.sh',
  scriptContent,
  ...more,
})
const script = '#!/bin/sh\necho \'{"permission":"deny"}\'\n'

eachStore('the signed repository', (bench) => {
  const client = (url: string, machine: TestMachine) => {
    const dir = mkdtempSync(join(tmpdir(), 'hookline-tuf-'))
    bench.undo(() => rmSync(dir, { recursive: true, force: true }))
    mkdirSync(join(dir, 'targets'))
    writeFileSync(join(dir, 'root.json'), machine.root)
    const update = async () => {
      const updater = new Updater({
        metadataDir: dir,
        targetDir: join(dir, 'targets'),
        metadataBaseUrl: `${url}/repo/${machine.teamId}/metadata`,
        targetBaseUrl: `${url}/repo/${machine.teamId}/targets`,
        fetcher: new ProvingFetcher(machine),
      })
      await updater.refresh()
      const read = async (name: string) => {
        const info = await updater.getTargetInfo(name)
        if (info === undefined) throw new Error(`no target ${name}`)
        return readFileSync(await updater.downloadTarget(info, join(dir, 'targets', name.replace('/', '-'))), 'utf8')
      }
      return { bundle: JSON.parse(await read('bundle.json')), read }
    }
    return { update }
  }

  test('a TUF client gets the published hooks of each revision', async () => {
    const { url, owner, teamId } = await startTeam(bench)
    await uploadRoot(owner, teamId)
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const { update } = client(url, machine)
    expect((await update()).bundle).toMatchObject({ schema: 1, team_id: teamId, revision: 1, hooks: [] })

    const saved = await owner.call('AdminService/SaveHook', { teamId, draft: draft(script, { timeout: 5 }) })
    expect(saved.status).toBe(200)
    const published = await owner.call('AdminService/Publish', { teamId, note: 'first' })
    expect(published.body).toEqual({ revision: '2', hooks: 1 })
    const { bundle, read } = await update()
    const [hook] = bundle.hooks
    expect(hook).toMatchObject({ id: 1, hook_step: 'beforeShellExecution', is_active: true, timeout: 5, version: 1 })
    expect(await read(hook.target)).toBe(script)

    await owner.call('AdminService/SetHookActive', { teamId, hookId: '1', isActive: false })
    await owner.call('AdminService/Publish', { teamId })
    expect((await update()).bundle).toMatchObject({ revision: 3, hooks: [{ is_active: false }] })
    // Without a change, nothing is published.
    expect((await owner.call('AdminService/Publish', { teamId })).body.revision).toBe('3')
  })

  test('a root must be signed by the previous root and by itself, and must name the online keys', async () => {
    const { url, owner, teamId } = await startTeam(bench)
    const online = await signingKeys(owner, teamId)
    const [one, two] = [newSigningKey(), newSigningKey()]
    const set = (root: Uint8Array) =>
      owner.call('AdminService/SetRoot', { teamId, root: Buffer.from(root).toString('base64') })
    const refused = async (root: Uint8Array, words: RegExp) => {
      const { status, body } = await set(root)
      expect(status).not.toBe(200)
      expect(body.message).toMatch(words)
    }
    await refused(Buffer.from('garbage'), /not root metadata/)
    await refused(makeRoot(online, { keys: [one], version: 2 }), /the next version must be 1/)
    await refused(makeRoot(online, { keys: [one], expires: '2020-01-01T00:00:00Z' }), /expired/)
    await refused(makeRoot(online, { keys: [one], signers: [two] }), /does not have the signatures/)
    await refused(makeRoot(online, { keys: [one, two], threshold: 2, signers: [one] }), /does not have the signatures/)
    await refused(
      makeRoot(online, {
        keys: [one],
        change: (json) => {
          json.roles.targets.keyids = [one.key.keyID]
        },
      }),
      /role targets/,
    )
    await refused(
      makeRoot(online, {
        keys: [one],
        change: (json) => {
          json.consistent_snapshot = false
        },
      }),
      /consistent_snapshot/,
    )
    await refused(
      makeRoot(online, {
        keys: [one],
        change: (json) => {
          json.roles.root.keyids.push(json.roles.targets.keyids[0])
        },
      }),
      /must not be on the server/,
    )
    expect((await set(makeRoot(online, { keys: [one] }))).body).toMatchObject({ rootVersion: 1 })
    const machine = await enrolMachine(url, await newCode(owner, teamId))

    await refused(makeRoot(online, { keys: [two], version: 2 }), /the signatures that root 1 requires/)
    await refused(makeRoot(online, { keys: [two], version: 2, signers: [one] }), /the new root itself/)
    await refused(makeRoot(online, { keys: [two], version: 3, signers: [one, two] }), /the next version must be 2/)
    const next = await set(makeRoot(online, { keys: [two], version: 2, signers: [one, two] }))
    expect(next.body).toMatchObject({ rootVersion: 2 })
    // The hooks are signed again, so that every machine gets the root at the next poll.
    expect((await client(url, machine).update()).bundle.revision).toBe(2)
  })

  test('files are not served to unknown machines or to machines of another team', async () => {
    const { url, owner, teamId } = await startTeam(bench)
    await uploadRoot(owner, teamId)
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const path = `/repo/${teamId}/metadata/1.root.json`
    expect((await machine.get(path)).status).toBe(200)
    expect((await fetch(`${url}${path}`)).status).toBe(401)
    expect((await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${machine.token}` } })).status).toBe(401)
    expect((await machine.get('/repo/hl_aaaaaaaaaaaaaaaa/metadata/timestamp.json')).status).toBe(404)
    for (const wrong of [
      'metadata/../../x',
      'metadata/1.targets.json.bak',
      'targets/bundle.json',
      'metadata/9.targets.json',
    ])
      expect((await machine.get(`/repo/${teamId}/${wrong}`)).status).toBe(404)
  })

  test('metadata is signed again in time and never with a used version', async () => {
    const storeOptions = await bench.preparedOptions()
    const { server, url, owner, teamId, advanceClock } = await startTeam(bench, storeOptions)
    await uploadRoot(owner, teamId)
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const timestamp = async () =>
      ((await (await machine.get(`/repo/${teamId}/metadata/timestamp.json`)).json()) as { signed: { version: number } })
        .signed
    expect((await timestamp()).version).toBe(1)
    const { resignDue } = await import('../hooks/resign.ts')
    await resignDue(server.context)
    expect(server.context.cache.forTeam(teamId)?.versions).toEqual({ targets: 1, snapshot: 1, timestamp: 1 })
    advanceClock(7 * 3_600_000)
    await Promise.all([resignDue(server.context), resignDue(server.context)])
    expect(server.context.cache.forTeam(teamId)?.versions).toEqual({ targets: 1, snapshot: 1, timestamp: 2 })
    advanceClock(16 * 24 * 3_600_000)
    await resignDue(server.context)
    expect(server.context.cache.forTeam(teamId)?.versions).toEqual({ targets: 2, snapshot: 2, timestamp: 3 })

    // This simulates a restored database: the file knows higher versions than the database.
    await owner.call('AccountService/SignIn', { email: 'owner@example.com', password })
    const code = await newCode(owner, teamId)
    await owner.call('AdminService/InviteMember', { teamId, email: 'eve@example.com', role: 'owner' })
    await server.close()
    const file = join(storeOptions.dataDir, 'signed-versions.json')
    writeFileSync(file, JSON.stringify({ [teamId]: { targets: 40, snapshot: 50, timestamp: 60 } }))
    const again = await startServer({ ...storeOptions, log: () => {} })
    bench.undo(() => again.close())
    expect(again.context.cache.forTeam(teamId)?.versions).toEqual({ targets: 41, snapshot: 51, timestamp: 61 })
    // Members removed after the backup are back in the database, so their credentials are revoked.
    const old = await fetch(`${again.url}/hookline.team.v1.AccountService/GetMe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: owner.cookie() },
      body: '{}',
    })
    expect(old.status).toBe(401)
    await expect(enrolMachine(again.url, code)).rejects.toThrow('not valid')
    const links = await again.context.store.inTeam(teamId, (q) => q.selectFrom('links').selectAll().execute())
    expect(links).toEqual([])
  })
})
