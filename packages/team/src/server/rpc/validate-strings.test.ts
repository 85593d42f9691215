import type { DescField, DescMessage, JsonObject, JsonValue } from '@bufbuild/protobuf'
import { ScalarType } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { eachStore, enrolMachine, newCode, personAt, startTeam, uploadRoot } from '../../testing/index.ts'
import { AccountService, AdminService, DeviceService } from '../../wire/index.ts'

/** Creates one request for each string field, with the text in that field. */
function* requestsWith(text: string, of: DescMessage): Generator<readonly [string, JsonObject]> {
  for (const field of of.fields.filter(({ name }) => name !== 'team_id'))
    for (const [name, value] of valuesWith(text, field)) yield [name, { [field.jsonName]: value }]
}
function* valuesWith(text: string, field: DescField): Generator<readonly [string, JsonValue]> {
  const list = (value: JsonValue) => (field.fieldKind === 'list' ? [value] : value)
  if (field.scalar === ScalarType.STRING) yield [field.name, list(text)]
  if (field.message === undefined) return
  for (const [name, value] of requestsWith(text, field.message)) yield [`${field.name}.${name}`, list(value)]
}

eachStore('strings', (bench) => {
  test('a NUL character or a text that is too long is refused in every string of every method', async () => {
    const logged: string[] = []
    const { url, owner, teamId } = await startTeam(bench, { log: (line) => logged.push(line) })
    await uploadRoot(owner, teamId)
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const asked: string[] = []
    for (const { typeName, methods } of [AccountService, AdminService, DeviceService])
      for (const { name, input } of methods)
        for (const [where, wrong] of [
          ['NUL', 'a\0b@example.com'],
          ['long', 'x'.repeat(60_001)],
        ] as const)
          for (const [field, request] of requestsWith(wrong, input)) {
            if (where === 'long' && /script_content|config|input/.test(field)) continue
            const full = { ...request, ...('teamId' in input.field ? { teamId } : {}) }
            const who = typeName === DeviceService.typeName ? (name === 'Enroll' ? personAt(url) : machine) : owner
            const { status, body } = await who.call(`${typeName.split('.').at(-1)}/${name}`, full)
            expect([where, name, field, status, body.code]).toEqual([where, name, field, 400, 'invalid_argument'])
            asked.push(`${name} ${field}`)
          }
    expect(asked).toEqual(
      expect.arrayContaining(['SignIn email', 'SaveHook draft.note', 'Report decisions.runs.source']),
    )
    expect((await owner.call('AccountService/GetMe')).status).toBe(200)
    expect(logged).toEqual([])
    // Several hundred requests.
  })

  test('a draft with too many systems is refused by every method with a draft', async () => {
    const { owner, teamId } = await startTeam(bench)
    const draft = { hookStep: 'stop', scriptName: 'a.sh', operatingSystems: Array.from({ length: 17 }, () => 'Linux') }
    for (const method of ['SaveHook', 'CheckHook', 'TryHook']) {
      const { status, body } = await owner.call(`AdminService/${method}`, { teamId, draft })
      expect([method, status, body.message]).toEqual([method, 400, 'operating_systems has more than 16 entries'])
    }
  })
})
