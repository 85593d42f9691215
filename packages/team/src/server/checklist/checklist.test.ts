import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { URI } from 'otpauth'
import { expect, onTestFinished, test } from 'vitest'
import { eachStore, enrolMachine, newCode, password, startTeam, uploadRoot } from '../../testing/index.ts'
import { checklistSteps } from '../../wire/index.ts'

interface Step {
  readonly id: string
  readonly done?: boolean
}

/** A receiver of webhooks on loopback. */
async function startReceiver(): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(204).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

eachStore('checklist', (bench) => {
  const team = async () => {
    const started = await startTeam(bench, { allowsPrivateAddresses: true })
    const { owner, teamId } = started
    const admin = async (name: string, body: object = {}) =>
      (await owner.call(`AdminService/${name}`, { teamId, ...body })).body
    const doneSteps = async (): Promise<readonly string[]> =>
      (await admin('GetChecklist')).steps.filter(({ done }: Step) => done).map(({ id }: Step) => id)
    return { ...started, admin, doneSteps }
  }

  test('each step is done when the stored state shows it', async () => {
    const { owner, teamId, url, admin, doneSteps } = await team()
    expect(await doneSteps()).toEqual([])
    expect((await owner.call('AdminService/ConfirmRootBackup', { teamId })).body.message).toContain('no root key yet')
    await uploadRoot(owner, teamId)
    expect(await doneSteps()).toEqual(['root-key'])
    await admin('ConfirmRootBackup')
    expect(await doneSteps()).toEqual(['root-key', 'root-backup'])
    const draft = { hookStep: 'stop', scriptName: 'a.sh', scriptContent: '#!/bin/sh\n' }
    await admin('SaveHook', { draft })
    expect(await doneSteps()).not.toContain('hooks')
    await admin('Publish')
    expect(await doneSteps()).toContain('hooks')
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    expect(await doneSteps()).toEqual(['root-key', 'root-backup', 'hooks', 'device'])
    const at = new Date().toISOString()
    const agent = { agent: 'claude', connection: 'connected' }
    await machine.call('DeviceService/ReportCoverage', { at, agents: [agent] })
    expect(await doneSteps()).not.toContain('agent')
    const asking = { ...agent, lastEvent: 'stop', lastAskedAt: at }
    await machine.call('DeviceService/ReportCoverage', { at, agents: [asking] })
    expect((await doneSteps()).at(-1)).toBe('agent')
    const canary = { at, state: 'proved', proved: ['stop'] }
    await machine.call('DeviceService/ReportCoverage', { at, agents: [asking], canary })
    expect((await doneSteps()).at(-1)).toBe('proof')
    const { uri } = (await owner.call('AccountService/BeginTotp', { password })).body
    const code = URI.parse(uri).generate()
    await owner.call('AccountService/ConfirmTotp', { code })
    expect((await doneSteps()).at(-1)).toBe('second-factor')
    const webhookUrl = await startReceiver()
    const webhook = { webhookUrl, webhookSecret: 'a secret of more than 16 characters' }
    await admin('SetAlarmSettings', webhook)
    expect(await doneSteps()).not.toContain('alarms')
    await admin('TestAlarm', { channel: 'webhook' })
    expect(await doneSteps()).toEqual(checklistSteps.map(({ id }) => id))
    // Other hours need no other test, another address does.
    await admin('SetAlarmSettings', { webhookUrl, quietHours: 24 })
    expect(await doneSteps()).toContain('alarms')
    await admin('SetAlarmSettings', { webhookUrl: `${webhookUrl}/other` })
    expect(await doneSteps()).not.toContain('alarms')
    await admin('RevokeDevice', { deviceId: machine.id })
    expect(await doneSteps()).toEqual(['root-key', 'root-backup', 'hooks', 'second-factor'])
  })

  test('an owner hides the list for the team and shows it again, which the audit log has once each', async () => {
    const { teamId, admin, join } = await team()
    for (const hidden of [true, true, false])
      expect((await admin('HideChecklist', { hidden })).hidden ?? false).toBe(hidden)
    const actions = (await admin('ListJournal')).entries.map(({ action }: { action: string }) => action)
    expect(actions.slice(0, 2)).toEqual(['checklist.shown', 'checklist.hidden'])
    const viewer = await join('viewer@example.com', 'viewer')
    expect((await viewer.call('AdminService/GetChecklist', { teamId })).status).toBe(200)
    for (const name of ['HideChecklist', 'ConfirmRootBackup'])
      expect([name, (await viewer.call(`AdminService/${name}`, { teamId })).status]).toEqual([name, 403])
  })
})
