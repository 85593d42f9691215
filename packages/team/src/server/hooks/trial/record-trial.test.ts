import { expect, test } from 'vitest'
import { eachStore, startTeam } from '../../../testing/index.ts'

const draft = (scriptContent: string) => ({ hookStep: 'beforeShellExecution', scriptName: 'guard.sh', scriptContent })
const [denies, fails] = [`#!/bin/sh\necho '{"permission":"deny"}' # CANARY\n`, '#!/bin/sh\nexit 7 # CANARY\n']

eachStore('the audit log of trials', (bench) => {
  test('records the actor, the hook and the outcome, but not the script or its input', async () => {
    const { owner, teamId } = await startTeam(bench)
    const call = async (method: string, body: object) =>
      (await owner.call(`AdminService/${method}`, { teamId, ...body })).body
    await call('SaveHook', { draft: draft(denies) })
    expect(await call('TryHook', { hookId: '1', draft: draft(denies), input: '{"command":"CANARY"}' })).toMatchObject({
      verdict: 'deny',
    })
    await call('TryHook', { hookId: '1', draft: draft(fails) })
    await call('TryHook', { draft: { ...draft(fails), scriptName: 'new.sh' } })
    expect(await call('TryHook', { hookId: '9', draft: draft(denies) })).toMatchObject({ code: 'not_found' })
    const { entries } = await call('ListJournal', {})
    const tried = entries.filter(({ action }: { action: string }) => action === 'hook.tried').reverse()
    const [event, script_name] = ['beforeShellExecution', 'guard.sh']
    expect(
      tried.map(({ actor, target, detail }: Record<string, string>) => [actor, target, JSON.parse(detail ?? '')]),
    ).toEqual([
      ['owner@example.com', '1', { script_name, of: 'version 1', event, outcome: 'deny' }],
      ['owner@example.com', '1', { script_name, of: 'a draft', event, outcome: 'exit' }],
      ['owner@example.com', 'new.sh', { of: 'a draft', event, outcome: 'exit' }],
    ])
    expect(JSON.stringify(entries)).not.toContain('CANARY')
  })
})
