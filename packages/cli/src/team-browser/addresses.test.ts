import { describe, expect, it } from 'vitest'
import { lacksBrowser, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { startOwnedTeam } from '../testing/team.ts'
import { draft, openSignedIn } from './steps.ts'

describe.skipIf(lacksBrowser())('the filters of a page of the team', () => {
  const browser = useBrowser()

  it('are in its address, and survive a reload', async () => {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft() })
    const { page, complaints } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.goto(`${team.url}/${team.teamId}/hooks`)
    const list = page.locator('ul.team-list > li')
    await expect.poll(() => list.count()).toBe(1)
    await page.getByRole('textbox', { name: 'Search hooks' }).fill('nothing has this name')
    await page.getByText('No hooks match these filters.').waitFor()
    expect(new URL(page.url()).search).toBe('?text=nothing+has+this+name')
    await page.reload()
    await page.getByText('No hooks match these filters.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => list.count()).toBe(1)
    expect(new URL(page.url()).search).toBe('')
    await page.goto(`${team.url}/${team.teamId}/activity`)
    await page.getByText('7 days', { exact: true }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?since=7d')
    await page.reload()
    await expect.poll(() => page.getByRole('radio', { name: '7 days' }).isChecked()).toBe(true)
    expect(complaints).toEqual([])
  })
})
