import { describe, expect, it } from 'vitest'
import { lacksBrowser, openPage, useBrowser } from '../../testing/browser.ts'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { startPanel } from '../../testing/panel.ts'

const hostile = `<img src=x onerror=alert(1)> "'\${alert(2)}</pre><script>alert(3)</script>`

/** A guard that answers with what strangers write, and a hook that rewrites. */
function shop(): Sandbox {
  const box = sandbox()
  const reply = JSON.stringify({ permission: 'deny', user_message: hostile, agent_message: hostile })
  box.write('reply.json', reply)
  box.script('.cursor/hooks/guard.sh', `cat >/dev/null; cat reply.json; echo '${hostile.replaceAll("'", '')}' >&2`)
  box.script(
    '.cursor/hooks/rewrite.sh',
    `cat >/dev/null; echo '{"permission":"allow","updated_input":{"command":"npm ci"}}'`,
  )
  box.write(
    '.cursor/hooks.json',
    hooksFile({
      beforeShellExecution: [
        { name: 'guard', command: '.cursor/hooks/guard.sh' },
        { name: 'aside', command: '.cursor/hooks/guard.sh', matcher: 'never-this' },
      ],
      preToolUse: [{ name: 'rewrite', command: '.cursor/hooks/rewrite.sh' }],
    }),
  )
  box.hookline(['trust', 'add', '--yes'])
  return box
}
const refuse = (box: Sandbox) => box.hookline(['trigger', 'beforeShellExecution', '--command', hostile])
const rewrite = (box: Sandbox) =>
  box.hookline(['trigger', 'preToolUse', '--tool', 'Shell', '--set', 'tool_input={"command":"npm install"}'])

describe.skipIf(lacksBrowser())("a row's story", { timeout: 90_000 }, () => {
  const browser = useBrowser()

  it('says who won and why, what was printed, and who stood aside; strange texts stay texts', async () => {
    const box = shop()
    refuse(box)
    const { page, complaints } = await openPage(browser(), (await startPanel(box)).url)
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

  it('shows a rewritten input as a difference, plays it again, and offers it as a test', async () => {
    const box = shop()
    rewrite(box)
    const { page, complaints } = await openPage(browser(), (await startPanel(box)).url)
    await page.getByRole('row', { name: /REWRITTEN/ }).click({ position: { x: 20, y: 10 } })
    await page.locator('.cm-deletedChunk', { hasText: 'npm install' }).waitFor()
    await page.getByRole('button', { name: 'Replay' }).click()
    await page.getByRole('status').getByText('Same decision.').waitFor()
    await page.getByRole('button', { name: 'Copy as test' }).click()
    const test = page.getByRole('dialog', { name: 'Copy as test' })
    await test.getByText('event: preToolUse').waitFor()
    // Keys pressed in the window stay in it: the story is still there when it is closed.
    await page.keyboard.press('Escape')
    await test.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toMatch(/^\/log\//)
    expect(complaints).toEqual([])
  })

  it('marks and disables only where the panel was started to write', async () => {
    const box = shop()
    refuse(box)
    const reading = await startPanel(box)
    const { page } = await openPage(browser(), reading.url)
    await page.getByRole('row', { name: /DENY/ }).click({ position: { x: 20, y: 10 } })
    const disable = page.getByRole('button', { name: 'Disable for an hour' })
    expect(await disable.getAttribute('aria-disabled')).toBe('true')
    await disable.hover()
    await page.getByRole('tooltip').getByText('hookline panel --write').waitFor()
    await reading.end()

    const writing = await openPage(browser(), (await startPanel(box, ['--write'])).url)
    await writing.page.getByRole('row', { name: /DENY/ }).click({ position: { x: 20, y: 10 } })
    await writing.page.getByRole('button', { name: 'False positive' }).click()
    await writing.page.getByRole('button', { name: 'Not a false positive' }).waitFor()
    await writing.page.getByRole('button', { name: 'Disable for an hour' }).click()
    await writing.page.getByRole('button', { name: 'Disabled for an hour' }).waitFor()
    expect(refuse(box).stdout).toContain('disabled')
    expect(writing.complaints).toEqual([])
  })

  it('covers the rows where there is no room beside them, and gives them back', async () => {
    const box = shop()
    refuse(box)
    rewrite(box)
    const size = { viewport: { width: 380, height: 800 } }
    const { page, complaints } = await openPage(browser(), (await startPanel(box)).url, size)
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
