import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { lacksBrowser, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { password, startOwnedTeam } from '../testing/team.ts'
import { draft, inOrder, openAs, rewrite, signIn } from './steps.ts'

describe.skipIf(lacksBrowser())('a session that ends in mid-edit', { timeout: 90_000 }, () => {
  const browser = useBrowser()

  /** Two people, and a draft of the owner's that is not saved. */
  async function midEdit() {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft() })
    await team.join('grace@example.com', 'author')
    const { page, complaints } = await openAs(browser(), team, 'owner@example.com')
    await page.getByRole('link', { name: /guard\.sh/ }).click()
    await page.getByLabel('Timeout').fill('7')
    return { team, page, complaints }
  }
  const asked = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
  const focused = (page: Page) => page.evaluate<boolean>('document.activeElement.closest("[role=dialog]") !== null')

  it('asks for the password over the page, and all goes on for the same person', async () => {
    const { team, page, complaints } = await midEdit()
    await rewrite(page, '.script .cm-content', '#!/bin/sh\necho typed\n')
    await page.context().clearCookies()
    await page.getByLabel('Matcher').fill('git')
    await asked(page).getByText('Your session has ended. Your changes are still here.').waitFor()
    expect(await asked(page).getByLabel('E-mail address').inputValue()).toBe('owner@example.com')
    await expect.poll(() => focused(page)).toBe(true)
    // Who was typing types on.
    await page.keyboard.type('ab\n')
    expect(await asked(page).getByLabel('Password', { exact: true }).inputValue()).toBe('')
    for (let n = 0; n < 10; n += 1) {
      await page.keyboard.press(n < 5 ? 'Tab' : 'Shift+Tab')
      expect(await focused(page)).toBe(true)
    }
    await page.keyboard.press('Escape')
    await inOrder(page, 'session ended', 1280)
    await signIn(page, 'owner@example.com', 'not the password')
    await page.getByText('The address, the password or the code is wrong.').waitFor()
    await signIn(page, 'owner@example.com')
    await asked(page).waitFor({ state: 'detached' })
    expect(await page.getByLabel('Timeout').inputValue()).toBe('7')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('version 2').first().waitFor()
    const { hooks } = await team.admin('ListHooks')
    expect(hooks).toMatchObject([
      { current: { timeout: 7, matcher: 'git', scriptContent: expect.stringContaining('echo typed') } },
    ])
    expect(complaints).toEqual([])
  })

  it('a save that comes too late is not lost: the same person saves again', async () => {
    const { team, page } = await midEdit()
    await team.owner.call('AccountService/ChangePassword', { oldPassword: password, newPassword: `${password} anew` })
    // Also where the page has noticed by itself by now, and has the sign-in in front.
    await page.getByRole('button', { name: 'Save draft' }).dispatchEvent('click')
    await asked(page).waitFor()
    await signIn(page, 'owner@example.com', `${password} anew`)
    await asked(page).waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('hook 1, version 2').waitFor()
  })

  it('another person is told whose draft is lost, and gets the page anew', async () => {
    const { page } = await midEdit()
    await page.context().clearCookies()
    await page.getByLabel('Timeout').fill('8')
    await asked(page).waitFor()
    await signIn(page, 'grace@example.com')
    await asked(page)
      .getByText(/owner@example\.com has unsaved changes on this page/)
      .waitFor()
    await inOrder(page, 'another person', 1280)
    await page.getByRole('button', { name: 'Sign in and discard changes' }).click()
    await asked(page).waitFor({ state: 'detached' })
    await page.getByLabel('Timeout').waitFor()
    expect(await page.getByLabel('Timeout').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByText('grace@example.com').waitFor()
  })

  it('who signs out themselves leaves nothing on the page', async () => {
    const team = await startOwnedTeam(sandbox())
    const { page } = await openAs(browser(), team, 'owner@example.com')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('navigation').count()).toBe(0)
  })
})
