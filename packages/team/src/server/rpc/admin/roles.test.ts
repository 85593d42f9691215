import { expect, test } from 'vitest'
import { eachStore, enrolMachine, newCode, startTeam, uploadRoot } from '../../../testing/index.ts'
import { AdminService } from '../../../wire/index.ts'
import { scopes as allScopes } from '../../../wire/scopes.ts'

/** Written by hand, and not read from the table of the server: what a caller without the right must not do. */
const names = AdminService.methods.map(({ name }) => name)
const forOwners = ['ListInvitations', 'ListTokens', 'ListServiceTokens']
const viewerMay = names.filter((name) => /^(?:Get|List|Check)/.test(name) && !forOwners.includes(name))
const editing = ['SaveHook', 'SetHookActive', 'DeleteHook', 'RestoreVersion']
const publishing = [
  ...['Publish', 'PauseHooks', 'ResumeHooks', 'Rollback', 'AdvanceRollout', 'StopRollout'],
  ...['AskPreview', 'EndPreview'],
]
const authorMay = [...viewerMay, ...editing, ...publishing, 'TryHook']
const scopeMay: Readonly<Record<string, readonly string[]>> = {
  'hooks:read': [
    ...['ListHooks', 'GetHook', 'ListVersions', 'GetVersion', 'CheckHook', 'ListPacks', 'ListRevisions'],
    ...['ListPauses', 'GetPreview', 'GetSigningKeys'],
  ],
  'hooks:write': editing,
  publish: publishing,
  'devices:read': [
    ...['ListDevices', 'GetDevice', 'GetCoverage', 'GetChecklist', 'ListAlarms', 'ListEnrollmentCodes'],
    ...['GetRollout', 'GetRolloutSettings'],
  ],
  'devices:enroll': ['CreateEnrollmentCode'],
  'activity:read': ['GetActivity', 'ListDecisions', 'ListDecisionValues', 'GetRetention'],
  'members:read': ['ListMembers'],
  'audit:read': ['ListJournal'],
  scim: [],
}

eachStore('roles and scopes', (bench) => {
  test('each caller can call the methods of its role or scope, and no other one changes anything', async () => {
    const { owner, teamId, url, join } = await startTeam(bench)
    await uploadRoot(owner, teamId)
    const people = { viewer: await join('v@example.com', 'viewer'), author: await join('a@example.com', 'author') }
    const callers: [string, readonly string[], (method: string) => ReturnType<typeof owner.call>][] = [
      ['a viewer', viewerMay, (method) => people.viewer.call(`AdminService/${method}`, { teamId })],
      ['an author', authorMay, (method) => people.author.call(`AdminService/${method}`, { teamId })],
    ]
    const withToken = async (token: string, method: string) => {
      const response = await fetch(`${url}/hookline.team.v1.AdminService/${method}`, {
        ...{ method: 'POST', body: JSON.stringify({ teamId }) },
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      })
      return {
        status: response.status,
        body: (await response.json()) as { message?: string },
        headers: response.headers,
      }
    }
    const personal = (await people.viewer.call('AccountService/CreateToken', { teamId, name: 't' })).body.token
    callers.push(["a viewer's token", viewerMay, (method) => withToken(personal, method)])
    expect(Object.keys(scopeMay).sort()).toEqual(Object.keys(allScopes).sort())
    for (const [scope, may] of Object.entries(scopeMay)) {
      const { token } = (
        await owner.call('AdminService/CreateServiceToken', { teamId, name: scope.replace(':', ' '), scopes: [scope] })
      ).body
      callers.push([scope, may, (method) => withToken(token, method)])
    }
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const before = (await owner.call('AdminService/ListJournal', { teamId })).body
    for (const [caller, may, call] of callers) {
      expect([caller, may.filter((name) => !names.includes(name))]).toEqual([caller, []])
      for (const method of names.filter((name) => !may.includes(name))) {
        const { status, body } = await call(method)
        expect([caller, method, status, body.message]).toEqual([
          ...[caller, method, 403],
          expect.stringMatching(/needs the (?:role|scope)|a service token cannot/),
        ])
      }
    }
    for (const method of names) {
      const { status } = await machine.call(`AdminService/${method}`, { teamId })
      expect(['a machine', method, status]).toEqual(['a machine', method, 401])
    }
    expect((await owner.call('AdminService/ListJournal', { teamId })).body).toEqual(before)
    for (const [caller, may, call] of callers)
      for (const method of may.filter((name) => viewerMay.includes(name)))
        expect([caller, method, [401, 403].includes((await call(method)).status)]).toEqual([caller, method, false])
  })
})
