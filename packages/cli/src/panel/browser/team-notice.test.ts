import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/axe.ts'
import { lacksBrowser, openPage, useBrowser } from '../../testing/browser.ts'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { startPanel } from '../../testing/panel.ts'
import { joinTeam, startOwnedTeam, type Team } from '../../testing/team.ts'

const hostile = `<img src=x onerror=alert(1)> "'</script><script>alert(2)</script>\u202egnihton\u0007`

/** A machine that is in a team and has a hook of its own too. */
async function startAndJoin(teamName?: string): Promise<{ readonly team: Team; readonly scratch: Sandbox }> {
  const [team, scratch] = [await startOwnedTeam(sandbox(), teamName), sandbox()]
  scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ name: 'mine', command: 'true' }] }))
  scratch.hookline(['trust', 'add', '--yes'])
  await joinTeam(team, scratch)
  return { team, scratch }
}
const readTeams = (scratch: Sandbox) =>
  (JSON.parse(scratch.hookline(['team', 'status', '--json']).stdout) as { readonly teams: readonly object[] }).teams
const pushVerdict = (scratch: Sandbox) =>
  JSON.parse(scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'git push', '--json']).stdout).verdict
const notice = (page: Page) => page.getByText(/This team uses admin-enabled hooks/)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe.skipIf(lacksBrowser())("a team's first hooks", () => {
  const browser = useBrowser()

  it('are announced with team, server and number of hooks; Continue closes the notice on every page', async () => {
    const { team, scratch } = await startAndJoin(hostile)
    const panel = await startPanel(scratch)
    const { page, complaints } = await openPage(browser(), panel.url)
    const other = await openPage(browser(), panel.url)
    await notice(page).waitFor()
    await notice(other.page).waitFor()
    const text = await notice(page).innerText()
    expect(text).toContain('1 script of “<img src=x onerror=alert(1)> "\'</script><script>alert(2)</script>')
    expect(text).toContain('\\u{202e}gnihton')
    expect(text).not.toMatch(/\u202e|\p{Cc}/u)
    expect(text).toContain(`(${team.url}) runs on this machine`)
    expect(readTeams(scratch)).toMatchObject([{ noticePending: true }])
    await button(page, 'Continue').press('Enter')
    await notice(page).waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    expect(readTeams(scratch)).toMatchObject([{ noticePending: false }])
    // Other pages refresh every ten seconds.
    await notice(other.page).waitFor({ state: 'detached' })
    expect(pushVerdict(scratch)).toBe('deny')
    expect([...complaints, ...other.complaints]).toEqual([])
  })

  it('are shown by View hooks from any page, and the notice stays', async () => {
    const { team, scratch } = await startAndJoin()
    const { page, complaints } = await openPage(browser(), (await startPanel(scratch)).url)
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

  it('are removed by Log out after a confirmation, with the keyboard alone, and the server is notified', async () => {
    const { team, scratch } = await startAndJoin()
    const { page, complaints } = await openPage(browser(), (await startPanel(scratch, ['--write'])).url)
    await button(page, 'Log out').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Leave the team?' })
    await dialog.getByText('“Platform”').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(readTeams(scratch)).toHaveLength(1)
    await button(page, 'Log out').press('Enter')
    await dialog.getByRole('button', { name: 'Log out' }).press('Enter')
    await page.getByText('This machine left “Platform”: its hooks are removed.').waitFor()
    await notice(page).waitFor({ state: 'detached' })
    expect(readTeams(scratch)).toEqual([])
    expect(pushVerdict(scratch)).toBe('allow')
    const { devices } = await team.admin('ListDevices')
    expect(devices).toMatchObject([{ revoked: true }])
    await button(page, 'Close').click()
    await page.getByText('This machine left').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it('are removed even if the server is down, with a note about it; a failure appears in the dialog', async () => {
    const { team, scratch } = await startAndJoin()
    const panel = await startPanel(scratch, ['--write'])
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
    expect(readTeams(scratch)).toEqual([])
  })

  it.each([
    ['wide and light', { width: 1280, height: 800 }, 'light'],
    ['narrow and dark', { width: 380, height: 780 }, 'dark'],
  ] as const)('axe finds nothing in the banner and its dialog, %s', async (_, viewport, colorScheme) => {
    const { scratch } = await startAndJoin('x'.repeat(100))
    for (const flags of [[], ['--write']]) {
      const panel = await startPanel(scratch, flags)
      const { page } = await openPage(browser(), panel.url, { viewport, colorScheme, reducedMotion: 'reduce' })
      await notice(page).waitFor()
      await expectNoAxeFindings(page)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
      expect(await button(page, 'Log out').getAttribute('aria-disabled')).toBe(flags.length === 0 ? 'true' : null)
      await button(page, 'Log out').click({ force: true })
      if (flags.length === 0) await page.getByRole('tooltip').getByText('hookline team logout').waitFor()
      else await page.getByRole('dialog').waitFor()
      await expectNoAxeFindings(page)
      await panel.end()
    }
  })
})

async function expectNoAxeFindings(page: Page): Promise<void> {
  await page.waitForTimeout(300)
  const violations = await findViolations(page, ['wcag2a', 'wcag2aa', 'wcag21aa'])
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
}
