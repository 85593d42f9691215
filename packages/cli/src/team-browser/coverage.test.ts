import { describe, expect, it } from 'vitest'
import { lacksBrowser, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { enrolMachine, newCode, startOwnedTeam } from '../testing/team.ts'
import { expectAccessible, openSignedIn } from './steps.ts'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const asking = {
  ...{ agent: 'claude', version: '9.9.9', connection: 'connected' },
  ...{ lastEvent: 'beforeReadFile', lastAskedAt: ago(3) },
}
const codex = { agent: 'codex', version: '1.2.3', connection: 'not-connected' }

describe.skipIf(lacksBrowser())('the coverage of a team', { timeout: 240_000 }, () => {
  const browser = useBrowser()

  it('each number leads to the machines that it counts, and a machine shows its agents', async () => {
    const team = await startOwnedTeam(sandbox())
    const machines: Record<string, readonly object[] | undefined> = {
      'ada-laptop': [asking],
      'linus-desk': [asking, codex],
      'grace-mac': [codex],
      'old-one': undefined,
    }
    for (const [name, agents] of Object.entries(machines)) {
      const machine = await enrolMachine(team.url, await newCode(team.owner, team.teamId), name)
      if (agents !== undefined) await machine.call('DeviceService/ReportCoverage', { at: ago(0), agents })
    }
    const { page, complaints } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.getByRole('link', { name: 'Devices', exact: true }).click()
    const numbers = page.getByRole('region', { name: 'Coverage' }).getByRole('link')
    await numbers.first().waitFor()
    expect(await numbers.allInnerTexts()).toEqual(
      [
        '1 guarded',
        '1 partly guarded: another agent does not ask',
        '1 enrolled, but no agent asks',
        '1 without a report about agents',
        '2 with Claude Code 9.9.9, which has never asked',
        '2 with Codex 1.2.3, which has never asked',
      ].map((text) => text.replace(' ', '\n')),
    )
    const names = page.locator('.device-table .team-cell > a')
    await numbers.filter({ hasText: 'no agent asks' }).click()
    await expect.poll(() => names.allInnerTexts()).toEqual(['grace-mac'])
    expect(new URL(page.url()).search).toBe('?coverage=idle')
    await numbers.filter({ hasText: 'Codex 1.2.3' }).click()
    await expect.poll(async () => (await names.allInnerTexts()).sort()).toEqual(['grace-mac', 'linus-desk'])
    await page.getByRole('button', { name: 'Show all devices' }).click()
    await page.getByLabel('Search devices').fill('ADA')
    await expect.poll(() => names.allInnerTexts()).toEqual(['ada-laptop'])
    await page.reload()
    await expect.poll(() => names.allInnerTexts()).toEqual(['ada-laptop'])
    await page.getByLabel('Search devices').fill('')
    const header = page.getByRole('columnheader', { name: 'Device' })
    await header.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => names.allInnerTexts()).toEqual(['ada-laptop', 'grace-mac', 'linus-desk', 'old-one'])
    expect(await header.getAttribute('aria-sort')).toBe('ascending')
    await page.keyboard.press('Enter')
    await expect.poll(() => names.allInnerTexts()).toEqual(['old-one', 'linus-desk', 'grace-mac', 'ada-laptop'])
    expect([new URL(page.url()).search, await header.getAttribute('aria-sort')]).toEqual(['?sort=-name', 'descending'])
    await page.getByRole('columnheader', { name: 'Coverage' }).getByRole('button').click()
    await expect.poll(() => names.allInnerTexts()).toEqual(['grace-mac', 'linus-desk', 'old-one', 'ada-laptop'])
    await page.setViewportSize({ width: 380, height: 800 })
    await page.getByLabel('Order').selectOption('-name')
    await expect.poll(() => names.first().innerText()).toBe('old-one')
    await expectAccessible(page, 'devices')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByLabel('Search devices').fill('codex owner@')
    await expect.poll(async () => (await names.allInnerTexts()).sort()).toEqual(['grace-mac', 'linus-desk'])
    await names.filter({ hasText: 'linus-desk' }).click()
    await page.getByRole('heading', { name: 'linus-desk' }).waitFor()
    const agents = page.getByRole('list', { name: 'Agents of this device' })
    expect(await agents.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Claude Code[\s\S]*9\.9\.9[\s\S]*It asks Hookline[\s\S]*min ago at beforeReadFile/),
      expect.stringMatching(/Codex[\s\S]*1\.2\.3[\s\S]*It does not call Hookline[\s\S]*never/),
    ])
    await page.getByText('This device has reported no decisions.').waitFor()
    await expectAccessible(page, 'device')
    await page.goto(`${team.url}/${team.teamId}/devices/aaaaaaaaaaaaaaaa`)
    await page.getByText('There is no such device in this team.').waitFor()
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
  })
})
