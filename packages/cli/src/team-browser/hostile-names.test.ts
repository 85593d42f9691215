import { describe, expect, it } from 'vitest'
import { lacksBrowser, openPage, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { enrolMachine, newCode, startOwnedTeam } from '../testing/team.ts'
import { draft, expectAccessible, signIn } from './steps.ts'

/** Long, from right to left, with an override, an emoji of several characters, and markup. */
const names = [
  'x'.repeat(190),
  'مرحبا-بالعالم-حاسوب',
  'safe\u202egnp.exe',
  '👩‍👩‍👧‍👦 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  '<img src=x onerror=alert(1)><b>bold</b>',
]
const lists = ['overview', 'hooks', 'publish', 'devices', 'alarms', 'codes', 'decisions', 'members', 'journal']

describe.skipIf(lacksBrowser())('hostile names', { timeout: 400_000 }, () => {
  const browser = useBrowser()

  it('every list shows them as text, fits a narrow window in both themes, and axe finds nothing', async () => {
    const team = await startOwnedTeam(sandbox(), names[4])
    const { admin, owner, teamId, url } = team
    const at = new Date().toISOString()
    const devices: string[] = []
    for (const name of names) {
      await admin('SaveHook', { draft: draft({ note: name, matcher: 'a'.repeat(150) }) })
      await owner.call('AccountService/CreateToken', { teamId, name: name.slice(0, 100) })
      const machine = await enrolMachine(url, await newCode(owner, teamId, { note: name }), name)
      devices.push(`devices/${machine.id}`)
      const asked = { agent: 'claude', lastEvent: 'stop', lastAskedAt: at }
      await machine.call('DeviceService/ReportCoverage', { at, agents: [{ ...asked, connection: 'connected' }] })
      await machine.call('DeviceService/ReportCoverage', { at, agents: [{ ...asked, connection: 'blocked' }] })
      // The last one is the present reason, and the others are those from before.
      for (const refused of [...names, '', name])
        await machine.call('DeviceService/Heartbeat', { revision: '1', clientVersion: name.slice(0, 90), refused })
    }
    await admin('CreateServiceToken', { name: 'x'.repeat(100), scopes: ['devices:read'] })
    await admin('InviteMember', { email: `${'y'.repeat(60)}@${'z'.repeat(60)}.example.com`, role: 'viewer' })
    await admin('Publish', { note: names[0] })
    const viewport = { width: 380, height: 800 }
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints } = await openPage(browser(), url, { viewport, colorScheme })
      await signIn(page, 'owner@example.com')
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      for (const path of [...lists, ...devices, 'hooks/1', 'activity']) {
        await page.goto(`${url}/${teamId}/${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        await expectAccessible(page, `${colorScheme} ${path}`)
      }
      expect(await page.locator('main img, main b').count()).toBe(0)
      expect(complaints).toEqual([])
    }
  })
})
