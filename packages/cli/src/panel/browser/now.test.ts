import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { lacksBrowser, openPage, useBrowser } from '../../testing/browser.ts'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { startPanel } from '../../testing/panel.ts'
import { fillLog } from './fill-log.ts'

/** A workspace with a trusted guard that denies pushes. Each event is fired by a process of its own. */
function shop(): Sandbox {
  const scratch = sandbox()
  scratch.script(
    '.cursor/hooks/guard.sh',
    `case $(cat) in *'git push'*) echo '{"permission":"deny","agent_message":"Open a pull request."}';; *) echo '{}';; esac`,
  )
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: '.cursor/hooks/guard.sh' }] }))
  scratch.hookline(['trust', 'add', '--yes'])
  return scratch
}
const fire = (scratch: Sandbox, command: string) =>
  scratch.hookline(['trigger', 'beforeShellExecution', '--command', command])

describe.skipIf(lacksBrowser())('Now', () => {
  const browser = useBrowser()

  it('shows the setup steps while the log is empty, and the first event when it arrives', async () => {
    const scratch = shop()
    const { page, complaints } = await openPage(browser(), (await startPanel(scratch)).url)
    await page.getByText('hookline trigger').first().waitFor()
    fire(scratch, 'git push origin main')
    await page.getByRole('row', { name: /git push origin main/ }).waitFor()
    expect(complaints).toEqual([])
  })

  it('shows an event of another process at once, with decision, hook and source', async () => {
    const scratch = shop()
    fire(scratch, 'git status')
    const { page, complaints } = await openPage(browser(), (await startPanel(scratch)).url)
    await page.getByRole('row', { name: /git status/ }).waitFor()
    fire(scratch, 'git push --force')
    const row = page.getByRole('row', { name: /git push --force/ })
    await row.waitFor()
    expect(await row.textContent()).toMatch(/DENY.*guard\.sh.*project/)
    // Newest first.
    expect(await page.getByRole('row').nth(1).textContent()).toContain('git push --force')
    expect(complaints).toEqual([])
  })

  it('removes the token from the address, and shows an error without a token', async () => {
    const panel = await startPanel(shop())
    const { page } = await openPage(browser(), panel.url)
    await page.waitForURL((url) => url.hash === '')
    const bare = await openPage(browser(), panel.origin)
    await bare.page.getByText('This address has no valid token').waitFor()
    // The message appears once, not as an alert, and nothing seems to be loading.
    expect(await bare.page.getByText('hookline panel').count()).toBe(1)
    expect(await bare.page.locator('[role=alert], [aria-busy=true]').count()).toBe(0)
  })

  it('names the workspace of events from other workspaces, and can hide them', async () => {
    const scratch = shop()
    fire(scratch, 'here')
    const other = { ...scratch, root: join(scratch.directory, 'docs') }
    mkdirSync(join(other.root, '.git'), { recursive: true })
    cpSync(join(scratch.root, '.cursor'), join(other.root, '.cursor'), { recursive: true })
    scratch.hookline(['trust', 'add', '--yes'], { cwd: other.root })
    scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'there'], { cwd: other.root })
    const { page, complaints } = await openPage(browser(), (await startPanel(scratch)).url)
    const row = page.getByRole('row', { name: /there/ })
    await row.getByText('docs', { exact: true }).waitFor()
    expect(await page.getByRole('row', { name: /here/ }).last().locator('.elsewhere').count()).toBe(0)
    await page.getByText('This workspace only').click()
    await row.waitFor({ state: 'detached' })
    expect(await page.getByRole('row').count()).toBe(2)
    expect(complaints).toEqual([])
  })

  it('counts new events while paused, and shows them when resumed', async () => {
    const scratch = shop()
    fire(scratch, 'one')
    const { page } = await openPage(browser(), (await startPanel(scratch)).url)
    await page.getByRole('row', { name: /one/ }).waitFor()
    await page.keyboard.press('p')
    fire(scratch, 'two')
    await page.getByRole('button', { name: '1 new' }).waitFor()
    expect(await page.getByRole('row', { name: /two/ }).count()).toBe(0)
    await page.keyboard.press('p')
    await page.getByRole('row', { name: /two/ }).waitFor()
  })

  it('can be used with the keyboard', async () => {
    const scratch = shop()
    for (const command of ['first', 'second', 'git push']) fire(scratch, command)
    const { page } = await openPage(browser(), (await startPanel(scratch)).url)
    await page.getByRole('row', { name: /git push/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/log\//)
    await page.getByRole('heading', { name: 'second' }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: 'git push' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => url.pathname === '/')
    await page.keyboard.press('/')
    await page.keyboard.type('first')
    await page.getByRole('row', { name: /git push/ }).waitFor({ state: 'detached' })
    expect(await page.getByRole('row').count()).toBe(2)
  })

  it('filters 12,000 rows, shows how much it has read, and does not scroll when new rows arrive', async () => {
    const scratch = shop()
    fillLog(scratch, 12_000)
    const { page, complaints } = await openPage(browser(), (await startPanel(scratch)).url)
    const extent = (text: string) => page.locator('.extent', { hasText: text }).waitFor()
    await extent('The newest 200 events. Scroll down for older ones.')
    await page.getByText('Denied').click()
    await extent('matching events so far.')
    await page.keyboard.press('/')
    await page.keyboard.type('#1190')
    // The rows are 1190 and 11900. The first one is older than what one request reads.
    await extent('2 matching events in the whole log.')
    expect(await page.getByRole('row').count()).toBe(3)
    await page.keyboard.press('Escape')
    await page.getByText('Denied').click()
    await extent('The newest 200 events.')
    await page.getByRole('grid').hover()
    await page.mouse.wheel(0, 50_000)
    await extent('The newest 400 events.')
    await page.mouse.wheel(0, -50_000)
    await page.mouse.wheel(0, 5_000)
    await page.getByRole('row', { name: /#11999/ }).waitFor({ state: 'detached' })
    const seen = await firstInSight(page)
    fire(scratch, 'git push')
    await page.getByRole('button', { name: /1 new/ }).waitFor()
    expect(await firstInSight(page)).toBe(seen)
    expect(complaints).toEqual([])
  })

  it('can be used with the keyboard after filtering, from a chip and from the search', async () => {
    const scratch = shop()
    for (const command of ['first', 'git push one', 'second', 'git push two']) fire(scratch, command)
    const { page } = await openPage(browser(), (await startPanel(scratch)).url)
    const current = () => page.locator('[role=row][aria-selected=true]').textContent()
    await page.getByRole('row', { name: /second/ }).waitFor()
    await page.getByText('Denied').click()
    await page.getByRole('row', { name: /second/ }).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    expect(await current()).toContain('git push two')
    await page.keyboard.press('ArrowDown')
    expect(await current()).toContain('git push one')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'git push one' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Denied').click()
    await page.keyboard.press('/')
    await page.keyboard.type('first')
    await page
      .getByRole('row', { name: /git push/ })
      .first()
      .waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    // The selected row is filtered out, so Enter selects the first visible row. A second Enter opens it.
    expect(await current()).toContain('first')
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('grid')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'first' }).waitFor()
  })

  it('finds events by the message of a hook, and by a hook that ran for them', async () => {
    const scratch = shop()
    for (const command of ['git status', 'git push']) fire(scratch, command)
    const { page } = await openPage(browser(), (await startPanel(scratch)).url)
    await page.getByRole('row', { name: /git status/ }).waitFor()
    await page
      .getByRole('row', { name: /git push/ })
      .getByTitle('Only guard.sh')
      .click()
    await page.locator('.extent', { hasText: '2 matching events in the whole log.' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters', exact: true }).click()
    await page.getByRole('textbox').fill('pull request')
    await page.getByRole('row', { name: /git status/ }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /git push/ }).waitFor()
  })

  it('continues where it was after the panel restarts', async () => {
    const scratch = shop()
    fire(scratch, 'before')
    const first = await startPanel(scratch)
    const { page } = await openPage(browser(), first.url)
    await page.getByRole('row', { name: /before/ }).waitFor()
    await first.end()
    await page.getByText('Cannot reach the panel').waitFor()
    // The state of the hooks is no longer known.
    await page.getByText('Unknown; last known').waitFor()
    expect(await page.locator('.health .tone-allow').count()).toBe(0)
    fire(scratch, 'meanwhile')
    const second = await startPanel(scratch)
    expect(second.url).toBe(first.url)
    await page.getByRole('row', { name: /meanwhile/ }).waitFor()
    await page.getByText('Cannot reach the panel').waitFor({ state: 'detached' })
    fire(scratch, 'after')
    await page.getByRole('row', { name: /after/ }).waitFor()
    expect(await page.getByRole('row', { name: /meanwhile/ }).count()).toBe(1)
  })
})

const firstInSight = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const top = document.querySelector('[role=grid]').getBoundingClientRect().top + 40
    const rows = [...document.querySelectorAll('[role=row]:not(.row-head)')]
    const row = rows.find((one) => one.getBoundingClientRect().bottom > top)
    return row.textContent + ' at ' + Math.round(row.getBoundingClientRect().top)
  })()`)
