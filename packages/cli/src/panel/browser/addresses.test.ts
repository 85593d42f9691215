import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { lacksBrowser, openPage, useBrowser } from '../../testing/browser.ts'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { startPanel } from '../../testing/panel.ts'

function shop(): Sandbox {
  const scratch = sandbox()
  scratch.write(
    '.cursor/hooks.json',
    hooksFile({ beforeShellExecution: [{ name: 'guard', command: 'true' }], stop: [{ name: 'end', command: 'true' }] }),
  )
  scratch.hookline(['trust', 'add', '--yes'])
  for (const command of ['git push', 'git status'])
    scratch.hookline(['trigger', 'beforeShellExecution', '--command', command])
  return scratch
}

interface Visit {
  readonly path: string
  /** What shows that the filter counts. */
  readonly isFiltered: (page: Page) => Promise<boolean>
  readonly choose: (page: Page) => Promise<unknown>
  readonly query: string
}
const rows = async (page: Page): Promise<number> => (await page.getByRole('row').count()) - 1
const visits: Readonly<Record<string, Visit>> = {
  Now: {
    path: '/',
    choose: (page) => page.getByRole('textbox', { name: /^Search/ }).fill('push'),
    isFiltered: async (page) => (await rows(page)) === 1 && (await page.getByText('git push').count()) > 0,
    query: '?search=push',
  },
  Hooks: {
    path: '/hooks',
    choose: (page) => page.getByRole('textbox', { name: 'Search hooks' }).fill('guard'),
    isFiltered: (page) => page.getByText('1 of 2 hooks').isVisible(),
    query: '?text=guard',
  },
  Stats: {
    path: '/stats',
    choose: (page) => page.getByText('7 days', { exact: true }).click(),
    isFiltered: (page) => page.getByText('in the last 7 days').isVisible(),
    query: '?since=7d',
  },
  Coverage: {
    path: '/coverage',
    choose: (page) => page.getByRole('combobox', { name: 'Agents' }).selectOption('claude'),
    isFiltered: async (page) => (await page.getByRole('combobox', { name: 'Agents' }).inputValue()) === 'claude',
    query: '?agents=claude',
  },
}

describe.skipIf(lacksBrowser())('the filters of a page', () => {
  const browser = useBrowser()

  it.each(Object.entries(visits))(
    '%s are in its address: they survive a reload and can be sent',
    async (name, visit) => {
      const panel = await startPanel(shop())
      const { hash } = new URL(panel.url)
      const { page, complaints } = await openPage(browser(), `${panel.origin}${visit.path}${hash}`)
      await page.waitForURL((url) => url.hash === '')
      await visit.choose(page)
      await expect.poll(() => visit.isFiltered(page)).toBe(true)
      expect(new URL(page.url()).search).toBe(visit.query)
      await page.reload()
      await expect.poll(() => visit.isFiltered(page)).toBe(true)
      const sent = await openPage(browser(), `${page.url()}${hash}`)
      await expect.poll(() => visit.isFiltered(sent.page)).toBe(true)
      expect(new URL(sent.page.url()).search).toBe(visit.query)
      if (name !== 'Now') {
        await page.getByRole('link', { name, exact: true }).click()
        await expect.poll(() => visit.isFiltered(page)).toBe(false)
      }
      expect([...complaints, ...sent.complaints]).toEqual([])
    },
  )

  it('that are not known are left out', async () => {
    const panel = await startPanel(shop())
    const { hash } = new URL(panel.url)
    const { page, complaints } = await openPage(browser(), `${panel.origin}/stats?since=%3Cb%3E${hash}`)
    await page.getByText('in the last day').waitFor()
    await page.goto(`${panel.origin}/coverage?agents=nope`)
    await expect.poll(() => page.getByRole('combobox', { name: 'Agents' }).inputValue()).toBe('here')
    expect(complaints).toEqual([])
  })
})
