import type { Health, TeamLeft } from '@hookline/web/wire'
import { expect, test } from 'vitest'
import { type Sandbox, sandbox } from '../../testing/cli.ts'
import { startPanel, type TestPanel } from '../../testing/panel.ts'
import { joinTeam, startOwnedTeam, type Team } from '../../testing/team.ts'

const status = (box: Sandbox) => JSON.parse(box.hookline(['team', 'status', '--json']).stdout) as { teams: object[] }
const notices = async (panel: TestPanel) => (await panel.get<Health>('/api/health')).notices
async function joined(name?: string): Promise<{ readonly team: Team; readonly box: Sandbox }> {
  const [team, box] = [await startOwnedTeam(sandbox(), name), sandbox()]
  await joinTeam(team, box)
  return { team, box }
}

test('the notice stands in the health until it is answered, with nothing in it that hides', {
  timeout: 60_000,
}, async () => {
  const { team, box } = await joined('<b>Plat\u202eform\u0007')
  const panel = await startPanel(box)
  const { teamId, url } = team
  expect(await notices(panel)).toEqual([{ team: teamId, name: '<b>Plat\\u{202e}form\\u{7}', url, hooks: 1 }])
  const answers = await Promise.all(
    [{}, { team: 7 }, { team: '../hl_aaaaaaaaaaaaaaaa' }, { team: 'hl_aaaaaaaaaaaaaaaa' }].map((body) =>
      panel.post('/api/team/continue', body),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 404, 404])
  expect(await notices(panel)).toHaveLength(1)
  expect((await panel.post('/api/team/continue', { team: teamId })).status).toBe(200)
  expect(await notices(panel)).toEqual([])
  expect(status(box).teams).toMatchObject([{ noticePending: false }])
})

test('a panel that only looks leaves no team; one that may write does, and says when the server was not told', {
  timeout: 90_000,
}, async () => {
  const { team, box } = await joined()
  const looking = await startPanel(box)
  const refused = await looking.post('/api/team/logout', { team: team.teamId })
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([403, 'read-only'])
  expect(status(box).teams).toHaveLength(1)
  await looking.end()
  const panel = await startPanel(box, ['--write'])
  await team.stop()
  const left = await panel.post('/api/team/logout', { team: team.teamId })
  expect(JSON.parse(left.text) as TeamLeft).toEqual({ name: 'Platform', untold: expect.stringContaining(team.url) })
  expect(status(box)).toMatchObject({ teams: [], gone: [{ team: team.teamId, what: 'left' }] })
  expect(await notices(panel)).toEqual([])
  expect((await panel.post('/api/team/logout', { team: team.teamId })).status).toBe(404)
})

test('the demonstration shows no notice, and answers none', { timeout: 60_000 }, async () => {
  const { team, box } = await joined()
  const panel = await startPanel(box, ['--write'])
  await panel.post('/api/demo', { on: true })
  expect(await notices(panel)).toEqual([])
  expect((await panel.post('/api/team/continue', { team: team.teamId })).status).toBe(404)
  expect((await panel.post('/api/team/logout', { team: team.teamId })).status).toBe(403)
  await panel.post('/api/demo', { on: false })
  expect(await notices(panel)).toHaveLength(1)
})
