import { expect, test } from 'vitest'
import { sandbox } from '../testing/cli.ts'
import { joinTeam, startOwnedTeam } from '../testing/team.ts'

test('a member asks from the terminal what is set up and what is next', async () => {
  const [server, machine] = [sandbox(), sandbox()]
  const team = await startOwnedTeam(server)
  await joinTeam(team, machine)
  const { token } = await team.admin('CreateServiceToken', { name: 'ci', scopes: ['devices:read'] })
  const env = { HOOKLINE_TEAM_URL: team.url, HOOKLINE_TEAM_TOKEN: token }
  const shown = machine.hookline(['team', 'checklist'], { env })
  expect([shown.code, shown.stdout]).toEqual([
    1,
    expect.stringMatching(/^3 of 8 steps are done\n {2}done {3}Create the root key\n/),
  ])
  expect(shown.stdout).toContain('  to do  Connect an agent\n')
  expect(shown.stdout).toContain('         hookline connect\n')
  expect(shown.stdout).not.toContain('hookline team keygen')
  const data = JSON.parse(machine.hookline(['team', 'checklist', '--json'], { env }).stdout)
  expect(data).toMatchObject({
    complete: false,
    steps: [{ id: 'root-key', done: true }, { id: 'root-backup', done: false }, {}, {}, {}, {}, {}, {}],
  })
  const wrong = machine.hookline(['team', 'checklist', 'now'], { env })
  expect(wrong.code).toBe(64)
})
