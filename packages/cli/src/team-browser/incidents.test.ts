import { describe, expect, it } from 'vitest'
import { lacksBrowser, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { enrolMachine, newCode, startOwnedTeam } from '../testing/team.ts'
import { draft, expectAccessible, openSignedIn } from './steps.ts'

describe.skipIf(lacksBrowser())('incidents in the dashboard', { timeout: 240_000 }, () => {
  const browser = useBrowser()

  it('pauses all hooks with a reason, shows it on every page, and resumes them', async () => {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft() })
    await team.admin('Publish', {})
    const { page, complaints } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByText('No devices are enrolled yet.').first().waitFor()
    await page.getByRole('button', { name: 'Pause hooks' }).click()
    await page.getByLabel('Reason').fill('<b>denies</b> everything')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const text = /All hooks are paused until .* by owner@example\.com: <b>denies<\/b> everything/
    await page.getByRole('listitem').getByText(text).waitFor()
    await page.getByText('1 thing needs attention now.').waitFor()
    await expectAccessible(page, 'overview with a pause')
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    await page.getByRole('status').getByText(text).waitFor()
    await expectAccessible(page, 'members with a pause')
    await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Nothing is wrong now.').waitFor()
    expect(await page.getByText(text).count()).toBe(0)
    expect((await team.admin('ListPauses')).pauses).toMatchObject([{ endedBy: 'owner@example.com' }])
    expect(complaints).toEqual([])
  })

  it('rolls back a whole revision with two clicks', async () => {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft() })
    const first = await team.admin('Publish', {})
    await team.admin('SaveHook', { hookId: '1', basedOn: '1', draft: draft({ matcher: 'bad' }) })
    await team.admin('Publish', {})
    const { page } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByRole('button', { name: 'Roll back' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`Roll back to revision ${first.revision}?`).waitFor()
    await dialog.getByText('gets its older version').waitFor()
    await expectAccessible(page, 'rollback')
    await dialog.getByRole('button', { name: 'Roll back' }).click()
    await expect.poll(async () => (await team.admin('GetHook', { hookId: '1' })).current.matcher).toBeUndefined()
    await page.goto(`${team.url}/${team.teamId}/publish`)
    await page.getByText(`rolled back to revision ${first.revision}`).waitFor()
    expect(await page.getByRole('button', { name: 'Roll back' }).count()).toBeGreaterThan(1)
  })

  it('shows how far a revision has come, and which hooks fail', async () => {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft() })
    const { revision } = await team.admin('Publish', {})
    const machines = []
    for (const name of ['a', 'b', 'c'])
      machines.push(await enrolMachine(team.url, await newCode(team.owner, team.teamId), name))
    await machines[0]?.call('DeviceService/Heartbeat', { revision, activeHooks: 1, clientVersion: '1.0.0' })
    const runs = [
      { hookId: '1', source: 'team', fingerprint: 'a', outcome: 'failed', failure: 'timeout', durationMs: 1 },
    ]
    const decision = {
      at: new Date().toISOString(),
      event: 'stop',
      verdict: 'allow',
      rule: 'failed-open',
      durationMs: 1,
    }
    await machines[0]?.call('DeviceService/Report', {
      decisions: [{ ...decision, agent: 'cursor', sequence: '1', runs }],
    })
    const { page } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByText(`revision ${revision} (current)`).waitFor()
    await page.getByText('1 device, 33 %').waitFor()
    await page.getByText('guard.sh failed in 1 of 1 run in the last hour.').first().waitFor()
    await page.getByText('revision', { exact: true }).waitFor()
    await expectAccessible(page, 'overview')
  })
})
