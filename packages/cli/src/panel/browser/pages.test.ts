import { problemCodes } from '@hookline/core/protocol'
import { describe, expect, it } from 'vitest'
import { lacksBrowser, openPage, useBrowser } from '../../testing/browser.ts'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { startPanel } from '../../testing/panel.ts'

/** A workspace with a guard that denies pushes, and an entry whose timeout is in the wrong unit. */
function shop(): Sandbox {
  const scratch = sandbox()
  scratch.script(
    '.cursor/hooks/guard.sh',
    `case $(cat) in *'git push'*) echo '{"permission":"deny","agent_message":"Open a pull request."}';; *) echo '{}';; esac`,
  )
  scratch.write(
    '.cursor/hooks.json',
    hooksFile({
      beforeShellExecution: [{ command: '.cursor/hooks/guard.sh' }],
      afterFileEdit: [{ command: '.cursor/hooks/guard.sh', timeout: 30_000 }],
    }),
  )
  scratch.hookline(['trust', 'add', '--yes'])
  scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'git push'])
  scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'git status'])
  return scratch
}
const pushVerdict = (scratch: Sandbox): string =>
  (
    JSON.parse(scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'git push', '--json']).stdout) as {
      readonly verdict: string
    }
  ).verdict

describe.skipIf(lacksBrowser())('the other pages', () => {
  const browser = useBrowser()

  it('Hooks disables a hook for an hour and enables it again, with --write', async () => {
    const scratch = shop()
    const panel = await startPanel(scratch, ['--write'])
    const { page, complaints } = await openPage(browser(), panel.url)
    await page.getByRole('link', { name: 'Hooks' }).click()
    await page.getByText('would match 2 of the last 2').waitFor()
    await page
      .getByRole('button', { name: /guard\.sh/ })
      .first()
      .click()
    await page
      .getByRole('button', { name: /Disable/ })
      .first()
      .click()
    await page.locator('.word', { hasText: 'Skipped' }).waitFor()
    expect(pushVerdict(scratch)).toBe('allow')
    await page.getByRole('button', { name: 'Enable', exact: true }).click()
    await page.locator('.word', { hasText: 'Skipped' }).waitFor({ state: 'detached' })
    expect(pushVerdict(scratch)).toBe('deny')
    expect(complaints).toEqual([])
  })

  it('Hooks explains --write in a read-only panel', async () => {
    const { page } = await openPage(browser(), (await startPanel(shop())).url)
    await page.getByRole('link', { name: 'Hooks' }).click()
    // Wait for the page to change, because Now has a button with the name of the hook too.
    await page.getByText('would match 2 of the last 2').waitFor()
    await page
      .getByRole('button', { name: /guard\.sh/ })
      .first()
      .click()
    const button = page.getByRole('button', { name: /Disable/ }).first()
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await button.hover()
    await page.getByText('hookline panel --write').first().waitFor()
  })

  it('Problems shows a fix and applies it to the file', async () => {
    const scratch = shop()
    const { page, complaints } = await openPage(browser(), (await startPanel(scratch, ['--write'])).url)
    await page.getByRole('link', { name: /Problems/ }).click()
    await page
      .getByText(/looks like milliseconds/)
      .first()
      .waitFor()
    // The page itself has the explanation. It does not refer to a file that users do not have.
    await page.getByText(problemCodes['timeout-unit'].why.split('`')[0]?.trim() ?? '').waitFor()
    expect(await page.getByText('docs/').count()).toBe(0)
    await page.getByRole('button', { name: 'Show fix' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('30000').first().waitFor()
    await dialog.getByRole('button', { name: /Apply|Make|Write/ }).click()
    await page
      .getByText(/looks like milliseconds/)
      .first()
      .waitFor({ state: 'detached' })
    expect(scratch.hookline(['check', '--json']).stdout).not.toContain('timeout-unit')
    expect(complaints).toEqual([])
  })

  it('Problems reports that no agent calls Hookline, with the command to fix it', async () => {
    const scratch = sandbox()
    scratch.hookline(['add', 'shell-guard', '--yes'])
    scratch.hookline(['trust', 'add', '--yes'])
    const { page, complaints } = await openPage(browser(), (await startPanel(scratch)).url)
    await page.getByText('no agent calls them here').waitFor()
    await page.locator('.health .word', { hasText: 'Attention' }).waitFor()
    await page.getByText('Have an agent call them').waitFor()
    await page.getByRole('link', { name: /Problems/ }).click()
    await page.getByRole('heading', { name: 'Hookline is not called here' }).waitFor()
    await page.getByText('hookline connect', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  it('Try runs an event in a scratch copy, and compares editions side by side', async () => {
    const scratch = shop()
    const { page, complaints } = await openPage(browser(), (await startPanel(scratch)).url)
    const trial = { command: 'git push', cwd: scratch.root, sandbox: false }
    const query = new URLSearchParams({ event: 'beforeShellExecution', input: JSON.stringify(trial) })
    await page.goto(`${new URL(page.url()).origin}/try?${query}`)
    await page.locator('.cm-content').waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('DENY').first().waitFor()
    await page.getByText('Open a pull request.').first().waitFor()
    await page.getByRole('button', { name: /Compare/ }).click()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('DENY').nth(1).waitFor()
    const records = Number(JSON.parse(scratch.hookline(['log', '--json']).stdout).total)
    // Only the two events from before: Try records nothing.
    expect(records).toBe(2)
    expect(complaints).toEqual([])
  })

  it('a story opens Try with its event', async () => {
    const { page } = await openPage(browser(), (await startPanel(shop())).url)
    await page.getByRole('row', { name: /git push/ }).click()
    await page.getByRole('button', { name: 'Try this' }).click()
    await page.locator('.cm-content').getByText('git push').waitFor()
  })

  it('Coverage shows what each agent enforces, and each place of one agent', async () => {
    const { page, complaints } = await openPage(browser(), (await startPanel(shop())).url)
    await page.getByRole('link', { name: 'Coverage' }).click()
    // Which agents are on this machine is not the same everywhere.
    const row = page.getByRole('row', { name: /guard\.sh beforeShellExecution/ })
    await row.waitFor()
    await page.getByLabel('Agents').selectOption('cursor')
    await page.getByRole('columnheader', { name: 'IDE' }).waitFor()
    expect(await row.getByRole('cell').first().textContent()).toContain('enforced')
    await page.getByLabel('Agents').selectOption('kiro')
    await page.getByText('Kiro: known from its documents, not proved').waitFor()
    expect(complaints).toEqual([])
  })

  it('Stats counts the decisions', async () => {
    const { page, complaints } = await openPage(browser(), (await startPanel(shop())).url)
    await page.getByRole('link', { name: 'Stats' }).click()
    await page.getByText(/2 events in the last day/).waitFor()
    await page.getByRole('button', { name: 'Show table' }).click()
    await page.getByRole('table').first().waitFor()
    expect(complaints).toEqual([])
  })
})
