import { expect, test } from 'vitest'
import { eachStore, enrolMachine, newCode, password, startTeam, uploadRoot } from '../../testing/index.ts'
import { resignDue } from '../hooks/resign.ts'
import { pruneRepositories } from './prune.ts'
import { sha256 } from './tuf.ts'

const day = 24 * 3_600_000
const script = (n: number) => `#!/bin/sh\n# ${n}\n`

eachStore('old files of the repository', (bench) => {
  /** The first root creates the empty revision 1, and each publication creates another. */
  const begin = async () => {
    const team = await startTeam(bench)
    const { owner, teamId, server, url } = team
    await uploadRoot(owner, teamId)
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    let version = 0
    const publish = async (n: number) => {
      // The session has expired in the meantime.
      await owner.call('AccountService/SignIn', { email: 'owner@example.com', password })
      const draft = { hookStep: 'stop', scriptName: 'a.sh', scriptContent: script(n) }
      const hookId = version === 0 ? '0' : '1'
      await owner.call('AdminService/SaveHook', { teamId, draft, hookId, basedOn: String(version) })
      version += 1
      expect((await owner.call('AdminService/Publish', { teamId })).status).toBe(200)
    }
    const prune = () => pruneRepositories(server.context)
    const paths = async () =>
      (
        await server.context.store.inTeam(teamId, (q) => q.selectFrom('files').select('path').orderBy('path').execute())
      ).map(({ path }) => path)
    const metadata = async () => (await paths()).filter((path) => !path.startsWith('targets/'))
    const has = async (n: number) => (await paths()).some((path) => path.includes(sha256(script(n))))
    const status = async (file: string) => {
      const path = `/repo/${teamId}/${file}`
      const proof = machine.proof('GET', path, '', server.context.now())
      return (await machine.get(path, { 'hookline-proof': proof })).status
    }
    return { ...team, publish, prune, paths, metadata, has, status }
  }

  test('metadata that is not among the newest three and was not current within a week is deleted, and roots stay', async () => {
    const { publish, prune, metadata, has, advanceClock, status } = await begin()
    for (const n of [2, 3, 4, 5, 6]) await publish(n)
    const all = await metadata()
    await prune()
    expect(await metadata()).toEqual(all)
    advanceClock(6 * day)
    await prune()
    // Everything was current within the week, so a machine may still be downloading it.
    expect(await metadata()).toEqual(all)
    advanceClock(2 * day)
    await prune()
    expect(await metadata()).toEqual([
      '1.root.json',
      ...[4, 5, 6].flatMap((n) => [`${n}.snapshot.json`, `${n}.targets.json`]),
      'timestamp.json',
    ])
    expect([await has(2), await has(3), await has(4), await has(5), await has(6)]).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
    for (const [file, code] of [
      ['metadata/1.root.json', 200],
      ['metadata/timestamp.json', 200],
      ['metadata/4.targets.json', 200],
      ['metadata/3.targets.json', 404],
    ] as const)
      expect([file, await status(file)]).toEqual([file, code])
  })

  test('the age counts from when a file was replaced, not from when it was written', async () => {
    const { publish, prune, metadata, has, advanceClock } = await begin()
    await publish(2)
    advanceClock(30 * day)
    for (const n of [3, 4, 5, 6]) await publish(n)
    await prune()
    expect(await has(2)).toBe(true)
    expect(await metadata()).toContain('2.targets.json')
    expect(await metadata()).not.toContain('1.targets.json')
  })

  test('a script of a kept list stays, and a script that is published again is restored', async () => {
    const { publish, prune, has, advanceClock, status } = await begin()
    await publish(2)
    for (const n of [3, 4, 5, 6]) await publish(n)
    advanceClock(8 * day)
    await prune()
    expect(await has(2)).toBe(false)
    await publish(2)
    advanceClock(100 * day)
    await prune()
    expect(await has(2)).toBe(true)
    expect(await status(`targets/scripts/${sha256(script(2))}.${sha256(script(2))}`)).toBe(200)
  })

  test('signing works after pruning, and two prunes at once do no harm', async () => {
    const { server, teamId, publish, prune, metadata, advanceClock } = await begin()
    for (const n of [2, 3, 4, 5]) await publish(n)
    advanceClock(20 * day)
    await Promise.all([prune(), resignDue(server.context), prune()])
    await prune()
    expect(server.context.cache.forTeam(teamId)?.versions).toMatchObject({ targets: 6, snapshot: 6 })
    expect(await metadata()).toEqual([
      '1.root.json',
      ...[4, 5, 6].flatMap((n) => [`${n}.snapshot.json`, `${n}.targets.json`]),
      'timestamp.json',
    ])
  })
})
