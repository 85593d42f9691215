import { createServer } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lacksBrowser, openPage, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { password, startOwnedTeam, startTeamServer } from '../testing/team.ts'
import { expectAccessible, signIn } from './steps.ts'

/** Browsers bind keys to a host name, so the page is opened by this name. */
const byName = (url: string): string => url.replace('127.0.0.1', 'localhost')

/** Plugs a security key into the browser. It answers at once, as if its user touched it. */
async function plugIn(page: Page): Promise<() => Promise<void>> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', hasUserVerification: false, automaticPresenceSimulation: true },
  })
  return () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }).then(() => undefined)
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

/** On the account page of an account that has no second factor. */
async function addKey(page: Page, name: string): Promise<void> {
  const keys = page.getByRole('region', { name: 'Security keys' })
  await keys.getByLabel('Your password').fill(password)
  await keys.getByLabel('Key name').fill(name)
  await keys.getByRole('button', { name: 'Add security key' }).click()
  await page.getByRole('region', { name: 'Recovery codes' }).waitFor()
}

const hostileName = '<img src=x onerror=alert(1)> "\' key'

describe.skipIf(lacksBrowser())('second factors and identity providers in the browser', () => {
  const browser = useBrowser()

  it('a security key is registered, required at the sign-in, and can be replaced by a recovery code', async () => {
    const team = await startOwnedTeam(sandbox())
    const { page, complaints } = await openPage(browser(), `${byName(team.url)}/account`)
    const unplug = await plugIn(page)
    await signIn(page, 'owner@example.com')
    const keys = page.getByRole('region', { name: 'Security keys' })
    await keys.getByLabel('Your password').fill(password)
    await keys.getByLabel('Key name').fill(hostileName)
    await keys.getByRole('button', { name: 'Add security key' }).click()
    const codes = (await page.getByRole('region', { name: 'Recovery codes' }).innerText()).trim().split('\n')
    expect(codes).toHaveLength(10)
    await keys.getByText(hostileName).waitFor()
    await expectAccessible(page, 'account with a key')
    await page.goto(`${byName(team.url)}/${team.teamId}/members`)
    await page.getByRole('switch', { name: /Require a second factor/ }).click()
    await expect.poll(() => page.getByRole('switch', { name: /Require a second factor/ }).isChecked()).toBe(true)
    await signOut(page)
    await signIn(page, 'owner@example.com')
    await page.getByRole('button', { name: 'Use a security key' }).waitFor()
    await expectAccessible(page, 'sign-in with a key')
    await page.getByRole('button', { name: 'Use a security key' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    // Without the key, a recovery code works once.
    await unplug()
    await signOut(page)
    await signIn(page, 'owner@example.com')
    await page.getByLabel('Authenticator code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.goto(`${byName(team.url)}/account`)
    await keys.getByText('9 recovery codes left.').waitFor()
    await keys.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Remove key' }).click()
    await keys.getByText(hostileName).waitFor({ state: 'detached' })
    // The team now requires what the account no longer has.
    await page.goto(`${byName(team.url)}/${team.teamId}/members`)
    await page.getByRole('heading', { name: 'Second factor required' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('a member without the second factor that the team requires sees why, and gets access by setting one up', async () => {
    const team = await startOwnedTeam(sandbox())
    await team.join('ada@example.com', 'author')
    const { page, complaints } = await openPage(browser(), `${byName(team.url)}/account`)
    const unplug = await plugIn(page)
    await signIn(page, 'owner@example.com')
    await addKey(page, 'red')
    await page.goto(`${byName(team.url)}/${team.teamId}/members`)
    await page.getByRole('switch', { name: /Require a second factor/ }).click()
    await expect.poll(() => page.getByRole('switch', { name: /Require a second factor/ }).isChecked()).toBe(true)
    await unplug()
    await signOut(page)
    await signIn(page, 'ada@example.com')
    await page.getByRole('heading', { name: 'Second factor required' }).waitFor()
    await page.goto(`${byName(team.url)}/${team.teamId}/decisions`)
    await page.getByRole('heading', { name: 'Second factor required' }).waitFor()
    await page.getByText('Your account has none yet.').waitFor()
    // Pages of the team would only repeat the refusal.
    expect(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').count()).toBe(0)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1280, 380]) {
        // The page follows the system.
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        await expectAccessible(page, `second factor required, ${colorScheme}`)
      }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'Set up a second factor' }).click()
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
    await plugIn(page)
    await addKey(page, 'blue')
    await page.getByRole('link', { name: 'Decisions', exact: true }).click()
    await page.getByRole('heading', { name: 'Decisions' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('the button of an identity provider signs in, and an error of it is shown as a sentence', async () => {
    const scratch = sandbox()
    const first = await startOwnedTeam(scratch)
    await first.stop()
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const provider = await startProvider([`${url}/sign-in/callback/example`])
    onTestFinished(() => provider.close())
    scratch.write('secret', clientSecret)
    scratch.write('sign-in.json', {
      providers: [
        {
          ...{ id: 'example', name: 'Example SSO', issuer: provider.issuer, clientId: 'hookline', team: first.teamId },
          ...{
            clientSecretFile: `${scratch.root}/secret`,
            domains: ['example.com'],
            roles: { author: ['developers'] },
          },
          scopes: ['openid', 'email', 'groups'],
        },
      ],
    })
    await startTeamServer(scratch, ['--port', String(port), '--sign-in', 'sign-in.json'])
    const { page, complaints } = await openPage(browser(), url)
    const person = { sub: 'ada', email: 'ada@example.com', email_verified: true }
    provider.current = { ...person, groups: [] }
    await page.getByRole('button', { name: 'Sign in with Example SSO' }).waitFor()
    await expectAccessible(page, 'sign-in with a provider')
    await page.getByRole('button', { name: 'Sign in with Example SSO' }).click()
    await page.getByText('None of your groups has access to the team.').waitFor()
    provider.current = { ...person, sub: 'ben', groups: ['developers'] }
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Sign in with Example SSO' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.goto(`${url}/account`)
    await page.getByRole('region', { name: 'Identity providers' }).getByText('ada@example.com').waitFor()
    expect(await page.getByRole('heading', { name: 'Password' }).count()).toBe(0)
    await expectAccessible(page, 'account of a provider')
    await page.goto(`${url}/${first.teamId}/members`)
    await page.getByText(/managed by example/).waitFor()
    expect(complaints).toEqual([])
  })
})

interface TestPerson {
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
  readonly groups: readonly string[]
}
interface TestProvider {
  readonly issuer: string
  current: TestPerson
  close(): Promise<void>
}
/** The package does not export its test helpers, so they are imported from its build. */
const helpers = new URL('../../../team/dist/testing/oidc-provider.js', import.meta.url).href
const { startOidcProvider: startProvider, clientSecret } = (await import(helpers)) as {
  startOidcProvider(redirectUris: readonly string[]): Promise<TestProvider>
  readonly clientSecret: string
}

const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
