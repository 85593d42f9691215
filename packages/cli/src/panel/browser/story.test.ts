import { describe, expect, it } from 'vitest'
import { lacksBrowser, openPage, useBrowser } from '../../testing/browser.ts'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { startPanel } from '../../testing/panel.ts'

const hostile = `<img src=x onerror=alert(1)> "'\${alert(2)}</pre><script>alert(3)</script>`

/** A workspace with a guard that replies with hostile texts, and a hook that rewrites the input. */
function shop(): Sandbox {
  const scratch = sandbox()
  const reply = JSON.stringify({ permission: 'deny', user_message: hostile, agent_message: hostile })
  scratch.write('reply.json', reply)
  scratch.script('.cursor/hooks/guard.sh', `cat >/dev/null; cat reply.json; echo '${hostile.replaceAll("'", '')}' >&2`)
  scratch.script(
    '.cursor/hooks/rewrite.sh',
    `cat >/dev/null; echo '{"permission":"allow","updated_input":{"command":"npm ci"}}'`,
  )
  scratch.write(
    '.cursor/hooks.json',
    hooksFile({
      beforeShellExecution: [
        { name: 'guard', command: '.cursor/hooks/guard.sh' },
        { name: 'aside', command: '.cursor/hooks/guard.sh', matcher: 'never-this' },
      ],
      preToolUse: [{ name: 'rewrite', command: '.cursor/hooks/rewrite.sh' }],
    }),
  )
  scratch.hookline(['trust', 'add', '--yes'])
  return scratch
}
const refuse = (scratch: Sandbox) => scratch.hookline(['trigger', 'beforeShellExecution', '--command', hostile])
const rewrite = (scratch: Sandbox) =>
  scratch.hookline(['trigger', 'preToolUse', '--tool', 'Shell', '--set', 'tool_input={"command":"npm install"}'])

describe.skipIf(lacksBrowser())("a row's story", () => {
  const browser = useBrowser()

  it('shows which hook decided and why, what it printed, and what was skipped; hostile texts stay texts', async () => {
    const scratch = shop()
    refuse(scratch)
    const { page, complaints } = await openPage(browser(), (await startPanel(scratch)).url)
    await page.getByRole('row', { name: /DENY/ }).click({ position: { x: 20, y: 10 } })
    const story = page.getByRole('complementary', { name: 'Story of the event' })
    await story.getByText(/^Denied from guard .*by its reply\.$/).waitFor()
    const heads = await story.getByRole('heading', { level: 3 }).allTextContents()
    expect(heads).toEqual([
      'Why',
      'Messages',
      'Hooks that ran (1)',
      'Skipped hooks (1)',
      'Input',
      'Reply to the agent',
      'Context',
    ])
    expect(await story.getByRole('region', { name: 'To the user' }).textContent()).toContain(hostile)
    expect(await story.getByRole('region', { name: 'stderr of guard' }).textContent()).toContain('<img src=x onerror')
    await story.getByRole('button', { name: 'Open script' }).first().click()
    await page.getByRole('dialog').getByText('cat reply.json').waitFor()
    expect(complaints).toEqual([])
  })

  it('shows a rewritten input as a diff, replays the event, and offers it as a test', async () => {
    const scratch = shop()
    rewrite(scratch)
    const { page, complaints } = await openPage(browser(), (await startPanel(scratch)).url)
    await page.getByRole('row', { name: /REWRITTEN/ }).click({ position: { x: 20, y: 10 } })
    await page.locator('.cm-deletedChunk', { hasText: 'npm install' }).waitFor()
    await page.getByRole('button', { name: 'Replay' }).click()
    await page.getByRole('status').getByText('Same decision.').waitFor()
    await page.getByRole('button', { name: 'Copy as test' }).click()
    const test = page.getByRole('dialog', { name: 'Copy as test' })
    await test.getByText('event: preToolUse').waitFor()
    // Escape closes only the dialog, and the story stays open.
    await page.keyboard.press('Escape')
    await test.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toMatch(/^\/log\//)
    expect(complaints).toEqual([])
  })

  it('marks and disables only in a panel with --write', async () => {
    const scratch = shop()
    refuse(scratch)
    const reading = await startPanel(scratch)
    const { page } = await openPage(browser(), reading.url)
    await page.getByRole('row', { name: /DENY/ }).click({ position: { x: 20, y: 10 } })
    const disable = page.getByRole('button', { name: 'Disable for an hour' })
    expect(await disable.getAttribute('aria-disabled')).toBe('true')
    await disable.hover()
    await page.getByRole('tooltip').getByText('hookline panel --write').waitFor()
    await reading.end()

    const writing = await openPage(browser(), (await startPanel(scratch, ['--write'])).url)
    await writing.page.getByRole('row', { name: /DENY/ }).click({ position: { x: 20, y: 10 } })
    await writing.page.getByRole('button', { name: 'False positive' }).click()
    await writing.page.getByRole('button', { name: 'Not a false positive' }).waitFor()
    await writing.page.getByRole('button', { name: 'Disable for an hour' }).click()
    await writing.page.getByRole('button', { name: 'Disabled for an hour' }).waitFor()
    expect(refuse(scratch).stdout).toContain('disabled')
    expect(writing.complaints).toEqual([])
  })

  it('covers the rows on a narrow page, and uncovers them when closed', async () => {
    const scratch = shop()
    refuse(scratch)
    rewrite(scratch)
    const size = { viewport: { width: 380, height: 800 } }
    const { page, complaints } = await openPage(browser(), (await startPanel(scratch)).url, size)
    await page.getByRole('row', { name: /DENY/ }).click({ position: { x: 20, y: 10 } })
    await page.getByText('Denied from guard').waitFor()
    const covered = () => page.locator('[inert] [role=grid]').count()
    expect(await covered()).toBe(1)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380)
    await page.keyboard.press('k')
    await page.getByText('Allowed by rewrite').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => url.pathname === '/')
    expect(await covered()).toBe(0)
    await page.waitForFunction("document.activeElement.role === 'grid'")
    expect(complaints).toEqual([])
  })
})
