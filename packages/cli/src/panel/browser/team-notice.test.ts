import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { lacksBrowser, openPage, useBrowser } from '../../testing/browser.ts'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { startPanel } from '../../testing/panel.ts'
import { joinTeam, startOwnedTeam, type Team } from '../../testing/team.ts'

const hostile = `<img src=x onerror=alert(1)> "'</script><script>alert(2)</script>\u202egnihton\u0007`

/** A machine of a team that has a hook of its own too. */
async function joined(teamName?: string): Promise<{ readonly team: Team; readonly box: Sandbox }> {
  const [team, box] = [await startOwnedTeam(sandbox(), teamName), sandbox()]
  box.write('.cursor/hooks.json', hooksFile({ stop: [{ name: 'mine', command: 'true' }] }))
  box.hookline(['trust', 'add', '--yes'])
  await joinTeam(team, box)
  return { team, box }
}
const teamsOf = (box: Sandbox) =>
  (JSON.parse(box.hookline(['team', 'status', '--json']).stdout) as { readonly teams: readonly object[] }).teams
const pushing = (box: Sandbox) =>
  JSON.parse(box.hookline(['trigger', 'beforeShellExecution', '--command', 'git push', '--json']).stdout).verdict
const notice = (page: Page) => page.getByText(/This team uses admin-enabled hooks/)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe.skipIf(lacksBrowser())("a team's first hooks", { timeout: 120_000 }, () => {
  const browser = useBrowser()

  it('are said above the page with team, server and number; Continue is remembered everywhere', async () => {
    const { team, box } = await joined(hostile)
    const panel = await startPanel(box)
    const { page, complaints } = await openPage(browser(), panel.url)
    const other = await openPage(browser(), panel.url)
    await notice(page).waitFor()
    await notice(other.page).waitFor()
    const said = await notice(page).innerText()
    expect(said).toContain('1 script of “<img src=x onerror=alert(1)> "\'</script><script>alert(2)</script>')
    expect(said).toContain('\\u{202e}gnihton')
    expect(said).not.toMatch(/\u202e|\p{Cc}/u)
    expect(said).toContain(`(${team.url}) runs on this machine`)
    expect(teamsOf(box)).toMatchObject([{ noticePending: true }])
    await button(page, 'Continue').press('Enter')
    await notice(page).waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    expect(teamsOf(box)).toMatchObject([{ noticePending: false }])
    // Other pages ask every ten seconds.
    await notice(other.page).waitFor({ state: 'detached' })
    expect(pushing(box)).toBe('deny')
    expect([...complaints, ...other.complaints]).toEqual([])
  })

  it('are shown by View hooks among all, from any page, and the question stays', async () => {
    const { team, box } = await joined()
    const { page, complaints } = await openPage(browser(), (await startPanel(box)).url)
    await button(page, 'View hooks').click()
    const theirs = page.getByRole('button', { name: /guard\.sh/ })
    await theirs.waitFor()
    const mine = page.getByRole('button', { name: /mine/ })
    expect(await mine.count()).toBe(0)
    await page.getByRole('link', { name: 'Hooks' }).click()
    await mine.waitFor()
    await button(page, 'View hooks').click()
    await mine.waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox', { name: 'Search hooks' }).inputValue()).toBe(team.teamId)
    await notice(page).waitFor()
    expect(complaints).toEqual([])
  })

  it('are removed by Log out after a second question, by the keyboard alone; the server knows', async () => {
    const { team, box } = await joined()
    const { page, complaints } = await openPage(browser(), (await startPanel(box, ['--write'])).url)
    await button(page, 'Log out').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Leave the team?' })
    await dialog.getByText('“Platform”').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(teamsOf(box)).toHaveLength(1)
    await button(page, 'Log out').press('Enter')
    await dialog.getByRole('button', { name: 'Log out' }).press('Enter')
    await page.getByText('This machine left “Platform”: its hooks are removed.').waitFor()
    await notice(page).waitFor({ state: 'detached' })
    expect(teamsOf(box)).toEqual([])
    expect(pushing(box)).toBe('allow')
    const { devices } = await team.admin('ListDevices')
    expect(devices).toMatchObject([{ revoked: true }])
    await button(page, 'Close').click()
    await page.getByText('This machine left').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it('are removed though the server is away, and that it was not told is said; what fails is said in the question', async () => {
    const { team, box } = await joined()
    const panel = await startPanel(box, ['--write'])
    const { page } = await openPage(browser(), panel.url)
    await notice(page).waitFor()
    const dialog = page.getByRole('dialog', { name: 'Leave the team?' })
    await page.route('**/api/team/logout', (route) => route.abort(), { times: 1 })
    await button(page, 'Log out').click()
    await dialog.getByRole('button', { name: 'Log out' }).click()
    await dialog.getByRole('alert').getByText('Cannot reach the panel').waitFor()
    await team.stop()
    await dialog.getByRole('button', { name: 'Log out' }).click()
    await page
      .getByText(/its hooks are removed\. The server could not be notified and still lists this machine/)
      .waitFor()
    expect(teamsOf(box)).toEqual([])
  })

  it.each([
    ['wide and light', { width: 1280, height: 800 }, 'light'],
    ['narrow and dark', { width: 380, height: 780 }, 'dark'],
  ] as const)('axe finds nothing in the banner and its question, %s', async (_, viewport, colorScheme) => {
    const { box } = await joined('x'.repeat(100))
    for (const flags of [[], ['--write']]) {
      const panel = await startPanel(box, flags)
      const { page } = await openPage(browser(), panel.url, { viewport, colorScheme, reducedMotion: 'reduce' })
      await notice(page).waitFor()
      await axeClean(page)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
      expect(await button(page, 'Log out').getAttribute('aria-disabled')).toBe(flags.length === 0 ? 'true' : null)
      await button(page, 'Log out').click({ force: true })
      if (flags.length === 0) await page.getByRole('tooltip').getByText('hookline team logout').waitFor()
      else await page.getByRole('dialog').waitFor()
      await axeClean(page)
      await panel.end()
    }
  })
})

async function axeClean(page: Page): Promise<void> {
  await page.waitForTimeout(300)
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze()
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
}
