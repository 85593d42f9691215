/** What people do on the dashboard, for its tests. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type OpenPage, openPage } from '../testing/browser.ts'
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

export async function signIn(page: Page, email: string, word = password): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signed in, before the hooks. */
export async function openAs(
  browser: Browser,
  { url }: TeamServer,
  email: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const opened = await openPage(browser, url, options)
  await signIn(opened.page, email)
  await opened.page.getByRole('heading', { name: 'Hooks' }).waitFor()
  return opened
}

/** By the keyboard, as a person: the editor's text is not the browser's to write. */
export async function rewrite(page: Page, editor: string, text: string): Promise<void> {
  await page.locator(editor).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type(text)
}

/** Axe finds nothing, and nothing scrolls sideways. */
export async function inOrder(page: Page, name: string, width: number): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze()
  const found = violations.map(({ id, nodes }) => `${name} ${id} ${nodes[0]?.html}`)
  expect(found, name).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(width)
}
