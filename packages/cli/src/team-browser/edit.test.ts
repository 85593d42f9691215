import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { lacksBrowser, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { startOwnedTeam } from '../testing/team.ts'
import { draft, expectAccessible, openSignedIn } from './steps.ts'

describe.skipIf(lacksBrowser())('editing a hook', () => {
  const browser = useBrowser()
  const readTimeout = (page: Page) => page.getByLabel('Timeout').inputValue()
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

  /** Another user saved version 2 with a timeout of 9. Saving a 7 on this page was rejected. */
  async function openConflict() {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft() })
    const { page, complaints } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.getByRole('link', { name: /guard\.sh/ }).click()
    await page.getByLabel('Timeout').fill('7')
    await team.admin('SaveHook', { hookId: '1', basedOn: '1', draft: draft({ timeout: 9 }) })
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Version 2 was saved in the meantime').waitFor()
    return { team, page, complaints }
  }

  it('in a conflict, the newer version can replace the draft after a confirmation', async () => {
    const { page } = await openConflict()
    const leave = page.getByRole('button', { name: /open the newer version/ })
    await leave.click()
    await dialog(page, 'Discard this draft?').getByRole('button', { name: 'Cancel' }).click()
    expect(await readTimeout(page)).toBe('7')
    await leave.click()
    await dialog(page, 'Discard this draft?').getByRole('button', { name: 'Discard draft' }).click()
    await expect.poll(() => readTimeout(page)).toBe('9')
    await page.getByText('Version 2 was saved in the meantime').waitFor({ state: 'detached' })
  })

  it('in a conflict, the draft can be kept: it is compared with the newer version and becomes the next one', async () => {
    const { team, page, complaints } = await openConflict()
    await page.getByRole('button', { name: /keep mine as the next version/ }).click()
    await page.getByText('Your draft is now based on version 2 by owner@example.com').waitFor()
    await page.getByText('Version 2 was saved in the meantime').waitFor({ state: 'detached' })
    const difference = page.getByRole('region', { name: 'On a newer version' }).locator('.cm-editor')
    await difference.getByText('timeout: 9').waitFor()
    await difference.getByText('timeout: 7').waitFor()
    await expectAccessible(page, 'on a newer version')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('hook 1, version 3').waitFor()
    await difference.waitFor({ state: 'detached' })
    expect((await team.admin('ListHooks')).hooks).toMatchObject([{ current: { version: '3', timeout: 7 } }])
    expect(complaints).toEqual([])
  })

  it('restoring an earlier version over a draft asks for confirmation', async () => {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft() })
    await team.admin('SaveHook', { hookId: '1', basedOn: '1', draft: draft({ timeout: 9 }) })
    const { page } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.getByRole('link', { name: /guard\.sh/ }).click()
    await page.getByLabel('Timeout').fill('7')
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('button', { name: /Version 1/ }).click()
    await page.locator('.version .cm-editor').waitFor()
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await dialog(page, 'Replace your draft?').getByRole('button', { name: 'Cancel' }).click()
    expect(await readTimeout(page)).toBe('7')
    expect((await team.admin('ListHooks')).hooks).toMatchObject([{ current: { version: '2' } }])
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await dialog(page, 'Replace your draft?').getByRole('button', { name: 'Replace draft' }).click()
    await expect.poll(() => readTimeout(page)).toBe('')
  })

  it('requires a name to save, and a hook without one is shown with its number', async () => {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft({ scriptName: '' }) })
    const { page } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.getByRole('link', { name: /hook 1/ }).waitFor()
    await page.goto(`${team.url}/${team.teamId}/publish`)
    await page.getByRole('link', { name: 'hook 1', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sign and publish' }).click()
    await page.getByText(/Hook 1 \(""\) cannot be published/).waitFor()
    await page.getByRole('link', { name: 'Open hook 1' }).click()
    await page.getByRole('heading', { name: 'hook 1' }).waitFor()
    await page.getByText('Enter a name, such as guard.sh.').waitFor()
    await page.goto(`${team.url}/${team.teamId}/hooks/new`)
    const save = page.getByRole('button', { name: 'Save draft' })
    expect(await save.getAttribute('aria-disabled')).toBe('true')
    await save.hover()
    await page.getByText('Enter a name first.').waitFor()
    await page.getByLabel('Timeout').fill('7')
    await page.getByText('Enter a name, such as guard.sh.').waitFor()
    await page.getByLabel('Script name').fill('guard.sh')
    await save.click()
    await page.getByText('hook 2, version 1').waitFor()
  })
})
