import { describe, expect, it } from 'vitest'
import { lacksBrowser, openPage, useBrowser } from '../../testing/browser.ts'
import { hooksFile, sandbox } from '../../testing/cli.ts'
import { startPanel } from '../../testing/panel.ts'

const override = '\u202e'
const zeroWidth = '\u200b'

describe.skipIf(lacksBrowser())('hidden characters', () => {
  const browser = useBrowser()

  it('are marked in the script, the command and the matcher of a hook', async () => {
    const scratch = sandbox()
    scratch.script('.cursor/hooks/guard.sh', `# nothing ${override}to see here\necho '{}'`)
    const hook = { command: `.cursor/hooks/guard.sh a${zeroWidth}b`, matcher: `git${zeroWidth} push` }
    scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [hook] }))
    scratch.hookline(['trust', 'add', '--yes'])
    const { page, complaints } = await openPage(browser(), (await startPanel(scratch)).url)
    await page.getByRole('link', { name: 'Hooks' }).click()
    await page.getByText('git⟨U+200B⟩ push').first().waitFor()
    await page
      .getByRole('button', { name: /guard\.sh/ })
      .first()
      .click()
    await page.getByText('a⟨U+200B⟩b').first().waitFor()
    await page.getByRole('button', { name: 'Show script' }).click()
    await page.locator('.cm-content', { hasText: 'nothing ⟨U+202E⟩to see here' }).waitFor()
    expect(await page.locator('.cm-content').textContent()).not.toContain(override)
    expect(complaints).toEqual([])
  })

  it('are marked in changes since the workspace was trusted, and in an event', async () => {
    const scratch = sandbox()
    const write = (command: string) =>
      scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command }] }))
    write(`echo '{}'`)
    scratch.hookline(['trust', 'add', '--yes'])
    scratch.hookline(['trigger', 'beforeShellExecution', '--command', `ls ${override}txt.exe`])
    write(`echo '{}' #${override}`)
    const { page } = await openPage(browser(), (await startPanel(scratch)).url)
    await page
      .getByRole('row', { name: /ls/ })
      .first()
      .click({ position: { x: 20, y: 10 } })
    await page.getByRole('region', { name: 'Input', exact: true }).getByText('ls ⟨U+202E⟩txt.exe').waitFor()
    await page.getByRole('button', { name: 'Replay' }).click()
    await page.getByRole('status').getByText('#⟨U+202E⟩').waitFor()
  })
})
