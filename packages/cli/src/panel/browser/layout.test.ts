import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { lacksBrowser, openPage, useBrowser } from '../../testing/browser.ts'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { type CheckPage, gatherFaults, layoutTests, settle } from '../../testing/layout.ts'
import { startPanel, type TestPanel } from '../../testing/panel.ts'

const longName = 'refuse-pushes-to-protected-branches-of-the-shop.sh'
const guard = `case $(cat) in
*'git push'*) echo '{"permission":"deny","user_message":"Pushes go through a pull request. Open one, and ask somebody of the platform team for a review.","agent_message":"Open a pull request."}';;
*curl*) echo '{"permission":"ask","user_message":"This reaches the network."}';;
*broken*) echo 'jq: command not found' >&2; exit 127;;
*) echo '{}';;
esac`

/** Hooks with long names, one that fails, one that is skipped, and an event of each kind. */
function shop(): Sandbox {
  const scratch = sandbox()
  scratch.script(`.cursor/hooks/${longName}`, guard)
  scratch.write(
    '.cursor/hooks.json',
    hooksFile({
      beforeShellExecution: [{ command: `.cursor/hooks/${longName}`, matcher: 'git push|curl|broken|ls|status' }],
      afterFileEdit: [{ command: `.cursor/hooks/${longName}`, timeout: 30_000 }],
      beforeMCPExecution: [{ command: 'npx --yes @example/some-quite-long-package-name --check --strict' }],
    }),
  )
  scratch.hookline(['add', 'shell-guard', '--yes'])
  scratch.hookline(['trust', 'add', '--yes'])
  const long = `git push origin ${'feature/a-branch-with-a-very-long-name-'.repeat(4)}`
  for (const command of ['ls -la', 'curl https://example.com', 'broken', long])
    scratch.hookline(['trigger', 'beforeShellExecution', '--command', command])
  return scratch
}

async function checkPages(page: Page, panel: TestPanel, scratch: Sandbox, check: CheckPage): Promise<void> {
  await page.getByRole('row', { name: /git push/ }).waitFor()
  const { rows } = await panel.get<{ readonly rows: readonly { readonly id: string }[] }>('/api/log')
  for (const path of ['/', ...rows.map(({ id }) => `/log/${id}`), '/problems', '/coverage', '/stats']) {
    await page.goto(panel.origin + path)
    await settle(page)
    await check(page, path)
  }
  await page.getByRole('button', { name: 'Show table' }).click()
  await check(page, 'stats as a table')
  await page.goto(`${panel.origin}/hooks`)
  await settle(page)
  await check(page, '/hooks')
  await page.locator('button', { hasText: 'refuse-pushes' }).first().click()
  await settle(page)
  await check(page, 'a hook in detail')
  const trial = { command: 'git push', cwd: scratch.root, sandbox: false }
  const query = new URLSearchParams({ event: 'beforeShellExecution', input: JSON.stringify(trial) })
  await page.goto(`${panel.origin}/try?${query}`)
  await page.locator('.cm-content').waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('DENY').first().waitFor()
  await check(page, '/try')
}

/** Decisions and hooks on the Now page that do not fit in their column. */
const shortened = `[...document.querySelectorAll('.grid-body .word, .grid-body .pick, .grid-body .cell-event')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
  .map((one) => one.textContent)`

describe.skipIf(lacksBrowser())('every page of the panel', () => {
  describe.each(layoutTests())('$title', ({ fonts, find }) => {
    const browser = useBrowser(fonts)

    it('with no text cut off on the page Now', async () => {
      const scratch = shop()
      const panel = await startPanel(scratch)
      const { page } = await openPage(browser(), panel.url)
      const { found, check } = gatherFaults(find)
      await checkPages(page, panel, scratch, check)
      expect(found).toEqual([])
      await page.goto(panel.origin)
      await page.getByRole('row', { name: /git push/ }).waitFor()
      expect(await page.evaluate(shortened)).toEqual([])
    })
  })
})
