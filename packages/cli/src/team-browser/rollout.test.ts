import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { lacksBrowser, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { enrolMachine, newCode, startOwnedTeam } from '../testing/team.ts'
import { draft, expectAccessible, openSignedIn } from './steps.ts'

/** Set it to a directory to keep pictures of the pages. */
const pictures = process.env.HOOKLINE_PICTURES

/** In all widths and colours. */
async function checkPage(page: Page, name: string): Promise<void> {
  for (const [width, scheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await expectAccessible(page, `${name} ${width} ${scheme}`)
    if (pictures !== undefined)
      await page.screenshot({ path: join(pictures, `${name}-${width}-${scheme}.png`), fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

/** What has the focus: the id of an element, or its label. */
const focusedOn = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.id || document.activeElement.textContent')

describe.skipIf(lacksBrowser())('rollouts in the dashboard', { timeout: 240_000 }, () => {
  const browser = useBrowser()

  it('goes to a canary, shows the numbers, and stops by itself with the reason', async () => {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft() })
    await team.admin('Publish', {})
    const canary = await enrolMachine(team.url, await newCode(team.owner, team.teamId), '<b>canary</b>')
    await enrolMachine(team.url, await newCode(team.owner, team.teamId), 'other')
    await team.admin('SaveHook', { hookId: '1', basedOn: '1', draft: draft({ matcher: 'curl' }) })
    const { page, complaints } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.goto(`${team.url}/${team.teamId}/devices/${canary.id}`)
    await page.getByRole('button', { name: 'Make canary' }).click()
    await page.getByText('canary: gets a revision first').waitFor()
    await checkPage(page, 'device')
    await page.goto(`${team.url}/${team.teamId}/publish`)
    await page.getByLabel('Devices', { exact: true }).selectOption('canary')
    await checkPage(page, 'publish')
    await page.getByLabel('Note').fill('<i>new guard</i>')
    await page.getByRole('button', { name: 'Sign and publish' }).click()
    await page
      .getByText(/is being rolled out\. Finish or stop it/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByRole('heading', { name: /^Rollout of revision/ }).waitFor()
    const { staged } = await team.admin('GetRollout')
    await canary.call('DeviceService/Heartbeat', { revision: staged.candidate, candidate: staged.candidate })
    await page.getByText('1 of 1 device that the stage chooses').waitFor()
    await page.getByText('<i>new guard</i>').first().waitFor()
    await checkPage(page, 'running')
    await page.getByRole('button', { name: 'Advance' }).click()
    await page.getByRole('dialog').getByText('out to 10 % of the devices?').waitFor()
    await expectAccessible(page, 'advance')
    await page.getByRole('dialog').getByRole('button', { name: 'Advance' }).click()
    await expect.poll(async () => (await team.admin('GetRollout')).staged.percent).toBe(10)
    const runs = [
      { hookId: '1', source: 'team', fingerprint: 'a', outcome: 'failed', failure: 'timeout', durationMs: 1 },
    ]
    const decision = { event: 'stop', verdict: 'allow', rule: 'failed-open', durationMs: 1, agent: 'cursor', runs }
    const decisions = [1, 2, 3, 4].map((n) => ({
      ...{ ...decision, sequence: `${n}`, at: new Date().toISOString() },
      ...{ revision: staged.candidate, candidate: staged.candidate },
    }))
    await canary.call('DeviceService/Report', { decisions })
    const reason = /100 % of the runs of guard\.sh failed with it \(4 of 4\)/
    await page.getByText(reason).first().waitFor({ timeout: 60_000 })
    await checkPage(page, 'stopped')
    await page.goto(`${team.url}/${team.teamId}/alarms`)
    await page.getByText(reason).first().waitFor()
    await checkPage(page, 'alarms')
    expect(complaints).toEqual([])
  })

  it('asks devices what a draft would have denied, and shows the counts', async () => {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft() })
    await team.admin('Publish', {})
    const code = await newCode(team.owner, team.teamId, { uses: 5 })
    const machines = await Promise.all(
      ['one', 'two', 'three', 'four', 'five'].map((name) => enrolMachine(team.url, code, name)),
    )
    const config = JSON.stringify({ rule: { when: { field: 'command', contains: 'curl' }, verdict: 'deny' } })
    const rule = { kind: 'rule', hookStep: 'beforeShellExecution', scriptName: '<b>no curl</b>', config }
    await team.admin('SaveHook', { draft: rule })
    const { page, complaints } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.goto(`${team.url}/${team.teamId}/publish`)
    await page.getByRole('button', { name: 'Ask devices' }).press('Enter')
    await page.getByText('No device has answered yet (of 5).').waitFor()
    await expect.poll(() => focusedOn(page)).toBe('Ask devices')
    const { preview } = await team.admin('GetPreview')
    const counts = { events: '90', denies: '41', newDenies: '40', asks: '1', unjudged: '12' }
    const hooks = [{ hookId: '2', denies: '41', asks: '1', unjudged: '12' }]
    const [first, ...others] = machines
    await first?.call('DeviceService/ReportPreview', { preview: preview.id, ...counts, hooks })
    await page.getByText('In the last 7 days this would have denied 41 calls on 1 device.').waitFor()
    await page.getByText('12 could not be judged').waitFor()
    await page.getByText('The counts of each hook are shown when at least 5 devices have answered.').waitFor()
    expect(await page.getByRole('rowheader', { name: '<b>no curl</b>' }).count()).toBe(0)
    await checkPage(page, 'preview')
    for (const machine of others)
      await machine.call('DeviceService/ReportPreview', { preview: preview.id, ...counts, hooks })
    await page.getByRole('rowheader', { name: '<b>no curl</b>' }).waitFor()
    await page.getByRole('cell', { name: 'At least 50', exact: true }).first().waitFor()
    await page.getByRole('cell', { name: 'Under 20 on each device' }).waitFor()
    await checkPage(page, 'preview of five devices')
    await page.getByRole('button', { name: 'End preview' }).press('Enter')
    await page.getByText('5 of 5 devices answered. Devices are no longer asked.').waitFor()
    // The button is gone, so the keyboard continues with the page.
    await expect.poll(() => focusedOn(page)).toBe('main')
    expect(await page.getByRole('button', { name: 'End preview' }).count()).toBe(0)
    expect((await team.admin('GetPreview')).preview).toMatchObject({ state: 'ended', reported: 5 })
    expect(complaints).toEqual([])
  })

  it('only observes, and shows what hooks would have denied', async () => {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft() })
    await team.admin('Publish', {})
    const machine = await enrolMachine(team.url, await newCode(team.owner, team.teamId), 'one')
    await team.admin('SaveHook', { hookId: '1', basedOn: '1', draft: draft({ matcher: 'curl' }) })
    const { page, complaints } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.goto(`${team.url}/${team.teamId}/publish`)
    await page.getByLabel('Devices', { exact: true }).selectOption('observe')
    await page.getByText('deny, ask and rewrite nothing').waitFor()
    await checkPage(page, 'observe-publish')
    await page.getByRole('button', { name: 'Sign and publish' }).click()
    await page
      .getByText(/is being observed\. Finish or stop it/)
      .first()
      .waitFor()
    const { staged } = await team.admin('GetRollout')
    const { candidate } = staged
    await machine.call('DeviceService/Heartbeat', { revision: candidate, candidate })
    const run = { hookId: '1', source: 'team', fingerprint: 'a', outcome: 'deny', failure: '', durationMs: 1 }
    const decisions = [1, 2].map((n) => ({
      ...{ sequence: `${n}`, at: new Date().toISOString(), event: 'beforeShellExecution', verdict: 'allow' },
      ...{ rule: 'reply', durationMs: 1, agent: 'cursor', revision: candidate, observation: candidate },
      ...{
        observed: 'deny',
        runs: [
          { ...run, outcome: 'constructor' },
          { ...run, monitor: true },
        ],
      },
    }))
    await machine.call('DeviceService/Report', { decisions })
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByRole('heading', { name: /^Observation of revision/ }).waitFor()
    const count = page.getByRole('table', { name: 'What the observed hooks would have done' }).getByRole('link')
    await expect.poll(() => count.textContent(), { timeout: 60_000 }).toBe('2')
    await checkPage(page, 'observed')
    await count.click()
    await page.getByText('Allowed, would have been denied').first().waitFor()
    await page.locator('.decision-runs').getByText('would have denied').first().waitFor()
    await checkPage(page, 'observed-decisions')
    expect(complaints).toEqual([])
  })
})
