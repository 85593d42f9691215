/** Steps that several tests of the dashboard share. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findViolations } from '../testing/axe.ts'
import { type OpenPage, openPage } from '../testing/browser.ts'
import { layoutFaults } from '../testing/layout.ts'
import { password, type TeamServer } from '../testing/team.ts'

const guard = `#!/bin/sh
case $(cat) in *'git push'*) echo '{"permission":"deny"}' ;; *) echo '{}' ;; esac
`
export const draft = (more: object = {}) => ({
  hookStep: 'beforeShellExecution',
  scriptName: 'guard.sh',
  scriptContent: guard,
  ...more,
})

export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens the dashboard, signs in, and waits for the page of hooks. */
export async function openSignedIn(
  browser: Browser,
  { url }: TeamServer,
  email: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const opened = await openPage(browser, url, options)
  await signIn(opened.page, email)
  await opened.page.getByRole('heading', { name: 'Overview' }).waitFor()
  await opened.page.getByRole('link', { name: 'Hooks', exact: true }).click()
  await opened.page.getByRole('heading', { name: 'Hooks' }).waitFor()
  return opened
}

/** Types with the keyboard, because `fill` does not work in the code editor. */
export async function replaceText(page: Page, editor: string, text: string): Promise<void> {
  await page.locator(editor).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type(text)
}

/** Expects that axe finds nothing, that the page does not scroll sideways, and that no text is cut off. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const violations = await findViolations(page, ['wcag2a', 'wcag2aa', 'wcag21aa'])
  const found = violations.map(({ id, nodes }) => `${name} ${id} ${nodes[0]?.html}`)
  expect(found, name).toEqual([])
  expect(await layoutFaults(page), name).toEqual([])
}
