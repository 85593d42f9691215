import { describe, expect, it } from 'vitest'
import { lacksBrowser, openPage, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { enrolMachine, newCode, startOwnedTeam } from '../testing/team.ts'
import { expectAccessible, signIn } from './steps.ts'

describe.skipIf(lacksBrowser())('the set-up checklist', { timeout: 240_000 }, () => {
  const browser = useBrowser()

  it('shows what is next with its command or link, follows the state, and is hidden for the team', async () => {
    const team = await startOwnedTeam(sandbox())
    const viewport = { width: 380, height: 800 }
    const { page, complaints } = await openPage(browser(), team.url, { viewport, colorScheme: 'dark' })
    await signIn(page, 'owner@example.com')
    const list = page.getByRole('region', { name: 'Set up this team' })
    const next = list.locator('[aria-current="step"]')
    await next.waitFor()
    expect(await list.getByRole('listitem').count()).toBe(8)
    expect(await next.innerText()).toContain('Back up the root key')
    expect(await list.innerText()).toContain(`hookline team enroll ${team.url} <code>`)
    await expectAccessible(page, 'checklist')
    await list.getByRole('button', { name: 'I have a backup' }).click()
    await expect.poll(() => next.innerText()).toContain('Publish the first hooks')
    await enrolMachine(team.url, await newCode(team.owner, team.teamId))
    await page.reload()
    await expect.poll(() => list.innerText()).toContain('3 of 8 steps done')
    await list.getByRole('button', { name: 'Hide steps' }).click()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(0)
    await page.reload()
    await list.getByRole('button', { name: 'Show steps' }).click()
    await list.getByRole('link', { name: 'Set up alarms' }).click()
    await page.getByRole('heading', { name: 'Alarms', level: 1 }).waitFor()
    expect(complaints).toEqual([])
  })
})
