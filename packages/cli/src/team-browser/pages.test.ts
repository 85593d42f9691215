import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { lacksBrowser, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { settle } from '../testing/layout.ts'
import {
  enrolMachine,
  newCode,
  password,
  personAt,
  startOwnedTeam,
  startTeamServer,
  type TeamServer,
} from '../testing/team.ts'
import { draft, openSignedIn, replaceText } from './steps.ts'

const pages = [
  ...['overview', 'hooks', 'hooks/1', 'hooks/new', 'publish', 'devices', 'alarms', 'codes', 'activity'],
  ...['decisions', 'members', 'journal'],
]

describe.skipIf(lacksBrowser())('the dashboard’s pages', () => {
  const browser = useBrowser()
  const open = (team: TeamServer, email: string, options: BrowserContextOptions = {}) =>
    openSignedIn(browser(), team, email, options)

  it('a hook is written, checked, published, changed and restored', async () => {
    const team = await startOwnedTeam(sandbox())
    const { page, complaints } = await open(team, 'owner@example.com')
    await page.getByRole('button', { name: 'New hook' }).click()
    await page.getByText('script-name').waitFor()
    await page.getByLabel('Script name').fill('guard.sh')
    await page.getByText('No problems found').waitFor()
    await page.getByLabel('Timeout').fill('soon')
    await page.getByText('Enter a number of seconds, or leave this empty.').waitFor()
    await page.getByLabel('Timeout').fill('5')
    await page.getByRole('checkbox', { name: 'Linux' }).check()
    await page.getByRole('checkbox', { name: 'Fails closed' }).check()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('not on any device yet').waitFor()
    await page.getByRole('tab', { name: 'Try' }).click()
    await replaceText(page, '.trial .cm-content', '{"command":"git push --force"}')
    await page.getByRole('button', { name: 'Run' }).click()
    // If the system cannot isolate a script, the server responds with an error instead.
    await page.getByText('DENY').or(page.getByRole('alert')).waitFor()
    await page.getByRole('link', { name: /Publish/ }).click()
    await page.getByText('1 changed hook').waitFor()
    await page.getByLabel('Note').fill('the first one')
    await page.keyboard.press('Enter')
    await page.getByText(/Revision \d+ is published with 1 hook/).waitFor()
    const { hooks } = await team.admin('ListHooks')
    expect(hooks).toMatchObject([
      {
        isActive: true,
        publishedVersion: '1',
        current: { scriptName: 'guard.sh', operatingSystems: ['Linux'], timeout: 5, failClosed: true },
      },
    ])
    await page.getByRole('link', { name: 'Hooks', exact: true }).click()
    await page.getByRole('link', { name: /guard\.sh/ }).click()
    await replaceText(page, '.script .cm-content', '#!/bin/sh\necho ok\n')
    await page.keyboard.press('Control+s')
    await page.getByText('not published: version 1 → 2').waitFor()
    // Nothing is unsaved, so restoring does not ask for confirmation.
    await page.locator('button[aria-disabled="true"]', { hasText: 'Save draft' }).waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('button', { name: /Version 1/ }).click()
    await page.getByRole('button', { name: 'Restore version 1' }).press('Enter')
    await expect
      .poll(async () => (await team.admin('ListHooks')).hooks, { timeout: 30_000 })
      .toMatchObject([{ current: { version: '3' } }])
    await page.locator('.script .cm-content').getByText('git push --force').first().waitFor()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('button', { name: 'Activate' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete hook' }).click()
    await page.getByText('will be removed').waitFor()
    expect(complaints).toEqual([])
  })

  it('leaving a draft asks for confirmation', async () => {
    const team = await startOwnedTeam(sandbox())
    const { page } = await open(team, 'owner@example.com')
    await page.getByRole('button', { name: 'New hook' }).click()
    await page.getByLabel('Script name').fill('half.sh')
    await page.getByRole('link', { name: 'Devices' }).click()
    await page.getByText('Your changes to this hook are not saved.').waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByText('No devices are enrolled yet.').waitFor()
  })

  it('codes and invitations are shown once, and machines can be revoked', async () => {
    const team = await startOwnedTeam(sandbox())
    const { page, complaints } = await open(team, 'owner@example.com')
    await page.goto(`${team.url}/${team.teamId}/codes`)
    await page.getByLabel('Devices').fill('0')
    await page.getByText('Enter a number from 1 to 10000.').waitFor()
    await page.getByLabel('Valid for (hours)').fill('99999999')
    await page.getByText('Enter a number from 1 to 2160.').waitFor()
    await page.getByLabel('Devices').fill('1')
    await page.getByLabel('Valid for (hours)').fill('24')
    await page.getByLabel('Note').fill('for the test')
    await page.keyboard.press('Enter')
    const command = await page.getByRole('region', { name: 'Command for the device' }).innerText()
    expect(command).toMatch(/^hookline team enroll http:\S+ \S+$/)
    await enrolMachine(team.url, command.split(' ').at(-1) ?? '', 'ada-laptop')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Devices', exact: true }).click()
    await page.getByText('ada-laptop').waitFor()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke device' }).click()
    await page.getByText('receives no more revisions').waitFor()
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByLabel('Invite').fill('linus@example.com')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('region', { name: 'Invite link' }).innerText()).toContain('/accept#')
    await page.getByLabel('Token name').fill('ci')
    await page.getByRole('button', { name: 'Create service token' }).click()
    expect(await page.getByRole('region', { name: 'Service token', exact: true }).innerText()).toMatch(/^hls_/)
    const tokens = page.getByRole('region', { name: 'Service tokens' })
    await tokens.getByText(/hooks:read, hooks:write, publish · by owner@example\.com/).waitFor()
    await tokens.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke service token' }).click()
    await tokens.getByText('No service tokens.').waitFor()
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByText('linus@example.com').waitFor()
    expect(complaints).toEqual([])
  })

  it('a viewer sees which actions are disabled, and why', async () => {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft() })
    await team.join('viewer@example.com', 'viewer')
    const { page } = await open(team, 'viewer@example.com')
    const button = page.getByRole('button', { name: 'New hook' })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await button.hover()
    await page.getByText('You need the author role for this. Your role is viewer.').waitFor()
    await page.getByRole('link', { name: /guard\.sh/ }).click()
    for (const name of ['Save draft', 'Deactivate', 'Delete'])
      expect(await page.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
    await page.locator('.script .cm-content[aria-readonly=true]').waitFor()
    await page.goto(`${team.url}/${team.teamId}/members`)
    await page.getByText('viewer@example.com').waitFor()
    for (const role of await page.locator('input[aria-label^="Role of"]').all())
      expect(await role.isDisabled()).toBe(true)
  })

  it('a user can switch between teams, and the team of others is not found', async () => {
    const scratch = sandbox()
    const first = await startOwnedTeam(scratch)
    await first.admin('SaveHook', { draft: draft() })
    await first.stop()
    const again = await startTeamServer(scratch, ['--new-team'])
    const secret = again.ownerLink.split('#')[1]
    const wish = { secret, email: 'owner@example.com', password, teamName: 'Second' }
    await personAt(again.url).call('AccountService/Accept', wish)
    const { page } = await open(again, 'owner@example.com')
    await page.getByLabel('Team', { exact: true }).selectOption({ label: 'Second' })
    await page.getByText('This team has no hooks yet.').waitFor()
    await page.getByLabel('Team', { exact: true }).selectOption({ label: 'Platform' })
    await page.getByRole('link', { name: /guard\.sh/ }).waitFor()
    await page.goto(`${again.url}/hl_aaaaaaaaaaaaaaaa/hooks`)
    await page.getByText('Page not found').waitFor()
    await page.goto(`${again.url}/${first.teamId}/hooks/1/nothing/here`)
    await page.getByText('Page not found').waitFor()
    await page.getByRole('button', { name: 'Your account' }).waitFor()
    await page.getByRole('link', { name: 'Go to the overview', exact: true }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
  })

  it('hostile text in every field runs no script and violates no policy', async () => {
    const hostile = `<img src=x onerror=alert(1)>"'><script>alert(2)</script>\${alert(3)}{{alert(4)}}javascript:alert(5)`
    const team = await startOwnedTeam(sandbox(), hostile)
    const hook = draft({
      scriptName: hostile,
      matcher: hostile,
      scriptContent: `#!/bin/sh\n${hostile}\n`,
      note: hostile,
    })
    await team.admin('SaveHook', { draft: hook })
    await team.admin('SaveHook', { draft: draft({ hookStep: hostile, scriptName: 'b.sh' }) })
    await team.admin('SetHookActive', { hookId: '1', isActive: false })
    await team.admin('SetHookActive', { hookId: '2', isActive: false })
    await team.admin('SaveHook', { draft: draft() })
    await team.admin('Publish', { note: hostile })
    const machine = await enrolMachine(team.url, await newCode(team.owner, team.teamId, { note: hostile }), hostile)
    const beat = { revision: '1', clientVersion: '<b>1', refused: hostile, activeHooks: 1 }
    await machine.call('DeviceService/Heartbeat', beat)
    const run = {
      ...{ hookId: '0', source: '<b>s', fingerprint: 'a', outcome: '<b>deny', failure: '<i>x', durationMs: 1 },
      rule: hostile.slice(0, 200),
    }
    const at = new Date().toISOString()
    const decision = { sequence: '1', at, event: '<u>e', verdict: 'deny', rule: '<s>r', agent: '<b>a', durationMs: 1 }
    await machine.call('DeviceService/Report', { decisions: [{ ...decision, runs: [run] }] })
    const asked = { agent: 'claude', connection: 'connected', lastAskedAt: at }
    for (const connection of ['connected', 'blocked'])
      await machine.call('DeviceService/ReportCoverage', { at, agents: [{ ...asked, connection }] })
    await team.owner.call('AccountService/CreateToken', { teamId: team.teamId, name: hostile })
    const { page, complaints } = await open(team, 'owner@example.com', { userAgent: `${hostile} Chrome/1` })
    const query = encodeURIComponent(hostile)
    const devicePages = [`devices/${machine.id}`, `devices?search=${query}&coverage=${query}&agent=${query}`]
    for (const path of [...pages, ...devicePages, 'hooks/2', '../account']) {
      await page.goto(`${team.url}/${team.teamId}/${path}`)
      await settle(page)
      for (const tab of ['Try', 'Changes', 'History'])
        if (path === 'hooks/1') await page.getByRole('tab', { name: tab }).click()
      expect(await page.evaluate('document.querySelectorAll("img[src=x], main script").length'), path).toBe(0)
    }
    await page.goto(`${team.url}/${team.teamId}/hooks`)
    await page.getByText(hostile).first().waitFor()
    expect(complaints).toEqual([])
  })
})

it.each(['br', 'gzip'])('the first load is at most 300 KB, sent as %s', async (coding) => {
  const { url } = await startTeamServer(sandbox())
  const html = await (await fetch(url)).text()
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(1)
  const sent = await Promise.all(
    files.map(async (file) => {
      const { headers } = await fetch(url + file, { headers: { 'accept-encoding': coding } })
      return { coding: headers.get('content-encoding'), bytes: Number(headers.get('content-length')) }
    }),
  )
  // Very small files are not compressed.
  expect(sent.filter(({ bytes }) => bytes > 500).every((one) => one.coding === coding)).toBe(true)
  const bytes = sent.reduce((sum, one) => sum + one.bytes, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(300 * 1024)
})
