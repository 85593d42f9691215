import { expect, test } from 'vitest'
import { eachStore, enrolMachine, giveRoot, newCode, password, startTeam } from '../../testing/index.ts'
import { pruneRepositories } from './prune.ts'
import { resignDue } from './resign.ts'
import { sha256 } from './tuf.ts'

const day = 24 * 3_600_000
const script = (n: number) => `#!/bin/sh\n# ${n}\n`

eachStore('old files of the repository', (bench) => {
  /** The first root is revision 1, empty; each publication one more. */
  const begin = async () => {
    const team = await startTeam(bench)
    const { owner, teamId, server, url } = team
    await giveRoot(owner, teamId)
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    let version = 0
    const publish = async (n: number) => {
      // The session ended meanwhile.
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

  test('what is neither among the last three nor was current within a week goes; roots stay', async () => {
    const { publish, prune, metadata, has, pass, status } = await begin()
    for (const n of [2, 3, 4, 5, 6]) await publish(n)
    const all = await metadata()
    await prune()
    expect(await metadata()).toEqual(all)
    pass(6 * day)
    await prune()
    // All of it was current within the week: a machine may be in the middle of any.
    expect(await metadata()).toEqual(all)
    pass(2 * day)
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

  test('how long ago it was written does not count, but how long ago it was the newest', async () => {
    const { publish, prune, metadata, has, pass } = await begin()
    await publish(2)
    pass(30 * day)
    for (const n of [3, 4, 5, 6]) await publish(n)
    await prune()
    expect(await has(2)).toBe(true)
    expect(await metadata()).toContain('2.targets.json')
    expect(await metadata()).not.toContain('1.targets.json')
  })

  test('a script that a kept list names stays, however old, and one that is published again comes back', async () => {
    const { publish, prune, has, pass, status } = await begin()
    await publish(2)
    for (const n of [3, 4, 5, 6]) await publish(n)
    pass(8 * day)
    await prune()
    expect(await has(2)).toBe(false)
    await publish(2)
    pass(100 * day)
    await prune()
    expect(await has(2)).toBe(true)
    expect(await status(`targets/scripts/${sha256(script(2))}.${sha256(script(2))}`)).toBe(200)
  })

  test('signing goes on after it, and two at once are no more than one', async () => {
    const { server, teamId, publish, prune, metadata, pass } = await begin()
    for (const n of [2, 3, 4, 5]) await publish(n)
    pass(20 * day)
    await Promise.all([prune(), resignDue(server.context), prune()])
    await prune()
    expect(server.context.live.shelf(teamId)?.versions).toMatchObject({ targets: 6, snapshot: 6 })
    expect(await metadata()).toEqual([
      '1.root.json',
      ...[4, 5, 6].flatMap((n) => [`${n}.snapshot.json`, `${n}.targets.json`]),
      'timestamp.json',
    ])
  })
})
