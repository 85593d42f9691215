import { expect, test } from 'vitest'
import { sandbox } from '../testing/cli.ts'
import { enrolMachine, newCode, startOwnedTeam } from '../testing/team.ts'

/** A team with two machines of the same name and one with another, and a person who administers it from the terminal. */
async function team() {
  const [server, person] = [sandbox(), sandbox()]
  const started = await startOwnedTeam(server)
  const code = await newCode(started.owner, started.teamId, { uses: 9 })
  const enrol = (name: string) => enrolMachine(started.url, code, name)
  const [ada, twin] = [await enrol('build'), await enrol('build')]
  const grace = await enrol("Grace's Überlaptop")
  const keygen = ['team', 'keygen', started.url, '--email', 'owner@example.com', '--password-stdin']
  expect(person.hookline(keygen, { stdin: 'correct horse battery staple\n' })).toMatchObject({ code: 0 })
  const devices = (...args: readonly string[]) => person.hookline(['team', 'devices', ...args])
  const canaries = () =>
    JSON.parse(devices('--json').stdout)
      .devices.filter(({ isCanary }: { isCanary: boolean }) => isCanary)
      .map(({ id }: { id: string }) => id)
  return { ...started, person, ada, twin, grace, devices, canaries }
}

test('an owner lists machines and chooses canaries by id and by name', async () => {
  const { ada, grace, devices, canaries } = await team()
  expect(devices().stdout).toMatch(/^3 machines\nbuild {2}\w+, revision 0, unknown, last sync never\n/)
  expect(devices('grace').stdout).toContain(`1 machine\nGrace's Überlaptop  ${grace.id}`)
  expect(devices("Grace's Überlaptop", ada.id, '--canary')).toMatchObject({
    code: 0,
    stdout: `Grace's Überlaptop (${grace.id}) is a canary: it gets the next rollout first.\nbuild (${ada.id}) is a canary: it gets the next rollout first.\n`,
  })
  expect(canaries().toSorted()).toEqual([ada.id, grace.id].toSorted())
  expect(devices(ada.id).stdout).toContain('unknown, canary, last sync never')
  const changed = JSON.parse(devices(ada.id, '--no-canary', '--json').stdout)
  expect(changed).toMatchObject({ devices: [{ id: ada.id, name: 'build', isCanary: false, revision: 0 }] })
  expect(canaries()).toEqual([grace.id])
})

test('wrong input changes no machine', async () => {
  const { teamId, url, owner, person, ada, twin, grace, devices, canaries } = await team()
  const refusals: readonly (readonly [args: readonly string[], code: number, why: string])[] = [
    [['--canary'], 64, 'name the machines by name or id'],
    [[grace.id, '--canary', '--no-canary'], 64, 'not both'],
    [[grace.id, '--canari'], 64, 'Did you mean --canary?'],
    [[grace.id, 'nothing', '--canary'], 1, 'has the id or name "nothing"'],
    [['buil', '--canary'], 1, 'has the id or name "buil"'],
    [['build', '--canary'], 1, '2 machines have the name "build". Use an id: '],
  ]
  for (const [args, code, why] of refusals) {
    const done = devices(...args)
    expect([args, done.code, done.stderr]).toEqual([args, code, expect.stringContaining(why)])
  }
  expect(devices('build', '--canary').stderr).toContain(ada.id)
  expect(devices('build', '--canary').stderr).toContain(twin.id)
  const { body } = await owner.call('AdminService/CreateServiceToken', { teamId, name: 'ci', scopes: ['devices:read'] })
  const env = { HOOKLINE_TEAM_URL: url, HOOKLINE_TEAM_TOKEN: body.token }
  expect(person.hookline(['team', 'devices', grace.id, '--canary'], { env })).toMatchObject({ code: 1 })
  expect(person.hookline(['team', 'devices', 'grace'], { env })).toMatchObject({ code: 0 })
  expect(canaries()).toEqual([])
})
