import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lacksBrowser, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { enrolMachine, newCode, startOwnedTeam } from '../testing/team.ts'
import { draft, openSignedIn } from './steps.ts'

describe.skipIf(lacksBrowser())('the decisions page', () => {
  const browser = useBrowser()

  async function start() {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft() })
    const machine = await enrolMachine(team.url, await newCode(team.owner, team.teamId), 'ada-laptop')
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const run = { hookId: '1', source: 'team', fingerprint: 'a', outcome: 'allow', failure: '', durationMs: 1 }
    const decision = { event: 'beforeShellExecution', verdict: 'allow', rule: 'reply', agent: 'cursor', durationMs: 1 }
    const decisions = Array.from({ length: 120 }, (_, n) => ({
      ...decision,
      sequence: String(n + 1),
      at: at(n + 1),
      runs: [run],
    }))
    await machine.call('DeviceService/Report', {
      decisions: [
        ...decisions,
        {
          ...{ ...decision, sequence: '121', at: at(3), event: 'stop', verdict: 'deny', agent: '=agent' },
          runs: [{ ...run, outcome: 'deny', rule: 'shell-guard/rm-root' }],
        },
      ],
    })
    const opened = await openSignedIn(browser(), team, 'owner@example.com')
    const goTo = (path: string) => opened.page.goto(`${team.url}/${team.teamId}/${path}`)
    return { ...opened, team, goTo }
  }

  it('filters are in the address, pages continue, and an export has the same filter', async () => {
    const { page, goTo, complaints, team } = await start()
    await goTo('decisions')
    const rows = page.locator('ol.team-list > li')
    await expect.poll(() => rows.count()).toBe(50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count()).toBe(100)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count()).toBe(121)
    await page.getByRole('combobox', { name: 'Decision' }).selectOption({ label: 'Denied' })
    await expect.poll(() => rows.count()).toBe(1)
    expect(new URL(page.url()).search).toBe('?decision=deny')
    await rows.getByText('shell-guard/rm-root').click()
    await expect.poll(() => new URL(page.url()).search).toBe('?decision=deny&rule=shell-guard%2Frm-root')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const text = readFileSync(await (await download).path(), 'utf8')
    expect(text.trimEnd().split('\r\n')).toHaveLength(2)
    expect(text).toContain(`"'=agent"`)
    await page.goBack()
    await page.reload()
    await expect.poll(() => rows.count()).toBe(1)
    await goTo('decisions?decision=maybe')
    await page.getByText(/Decision must be one of allow, ask, deny, would-deny, would-ask, failed/).waitFor()
    expect(complaints.filter((line) => !line.includes('400'))).toEqual([])
    expect(team.teamId).toMatch(/^hl_/)
  })

  it('every number of the activity links to as many decisions', async () => {
    const { page, goTo } = await start()
    const rows = page.locator('ol.team-list > li')
    await goTo('activity')
    await page.locator('.legend').getByRole('link', { name: '1', exact: true }).click()
    await page.getByRole('heading', { name: 'Decisions' }).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await page.goBack()
    const hook = page.getByRole('row', { name: /guard\.sh/ })
    await hook.getByRole('link', { name: '1', exact: true }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await page.goBack()
    await page.getByRole('button', { name: 'Show table' }).click()
    const cell = page.locator('.bucket-table td a').first()
    const count = Number(await cell.innerText())
    await cell.click()
    // Late in an hour its cell counts more decisions than the first page shows.
    await expect.poll(() => rows.count()).toBe(Math.min(count, 50))
    await goTo('activity')
    await page.locator('.chart .u-over').click({ position: { x: 900, y: 100 } })
    await page.getByRole('heading', { name: 'Decisions' }).waitFor()
    expect(new URL(page.url()).search).toMatch(/^\?from=.*&to=/)
    await goTo('devices')
    await page.getByRole('link', { name: 'Show decisions' }).click()
    await expect.poll(() => rows.count()).toBe(50)
    await page.goBack()
    await page.getByRole('link', { name: 'ada-laptop' }).click()
    await page.getByRole('link', { name: 'Show what was denied on it' }).click()
    await page.getByRole('heading', { name: 'Decisions' }).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    expect(new URL(page.url()).search).toMatch(/^\?device=\w+&decision=deny$/)
  })

  it('an owner changes how long decisions are kept', async () => {
    const { page, goTo, team } = await start()
    await goTo('decisions')
    const days = page.getByLabel('Keep decisions for (days)')
    await days.fill('0')
    await page.getByText('Enter a number from 1 to 400.').waitFor()
    await days.fill('30')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await team.admin('GetRetention')).days).toBe(30)
  })
})
