import { create, type DescField, type DescMessage, type JsonObject, toJson } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import {
  accept,
  eachStore,
  enrolMachine,
  newCode,
  type Person,
  personAt,
  startTeam,
  uploadRoot,
} from '../../../testing/index.ts'
import { AdminService, DeviceService } from '../../../wire/index.ts'
import { formatLink, makeLink, makeTeam } from '../../accounts/links.ts'
import { newTeamId } from '../../secrets.ts'
import { rights } from './rights.ts'

const methods = AdminService.methods.map((method) => [method.name, method] as const)

/** Creates a request with a value in every field and the given team. */
function requestOf(input: DescMessage, teamId: string): JsonObject {
  const empty = toJson(input, create(input)) as JsonObject
  const fields = input.fields.map((field): [string, JsonObject[string]] => [field.jsonName, filled(field)])
  return { ...empty, ...Object.fromEntries(fields), teamId }
}

function filled(field: DescField): JsonObject[string] {
  if (field.fieldKind === 'list' || field.fieldKind === 'map') return []
  if (field.fieldKind === 'message') return {}
  if (field.fieldKind === 'enum') return 0
  return { string: 'x', bool: true, number: 1 }[kindOf(field.scalar)] ?? ''
}
const kindOf = (scalar: number): string => ({ 8: 'bool', 9: 'string', 12: 'bytes' })[scalar] ?? 'number'

eachStore('tenancy', (bench) => {
  const teams = async () => {
    const { server, url, owner, teamId } = await startTeam(bench)
    const { store, now } = server.context
    const other = newTeamId()
    const secret = await store.inTeam(other, async (q) => {
      await makeTeam(q, other, now())
      return makeLink(q, other, { kind: 'owner', role: 'owner', email: '', author: 'test' }, now())
    })
    const stranger = personAt(url)
    await accept(stranger, formatLink(server.context, secret), 'stranger@example.com', { teamName: 'Others' })
    return { owner, teamId, stranger, other, url }
  }

  test('every method has a role in the table and a team in its request', () => {
    expect(Object.keys(rights).sort()).toEqual(AdminService.methods.map(({ localName }) => localName).sort())
    for (const { input } of AdminService.methods) expect(input.field.teamId?.number).toBe(1)
  })

  test('every method returns 404 for another team, as for a team that does not exist', async () => {
    const { owner, teamId, stranger, other, url } = await teams()
    const { token } = (await stranger.call('AccountService/CreateToken', { teamId: other, name: 't' })).body
    const program: Person = personAt(url)
    const tries: [string, (method: string, input: DescMessage) => ReturnType<Person['call']>][] = [
      ['a session', (method, input) => stranger.call(method, requestOf(input, teamId))],
      [
        'a token',
        (method, input) => program.call(method, requestOf(input, teamId), { authorization: `Bearer ${token}` }),
      ],
      ['nowhere', (method, input) => owner.call(method, requestOf(input, newTeamId()))],
      ['everybody', (method, input) => owner.call(method, requestOf(input, '*'))],
      ['no team', (method, input) => owner.call(method, requestOf(input, ''))],
    ]
    for (const [by, call] of tries)
      for (const [name, { input }] of methods) {
        const { status, body } = await call(`AdminService/${name}`, input)
        expect([by, name, status, body]).toEqual([by, name, 404, { code: 'not_found', message: 'not found' }])
      }
    const token404 = await stranger.call('AccountService/CreateToken', { teamId, name: 'x' })
    expect(token404.status).toBe(404)
  })

  test('every method returns 401 without authentication', async () => {
    const { teamId, url } = await teams()
    for (const [name, { input }] of methods) {
      const { status } = await personAt(url).call(`AdminService/${name}`, requestOf(input, teamId))
      expect([name, status]).toEqual([name, 401])
    }
  })

  /** Both teams have signed hooks. The other team has data that the owner's team does not have. */
  const furnished = async () => {
    const both = await teams()
    const { owner, teamId, stranger, other, url } = both
    await uploadRoot(owner, teamId)
    await uploadRoot(stranger, other)
    for (const name of ['a', 'b', 'c']) {
      const draft = { hookStep: 'stop', scriptName: `${name}.sh`, scriptContent: `#!/bin/sh\n# ${name}\n` }
      await stranger.call('AdminService/SaveHook', { teamId: other, draft })
    }
    await stranger.call('AdminService/Publish', { teamId: other })
    const machine = await enrolMachine(url, await newCode(stranger, other))
    const code = await newCode(stranger, other)
    const { accountId } = (await stranger.call('AccountService/GetMe')).body
    await stranger.call('AccountService/CreateToken', { teamId: other, name: 'theirs' })
    const tokenId = (await stranger.call('AccountService/ListTokens')).body.tokens[0].id
    const made = { teamId: other, name: 'ci', scopes: ['publish'] }
    const serviceTokenId = (await stranger.call('AdminService/CreateServiceToken', made)).body.serviceToken.id
    const ids = { hookId: '3', deviceId: machine.id, codeId: code.split('.')[0] ?? '' }
    const foreign = { ...ids, accountId, tokenId, serviceTokenId }
    return { ...both, machine, foreign, own: await enrolMachine(url, await newCode(owner, teamId)) }
  }
  const everything = async (person: Person, teamId: string) => {
    const lists = ['Hooks', 'Devices', 'EnrollmentCodes', 'Members', 'Tokens', 'ServiceTokens', 'Journal', 'Revisions']
    return Promise.all(lists.map(async (method) => (await person.call(`AdminService/List${method}`, { teamId })).body))
  }

  test('ids of another team return 404 in the own team and change nothing', async () => {
    const { owner, teamId, stranger, other, foreign } = await furnished()
    const before = await everything(stranger, other)
    const tried = new Set<string>()
    for (const [name, { input }] of methods) {
      const ids = input.fields.filter(({ jsonName }) => Object.hasOwn(foreign, jsonName))
      // A check only reads the draft, so it needs no id.
      if (ids.length === 0 || name === 'CheckHook') continue
      for (const { jsonName } of ids) tried.add(jsonName)
      const request = { ...requestOf(input, teamId), ...pick(foreign, ids), role: 'viewer' }
      const { status, body } = await owner.call(`AdminService/${name}`, fitting(input, request))
      expect([name, status, body.code]).toEqual([name, 404, 'not_found'])
    }
    expect([...tried].sort()).toEqual(Object.keys(foreign).sort())
    for (const team of [teamId, other, '*', 'x']) {
      const { tokenId } = foreign
      const { status } = await owner.call('AccountService/RevokeToken', { teamId: team, tokenId })
      expect([team, status]).toEqual([team, 404])
    }
    expect(await everything(stranger, other)).toEqual(before)
  })

  test("a page token of another team does not give access to that team's rows", async () => {
    const { owner, teamId, stranger, other, foreign } = await furnished()
    const first = { teamId: other, limit: 1 }
    for (const [method, list] of [
      ['ListDevices', 'devices'],
      ['ListRevisions', 'revisions'],
      ['ListJournal', 'entries'],
    ] as const) {
      const { next: before = '9' } = (await stranger.call(`AdminService/${method}`, first)).body
      const { body } = await owner.call(`AdminService/${method}`, { teamId, before })
      const full = (await owner.call(`AdminService/${method}`, { teamId })).body
      for (const row of body[list] ?? []) expect(full[list]).toContainEqual(row)
      expect(JSON.stringify(body)).not.toContain(foreign.deviceId)
    }
  })

  test("files of another team's repository, but for the signed timestamp, are not found under either team's address", async () => {
    const { teamId, other, machine, own } = await furnished()
    const at = (team: string, file: string) => `/repo/${team}/${file}`
    const targets = await machine.get(at(other, 'metadata/2.targets.json'))
    const { signed } = (await targets.json()) as { signed: { targets: Record<string, Target> } }
    const stored = Object.entries(signed.targets).map(
      ([name, { hashes }]) => `targets/${name.replace(/[^/]*$/, (base) => `${hashes.sha256}.${base}`)}`,
    )
    const current = ['timestamp', '1.root', '2.snapshot', '2.targets'].map((name) => `metadata/${name}.json`)
    expect(stored).toHaveLength(4)
    for (const file of [...current, ...stored]) {
      const theirs = await machine.get(at(other, file))
      expect([file, theirs.status]).toEqual([file, 200])
      // The signed timestamp needs no proof, so that any cache can answer it.
      const found = file === 'metadata/timestamp.json' ? 200 : 404
      expect([file, (await own.get(at(other, file))).status]).toEqual([file, found])
      expect([file, (await own.get(at(newTeamId(), file))).status]).toEqual([file, 404])
    }
    for (const file of stored) expect([file, (await own.get(at(teamId, file))).status]).toEqual([file, 404])
    expect((await own.get(`/repo/${teamId}%2f..%2f${other}/metadata/timestamp.json`)).status).toBe(404)
  })

  test('a machine with the token or the key of another machine is refused', async () => {
    const { url, machine, own } = await furnished()
    const { body: before } = await machine.call('DeviceService/Report')
    for (const { name } of DeviceService.methods.filter((method) => method.name !== 'Enroll')) {
      const target = `/hookline.team.v1.DeviceService/${name}`
      const stolen = { authorization: `Bearer ${machine.token}`, 'hookline-proof': own.proof('POST', target, '{}') }
      expect([name, (await own.call(`DeviceService/${name}`, {}, stolen)).status]).toEqual([name, 401])
      expect([name, (await personAt(url).call(`DeviceService/${name}`)).status]).toEqual([name, 401])
    }
    expect((await machine.call('DeviceService/Report')).body).toEqual(before)
  })
})

interface Target {
  readonly hashes: { readonly sha256: string }
}

const pick = (from: Readonly<Record<string, string>>, fields: readonly DescField[]) =>
  Object.fromEntries(fields.map(({ jsonName }) => [jsonName, from[jsonName] ?? '']))

/** Keeps only the fields of the message. */
const fitting = (input: DescMessage, request: object): object =>
  Object.fromEntries(Object.entries(request).filter(([name]) => input.fields.some(({ jsonName }) => jsonName === name)))
