import { describe, expect, it } from 'vitest'
import { lacksBrowser, useBrowser } from '../testing/browser.ts'
import { sandbox } from '../testing/cli.ts'
import { enrolMachine, newCode, startOwnedTeam } from '../testing/team.ts'
import { draft, openSignedIn } from './steps.ts'

describe.skipIf(lacksBrowser())('the statements of the dashboard are true', () => {
  const browser = useBrowser()

  it('the publish page counts machines that do not have the latest revision yet', async () => {
    const team = await startOwnedTeam(sandbox())
    await team.admin('SaveHook', { draft: draft() })
    const { revision } = await team.admin('Publish', { note: 'first' })
    const machine = await enrolMachine(team.url, await newCode(team.owner, team.teamId), 'laptop')
    const { page } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.goto(`${team.url}/${team.teamId}/publish`)
    await page.getByText(`1 of 1 device does not have revision ${revision} yet.`).waitFor()
    await machine.call('DeviceService/Heartbeat', { revision, activeHooks: 1, clientVersion: '1.0.0' })
    await page.reload()
    await page.getByText(`The only device has revision ${revision}.`).waitFor()
    expect(await page.getByText('Machines have everything').count()).toBe(0)
  })

  it('the audit log does not claim that entries after its last full check were part of that check', async () => {
    const team = await startOwnedTeam(sandbox())
    const { page } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.goto(`${team.url}/${team.teamId}/journal`)
    await page.getByText(/All entries were checked/).waitFor()
    await team.admin('SaveHook', { draft: draft() })
    await page.reload()
    await page.getByText(/newer entries were checked when you opened this page/).waitFor()
    expect(await page.getByText(/All entries were checked/).count()).toBe(0)
  })

  it('a decision in which a hook failed counts as failed, not as allowed', async () => {
    const team = await startOwnedTeam(sandbox())
    const machine = await enrolMachine(team.url, await newCode(team.owner, team.teamId), 'laptop')
    const run = (failure: string) => ({
      hookId: '1',
      source: 'team',
      fingerprint: 'a',
      outcome: 'allow',
      failure,
      durationMs: 1,
    })
    const at = new Date().toISOString()
    const decision = { at, event: 'stop', verdict: 'allow', rule: 'reply', agent: 'cursor', durationMs: 1 }
    const failures = ['', 'timeout', 'exit']
    const decisions = failures.map((failure, n) => ({ ...decision, sequence: String(n + 1), runs: [run(failure)] }))
    await machine.call('DeviceService/Report', { decisions })
    const { page } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.goto(`${team.url}/${team.teamId}/activity`)
    await page.getByText('3 decisions on 1 device in the last day: 1 allowed, 2 failed.').waitFor()
  })

  it('hidden characters are marked in a hook and in the diff before publishing', async () => {
    const team = await startOwnedTeam(sandbox())
    const scriptContent = '#!/bin/sh\n# nothing \u202eto see\necho "{}"\n'
    await team.admin('SaveHook', { draft: draft({ scriptContent, matcher: 'git\u200bpush' }) })
    const { page } = await openSignedIn(browser(), team, 'owner@example.com')
    await page.getByText('git⟨U+200B⟩push').waitFor()
    await page.goto(`${team.url}/${team.teamId}/hooks/1`)
    await page.locator('.script .cm-content', { hasText: 'nothing ⟨U+202E⟩to see' }).waitFor()
    await page.getByText('Hidden characters: git⟨U+200B⟩push').waitFor()
    await page.goto(`${team.url}/${team.teamId}/publish`)
    await page.locator('.cm-content', { hasText: 'nothing ⟨U+202E⟩to see' }).waitFor()
  })
})
