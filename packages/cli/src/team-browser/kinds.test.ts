import { describe, expect, it } from 'vitest'
import { lacksBrowser, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { startOwnedTeam } from '../testing/team.ts'
import { expectAccessible, openSignedIn } from './steps.ts'

describe.skipIf(lacksBrowser())('packs, rules and settings in the dashboard', () => {
  const browser = useBrowser()

  it('a pack has a form from the schema of its parameters, and is saved and published', async () => {
    const team = await startOwnedTeam(sandbox())
    const { page, complaints } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.getByRole('button', { name: 'New hook' }).click()
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Pack', exact: true }).click()
    await page.getByRole('combobox', { name: 'Pack' }).click()
    await page.getByRole('option', { name: 'shell-guard' }).click()
    await page.getByLabel('level', { exact: true }).selectOption('strict')
    await page.getByLabel('protectedBranches').fill('main\n\nrelease')
    await page.locator('summary', { hasText: 'rules' }).click()
    await page.getByLabel('delete-recursively').selectOption('ask')
    await expectAccessible(page, 'a pack')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('hook 1, version 1').waitFor()
    const { hooks } = await team.admin('ListHooks')
    expect(hooks).toMatchObject([{ current: { kind: 'pack', scriptName: 'shell-guard' } }])
    expect(JSON.parse(hooks[0].current.config)).toEqual({
      level: 'strict',
      protectedBranches: ['main', 'release'],
      rules: { 'delete-recursively': 'ask' },
    })
    await page.goto(`${team.url}/${team.teamId}/publish`)
    await page.getByText('"level": "strict"').first().waitFor()
    await page.getByRole('button', { name: 'Sign and publish' }).click()
    await expect.poll(async () => (await team.admin('ListHooks')).hooks[0].publishedVersion).toBe('1')
    expect(complaints).toEqual([])
  })

  it('the JSON of a hook is completed, and its errors are shown before it is saved', async () => {
    const team = await startOwnedTeam(sandbox())
    const { page, complaints } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.goto(`${team.url}/${team.teamId}/hooks/new`)
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Settings' }).click()
    const editor = page.getByRole('textbox', { name: 'Settings, as JSON' })
    await editor.click()
    await page.keyboard.type('{ "mana')
    const option = page.getByRole('option', { name: /managedOnly/ })
    await option.waitFor()
    // On a busy machine the list is drawn anew while it is clicked, as the text of the last key arrives.
    const choose = async () => {
      if (await option.isVisible()) await option.click().catch(() => {})
      return editor.textContent()
    }
    await expect.poll(choose).toContain('"managedOnly"')
    await page.keyboard.type('true')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByLabel('managedOnly').inputValue()).toBe('true')
    await page.getByLabel('breakGlass').selectOption('true')
    expect(await page.getByText('models', { exact: true }).count()).toBe(0)
    await expectAccessible(page, 'settings')
    await editor.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('x')
    await page.getByText('Enter a JSON object').waitFor()
    await page.keyboard.press('Backspace')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('hook 1, version 1').waitFor()
    const { hooks } = await team.admin('ListHooks')
    expect(JSON.parse(hooks[0].current.config)).toEqual({ managedOnly: true, breakGlass: true })
    expect(complaints).toEqual([])
  })

  it('a saved rule, prompt and pack keep their kind, and hostile names are shown as text', async () => {
    const team = await startOwnedTeam(sandbox())
    const rule = { rule: { when: { field: 'command', contains: 'x' }, verdict: 'deny' } }
    const name = '<img src=x onerror=alert(1)>'
    await team.admin('SaveHook', {
      draft: { kind: 'rule', scriptName: name, hookStep: 'stop', config: JSON.stringify(rule) },
    })
    const { page, complaints } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.getByRole('link', { name: /onerror/ }).click()
    await page.getByLabel('Timeout').fill('7')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('hook 1, version 2').waitFor()
    expect((await team.admin('ListHooks')).hooks).toMatchObject([
      { current: { kind: 'rule', scriptName: name, timeout: 7, config: JSON.stringify(rule) } },
    ])
    await page.getByRole('tab', { name: 'Try' }).click()
    await page.getByText('Only scripts run on the server.').waitFor()
    expect(complaints).toEqual([])
  })
})
