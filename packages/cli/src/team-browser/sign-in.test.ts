import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { lacksBrowser, openPage, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { readModules, readQr } from '../testing/read-qr.ts'
import { password, startOwnedTeam, startTeamServer } from '../testing/team.ts'
import { expectAccessible, signIn } from './steps.ts'

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

/** The one-time code (RFC 6238) that is valid `later` periods of 30 s from now. */
function authenticatorCode(secret: string, later = 0): string {
  const bits = [...secret.replaceAll(' ', '')].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
  const text = bits.map((value) => value.toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((text.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

describe.skipIf(lacksBrowser())('signing in to the dashboard', () => {
  const browser = useBrowser()

  it('the link of the first start creates the owner, and the page removes its secret from the address', async () => {
    const server = await startTeamServer(sandbox())
    const { page, complaints } = await openPage(browser(), server.ownerLink)
    await page.getByRole('heading', { name: 'Join the team' }).waitFor()
    expect(page.url()).toBe(`${server.url}/accept`)
    await expectAccessible(page, 'join')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Team name').fill('a'.repeat(101))
    await page.getByText('Use at most 100 characters. This name has 101.').waitFor()
    await page.getByLabel('Team name').fill('Analytical')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByText('The password must have at least 12 characters.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByText('This team has no hooks yet.').waitFor()
    await page.getByText('Analytical').waitFor()
    await page.getByRole('link', { name: 'Publish' }).click()
    await page.getByText('hookline team keygen').waitFor()
    expect(complaints).toEqual([])
    // The page shows it before anything is typed.
    const late = await openPage(browser(), server.ownerLink)
    await late.page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
    expect(await late.page.getByLabel('Password').count()).toBe(0)
    await expectAccessible(late.page, 'used link')
  })

  it('a wrong password and too many attempts are reported, and signing in opens the requested page', async () => {
    const team = await startOwnedTeam(sandbox())
    const { page, complaints } = await openPage(browser(), `${team.url}/${team.teamId}/members`)
    await signIn(page, 'owner@example.com', 'not the password at all')
    await page.getByText('The address, the password or the code is wrong.').waitFor()
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    // Signing out takes effect at once, without another request for the current user.
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url().replace(/.*\//, '')))
    await signOut(page)
    expect(requests).not.toContain('GetMe')
    for (let n = 0; n < 11; n += 1)
      await team.owner.call('AccountService/SignIn', { email: 'owner@example.com', password: `wrong ${n}` })
    await signIn(page, 'owner@example.com')
    await page.getByText(/Too many attempts\. Try again in \d+ minutes?\./).waitFor()
    expect(complaints).toEqual([])
  })

  it('a second factor can be set up, and is then required', async () => {
    const team = await startOwnedTeam(sandbox())
    const { page, complaints } = await openPage(browser(), `${team.url}/account`)
    await signIn(page, 'owner@example.com')
    const setUp = page.getByRole('region', { name: 'Two-factor authentication' })
    await setUp.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Set up' }).click()
    const secret = (await page.getByRole('region', { name: 'Setup key' }).innerText()).trim()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    const uri = await page.getByRole('region', { name: 'Setup address' }).innerText()
    expect(new URL(uri).searchParams.get('secret')).toBe(secret.replaceAll(' ', ''))
    expect(readQr(await readModules(page))).toBe(uri)
    await page.getByLabel('Code from the app').fill('000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText(/The code is wrong/).waitFor()
    await page.getByLabel('Code from the app').fill(authenticatorCode(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Every sign-in asks for a code.').waitFor()
    await signOut(page)
    await signIn(page, 'owner@example.com')
    await page.getByLabel('Authenticator code').fill(authenticatorCode(secret, 1))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('the account page lists sessions and tokens, and can end them', async () => {
    const team = await startOwnedTeam(sandbox())
    const { teamId, owner } = team
    await owner.call('AccountService/CreateToken', { teamId, name: 'the old laptop' })
    const { page, complaints } = await openPage(browser(), `${team.url}/account`)
    await signIn(page, 'owner@example.com')
    const sessions = page.getByRole('region', { name: 'Sessions' })
    await sessions.getByText('this session').waitFor()
    await sessions.getByText('Chrome on Linux').waitFor()
    expect(await sessions.getByRole('listitem').count()).toBe(2)
    await sessions.getByRole('button', { name: 'End', exact: true }).click()
    await sessions.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
    expect((await owner.call('AccountService/GetMe')).status).toBe(401)
    await owner.call('AccountService/SignIn', { email: 'owner@example.com', password })
    await page.reload()
    await sessions.getByRole('button', { name: 'End all other sessions' }).click()
    await sessions.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
    expect((await owner.call('AccountService/GetMe')).status).toBe(401)
    const tokens = page.getByRole('region', { name: 'Tokens' })
    await tokens.getByText('never used').waitFor()
    await tokens.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await tokens.getByText('No tokens.').waitFor()
    await page.goto(`${team.url}/${teamId}/journal`)
    await page.getByText('revoked the token').waitFor()
    await page.getByText(/Intact up to entry \d+/).waitFor()
    expect(complaints).toEqual([])
  })

  it('the page reports that the server is down, and keeps what it showed', async () => {
    const team = await startOwnedTeam(sandbox())
    const { page } = await openPage(browser(), `${team.url}/${team.teamId}/hooks`)
    await signIn(page, 'owner@example.com')
    await page.getByText('This team has no hooks yet.').waitFor()
    await team.stop()
    await page.getByText('Cannot reach the server. Retrying…').waitFor({ timeout: 60_000 })
    await page.getByText('This team has no hooks yet.').waitFor()
  })
})
