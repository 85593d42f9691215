import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { lacksBrowser, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { password, startOwnedTeam } from '../testing/team.ts'
import { draft, expectAccessible, openSignedIn, replaceText, signIn } from './steps.ts'

describe.skipIf(lacksBrowser())('a session that ends during an edit', () => {
  const browser = useBrowser()

  /** A team with two users, and an unsaved draft of the owner. */
  async function openMidEdit() {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft() })
    await team.join('grace@example.com', 'author')
    const { page, complaints } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.getByRole('link', { name: /guard\.sh/ }).click()
    await page.getByLabel('Timeout').fill('7')
    return { team, page, complaints }
  }
  const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
  const hasDialogFocus = (page: Page) =>
    page.evaluate<boolean>('document.activeElement.closest("[role=dialog]") !== null')

  it('asks for the password in a dialog, and the same user can continue', async () => {
    const { team, page, complaints } = await openMidEdit()
    await replaceText(page, '.script .cm-content', '#!/bin/sh\necho typed\n')
    await page.context().clearCookies()
    await page.getByLabel('Matcher').fill('git')
    await signInDialog(page).getByText('Your session has ended. Your changes are still here.').waitFor()
    expect(await signInDialog(page).getByLabel('E-mail address').inputValue()).toBe('owner@example.com')
    await expect.poll(() => hasDialogFocus(page)).toBe(true)
    // Text that the user is still typing must not end up in the password field.
    await page.keyboard.type('ab\n')
    expect(await signInDialog(page).getByLabel('Password', { exact: true }).inputValue()).toBe('')
    for (let n = 0; n < 10; n += 1) {
      await page.keyboard.press(n < 5 ? 'Tab' : 'Shift+Tab')
      expect(await hasDialogFocus(page)).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expectAccessible(page, 'session ended')
    await signIn(page, 'owner@example.com', 'not the password')
    await page.getByText('The address, the password or the code is wrong.').waitFor()
    await signIn(page, 'owner@example.com')
    await signInDialog(page).waitFor({ state: 'detached' })
    expect(await page.getByLabel('Timeout').inputValue()).toBe('7')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('version 2').first().waitFor()
    const { hooks } = await team.admin('ListHooks')
    expect(hooks).toMatchObject([
      { current: { timeout: 7, matcher: 'git', scriptContent: expect.stringContaining('echo typed') } },
    ])
    expect(complaints).toEqual([])
  })

  it('the same user can save again after a save that came too late', async () => {
    const { team, page } = await openMidEdit()
    await team.owner.call('AccountService/ChangePassword', { oldPassword: password, newPassword: `${password} anew` })
    // Dispatch the click: the page may already show the sign-in dialog in front of the button.
    await page.getByRole('button', { name: 'Save draft' }).dispatchEvent('click')
    await signInDialog(page).waitFor()
    await signIn(page, 'owner@example.com', `${password} anew`)
    await signInDialog(page).waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('hook 1, version 2').waitFor()
  })

  it('another user is warned about the draft that is lost, and gets a fresh page', async () => {
    const { page } = await openMidEdit()
    await page.context().clearCookies()
    await page.getByLabel('Timeout').fill('8')
    await signInDialog(page).waitFor()
    await signIn(page, 'grace@example.com')
    await signInDialog(page)
      .getByText(/owner@example\.com has unsaved changes on this page/)
      .waitFor()
    await expectAccessible(page, 'another person')
    await page.getByRole('button', { name: 'Sign in and discard changes' }).click()
    await signInDialog(page).waitFor({ state: 'detached' })
    await page.getByLabel('Timeout').waitFor()
    expect(await page.getByLabel('Timeout').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByText('grace@example.com').waitFor()
  })

  it('signing out leaves nothing on the page', async () => {
    const team = await startOwnedTeam(sandbox())
    const { page } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('navigation').count()).toBe(0)
  })
})
