import { create, type DescField, type DescMessage, type JsonObject, toJson } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { accept, eachStore, type Person, personAt, startTeam } from '../../../testing/index.ts'
import { AdminService } from '../../../wire/index.ts'
import { linkTo, makeLink, makeTeam } from '../../accounts/links.ts'
import { newTeamId } from '../../secrets.ts'
import { rights } from './rights.ts'

const methods = AdminService.methods.map((method) => [method.name, method] as const)

/** A whole request: every field has something in it, and the team is the one asked about. */
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
    await accept(stranger, linkTo(server.context, secret), 'stranger@example.com', { teamName: 'Others' })
    return { owner, teamId, stranger, other, url }
  }

  test('every method has a right in the table, and every method asks for its team', () => {
    expect(Object.keys(rights).sort()).toEqual(AdminService.methods.map(({ localName }) => localName).sort())
    for (const { input } of AdminService.methods) expect(input.field.teamId?.number).toBe(1)
  })

  test('every method answers 404 for a team that is not one’s own, as for one that does not exist', async () => {
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
        expect([by, name, status, body]).toEqual([
          by,
          name,
          404,
          { code: 'not_found', message: 'there is no such thing' },
        ])
      }
    const token404 = await stranger.call('AccountService/CreateToken', { teamId, name: 'x' })
    expect(token404.status).toBe(404)
  })

  test('every method answers 401 to nobody', async () => {
    const { teamId, url } = await teams()
    for (const [name, { input }] of methods) {
      const { status } = await personAt(url).call(`AdminService/${name}`, requestOf(input, teamId))
      expect([name, status]).toEqual([name, 401])
    }
  })

  test("the ids of another team's things are 404 in one's own team", async () => {
    const { owner, teamId, stranger } = await teams()
    const { accountId } = (await stranger.call('AccountService/GetMe')).body
    for (const method of ['SetRole', 'RemoveMember']) {
      const { status } = await owner.call(`AdminService/${method}`, { teamId, accountId, role: 'viewer' })
      expect([method, status]).toEqual([method, 404])
    }
    expect((await stranger.call('AccountService/GetMe')).body.teams[0].role).toBe('owner')
  })
})
