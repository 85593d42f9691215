import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { lacksBrowser, openPage, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { type CheckPage, gatherFaults, layoutTests, settle } from '../testing/layout.ts'
import { password, startTeamServer, type TeamServer } from '../testing/team.ts'
import { signIn } from './steps.ts'

interface FilledTeam {
  readonly teamId: string
  readonly hooks: readonly number[]
  readonly device: string
  /** An unused link. */
  readonly invitation: string
}
interface Scene {
  fillTeam(server: object): Promise<Omit<FilledTeam, 'invitation'>>
  newInvitation(team: object, email: string): Promise<string>
}
/** Starts the team of the screenshots: people, hooks, machines in every state, and a day of reports. */
async function startFilledTeam(): Promise<TeamServer & FilledTeam> {
  const server = await startTeamServer(sandbox())
  const scene = new URL('../../../../scripts/team-scene.mjs', import.meta.url).href
  const { fillTeam, newInvitation } = (await import(scene)) as Scene
  const team = await fillTeam({ url: server.url, owner_link: server.ownerLink })
  return { ...server, ...team, invitation: await newInvitation(team, 'new@example.com') }
}

async function checkOutside(page: Page, { url, invitation }: TeamServer & FilledTeam, check: CheckPage): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await check(page, 'sign in')
  for (const [heading, link] of [
    ['Join the team', invitation],
    ['This link is not valid', `${url}/accept#x`],
    ['This link is incomplete', `${url}/accept`],
  ] as const) {
    // The page removes the secret from its address, and a page is not loaded again for another fragment.
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('heading', { name: heading }).waitFor()
    await check(page, heading)
  }
  await page.goto(url)
}

const lists = [
  ...['overview', 'hooks', 'hooks/new', 'publish', 'devices', 'alarms', 'codes', 'activity'],
  ...['decisions', 'members', 'journal'],
]

async function checkInside(page: Page, team: TeamServer & FilledTeam, check: CheckPage): Promise<void> {
  await signIn(page, 'grace@example.com')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  for (const path of [...lists, `devices/${team.device}`].map((list) => `${team.teamId}/${list}`).concat('account')) {
    await page.goto(`${team.url}/${path}`)
    await settle(page)
    await check(page, path)
  }
  await page.goto(`${team.url}/${team.teamId}/activity`)
  await page.getByRole('button', { name: 'Show table' }).click()
  await check(page, 'activity as a table')
  await page.goto(`${team.url}/${team.teamId}/decisions?decision=deny&since=1d&event=nothing`)
  await settle(page)
  await check(page, 'decisions without a match')
  await page.goto(`${team.url}/${team.teamId}/hooks/${team.hooks[0]}`)
  for (const tab of ['Checks', 'Try', 'Changes', 'History']) {
    await page.getByRole('tab', { name: tab }).click()
    await settle(page)
    await check(page, tab)
  }
}

/** What a page shows only after a click or key: dialogs, menus, and secrets that are shown once. */
const interactions: readonly (readonly [path: string, press: (page: Page) => Promise<void>])[] = [
  ['overview', (page) => page.getByRole('button', { name: 'Pause hooks' }).click()],
  ['overview', (page) => page.getByRole('button', { name: 'Roll back' }).click()],
  ['hooks', (page) => page.keyboard.press('?')],
  ['hooks', (page) => page.getByRole('button', { name: 'Your account' }).click()],
  ['hooks', (page) => page.getByLabel('Search hooks').fill('nothing is like this')],
  ['hooks/1', (page) => page.getByRole('button', { name: 'Delete' }).click()],
  ['devices', (page) => page.getByRole('button', { name: 'Revoke' }).first().click()],
  ['devices', (page) => page.getByLabel('Search devices').fill('nothing is like this')],
  ['codes', (page) => page.getByRole('button', { name: 'Create code' }).click()],
  ['members', (page) => page.getByRole('button', { name: 'Remove' }).first().click()],
  ['no-such-page', async () => {}],
]

async function checkInteractions(page: Page, team: TeamServer & FilledTeam, check: CheckPage): Promise<void> {
  for (const [path, press] of interactions) {
    await page.goto(`${team.url}/${team.teamId}/${path}`)
    await settle(page)
    await press(page)
    await settle(page)
    await check(page, `${path} after a click`)
  }
  await page.goto(`${team.url}/account`)
  await page.getByRole('region', { name: 'Two-factor authentication' }).getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await check(page, 'second factor')
}

describe.skipIf(lacksBrowser())('every page of the dashboard', () => {
  describe.each(layoutTests())('$title', ({ fonts, find }) => {
    const browser = useBrowser(fonts)

    it('as it opens, and with an open dialog or menu', async () => {
      const team = await startFilledTeam()
      const { page } = await openPage(browser(), team.url)
      const { found, check } = gatherFaults(find)
      await checkOutside(page, team, check)
      await checkInside(page, team, check)
      await checkInteractions(page, team, check)
      expect(found).toEqual([])
    })
  })
})
