import { describe, expect, it } from 'vitest'
import { lacksBrowser, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { enrolMachine, newCode, startOwnedTeam } from '../testing/team.ts'
import { expectAccessible, openSignedIn } from './steps.ts'

describe.skipIf(lacksBrowser())('the alarms of a team', { timeout: 240_000 }, () => {
  const browser = useBrowser()

  it('shows a guard that was lost, and stores where alarms are sent without showing secrets again', async () => {
    const team = await startOwnedTeam(sandbox())
    const machine = await enrolMachine(team.url, await newCode(team.owner, team.teamId), 'ada-laptop')
    const at = new Date().toISOString()
    const agent = { agent: 'claude', lastEvent: 'stop', lastAskedAt: at }
    for (const connection of ['connected', 'blocked'])
      await machine.call('DeviceService/ReportCoverage', { at, agents: [{ ...agent, connection }] })
    const { page, complaints } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.getByRole('link', { name: 'Devices 1 open alarms' }).click()
    await page.getByRole('link', { name: 'Alarms', exact: true }).click()
    await page.getByText('Claude Code no longer calls Hookline').waitFor()
    await page.getByLabel('Address').fill('https://127.0.0.1:9/hook')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText(/webhook_secret is missing/i).waitFor()
    await page.getByRole('textbox', { name: 'Secret that signs messages' }).fill('a secret of 16 and more')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByPlaceholder('stored').waitFor()
    await page.getByRole('button', { name: 'Send test webhook' }).click()
    await page.getByText(/127\.0\.0\.1 is not a public one/).waitFor()
    expect(await page.content()).not.toContain('a secret of 16')
    await expectAccessible(page, 'alarms')
    const blocked = { ...agent, connection: 'connected' }
    await machine.call('DeviceService/ReportCoverage', { at, agents: [blocked] })
    await page.reload()
    await page.getByText('There are no open alarms.').waitFor()
    await page.getByText('· Resolved').waitFor()
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
  })

  it('a viewer sees the settings and cannot change them', async () => {
    const team = await startOwnedTeam(sandbox())
    await team.join('viewer@example.com', 'viewer')
    const { page } = await openSignedIn(browser(), team, 'viewer@example.com')
    await page.goto(`${team.url}/${team.teamId}/alarms`)
    await page.getByLabel('SMTP server').waitFor()
    expect(await page.getByLabel('SMTP server').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save settings' }).getAttribute('aria-disabled')).toBe('true')
  })
})
