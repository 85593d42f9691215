import type { Health, TeamLeft } from '@hookline/web/wire'
import { expect, test } from 'vitest'
import { type Sandbox, sandbox } from '../../testing/cli.ts'
import { startPanel, type TestPanel } from '../../testing/panel.ts'
import { joinTeam, startOwnedTeam, type Team } from '../../testing/team.ts'

const status = (scratch: Sandbox) =>
  JSON.parse(scratch.hookline(['team', 'status', '--json']).stdout) as { teams: object[] }
const notices = async (panel: TestPanel) => (await panel.get<Health>('/api/health')).notices
async function startAndJoin(name?: string): Promise<{ readonly team: Team; readonly scratch: Sandbox }> {
  const [team, scratch] = [await startOwnedTeam(sandbox(), name), sandbox()]
  await joinTeam(team, scratch)
  return { team, scratch }
}

test('health has the notice until the user answers it, without hidden characters', {
  timeout: 60_000,
}, async () => {
  const { team, scratch } = await startAndJoin('<b>Plat\u202eform\u0007')
  const panel = await startPanel(scratch)
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
  expect(status(scratch).teams).toMatchObject([{ noticePending: false }])
})

test('only a panel with --write leaves a team, and it reports if the server could not be notified', {
  timeout: 90_000,
}, async () => {
  const { team, scratch } = await startAndJoin()
  const readOnly = await startPanel(scratch)
  const refused = await readOnly.post('/api/team/logout', { team: team.teamId })
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([403, 'read-only'])
  expect(status(scratch).teams).toHaveLength(1)
  await readOnly.end()
  const panel = await startPanel(scratch, ['--write'])
  await team.stop()
  const left = await panel.post('/api/team/logout', { team: team.teamId })
  expect(JSON.parse(left.text) as TeamLeft).toEqual({ name: 'Platform', untold: expect.stringContaining(team.url) })
  expect(status(scratch)).toMatchObject({ teams: [], gone: [{ team: team.teamId, what: 'left' }] })
  expect(await notices(panel)).toEqual([])
  expect((await panel.post('/api/team/logout', { team: team.teamId })).status).toBe(404)
})

test('the demo shows no notice and accepts no answer to one', async () => {
  const { team, scratch } = await startAndJoin()
  const panel = await startPanel(scratch, ['--write'])
  await panel.post('/api/demo', { on: true })
  expect(await notices(panel)).toEqual([])
  expect((await panel.post('/api/team/continue', { team: team.teamId })).status).toBe(404)
  expect((await panel.post('/api/team/logout', { team: team.teamId })).status).toBe(403)
  await panel.post('/api/demo', { on: false })
  expect(await notices(panel)).toHaveLength(1)
})
