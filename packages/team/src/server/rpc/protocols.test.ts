/** The same services over every protocol: gRPC, gRPC-web, Connect in both encodings, and plain JSON as curl sends it. */
import { create, toBinary } from '@bufbuild/protobuf'
import { createClient, type Interceptor, type Transport } from '@connectrpc/connect'
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node'
import { expect, test } from 'vitest'
import { createMachine, eachStore, enrolMachine, keyPair, newCode, startTeam, uploadRoot } from '../../testing/index.ts'
import { DeviceService, SyncRequestSchema, TeamHooksService } from '../../wire/index.ts'

type Options = { baseUrl: string; interceptors?: Interceptor[] }
const transports: Record<string, (options: Options) => Transport> = {
  'gRPC over HTTP/2': (options) => createGrpcTransport(options),
  'gRPC-web over HTTP/1.1': (options) => createGrpcWebTransport({ ...options, httpVersion: '1.1' }),
  'gRPC-web over HTTP/2': (options) => createGrpcWebTransport({ ...options, httpVersion: '2' }),
  'Connect protobuf': (options) => createConnectTransport({ ...options, httpVersion: '1.1', useBinaryFormat: true }),
  'Connect JSON over HTTP/2': (options) =>
    createConnectTransport({ ...options, httpVersion: '2', useBinaryFormat: false }),
  'Connect GET': (options) => createConnectTransport({ ...options, httpVersion: '1.1', useHttpGet: true }),
}

const header =
  (name: string, value: string): Interceptor =>
  (next) =>
  (request) => {
    request.header.set(name, value)
    return next(request)
  }

eachStore('protocols', (bench) => {
  const team = async () => {
    const started = await startTeam(bench)
    const { owner, teamId } = started
    await uploadRoot(owner, teamId)
    await owner.call('AdminService/SaveHook', {
      teamId,
      draft: {
        hookStep: 'beforeShellExecution',
        scriptName: 'guard.sh',
        operatingSystems: ['Linux'],
        matcher: 'curl',
        timeout: 5,
        scriptContent: '#!/bin/sh\necho {}\n',
      },
    })
    await owner.call('AdminService/Publish', { teamId })
    const { token } = (await owner.call('AccountService/CreateToken', { teamId, name: 'ci' })).body
    return { ...started, token: token as string }
  }

  test('GetTeamHooks matches the contract over every protocol', async () => {
    const { url, token } = await team()
    for (const [name, transport] of Object.entries(transports)) {
      const interceptors = [header('authorization', `Bearer ${token}`)]
      const client = createClient(TeamHooksService, transport({ baseUrl: url, interceptors }))
      const { hooks } = await client.getTeamHooks({ activeOnly: true })
      expect(hooks, name).toMatchObject([
        {
          id: 1n,
          hookStep: 'beforeShellExecution',
          scriptName: 'guard.sh',
          operatingSystems: ['Linux'],
          isActive: true,
          scriptContent: '#!/bin/sh\necho {}\n',
          matcher: 'curl',
          timeout: 5,
          version: 1n,
        },
      ])
    }
    const plain = await fetch(`${url}/hookline.team.v1.TeamHooksService/GetTeamHooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{"activeOnly":true}',
    })
    expect(await plain.json()).toMatchObject({ hooks: [{ id: '1', scriptName: 'guard.sh', isActive: true }] })
    const fields = TeamHooksService.method.getTeamHooks.output.field.hooks?.message?.fields ?? []
    expect(fields.map(({ name, number }) => `${name}=${number}`).slice(0, 6)).toEqual([
      'id=1',
      'hook_step=2',
      'script_name=3',
      'operating_systems=4',
      'is_active=5',
      'script_content=6',
    ])
  })

  test('hooks cannot be read without a token over any protocol', async () => {
    const { url } = await team()
    for (const [name, transport] of Object.entries(transports)) {
      const client = createClient(TeamHooksService, transport({ baseUrl: url }))
      await expect(client.getTeamHooks({}), name).rejects.toThrow(/unauthenticated/)
    }
  })

  test('a machine enrolls and polls over gRPC with a proof over the sent bytes', async () => {
    const { url, owner, teamId } = await team()
    const { publicKey, privateKey } = keyPair()
    const joined = await createClient(DeviceService, createGrpcTransport({ baseUrl: url })).enroll({
      code: await newCode(owner, teamId),
      publicKey: new Uint8Array(publicKey),
      name: 'box',
      operatingSystem: 'Linux',
    })
    const machine = createMachine(url, { ...joined, root: '' }, privateKey)
    const message = toBinary(SyncRequestSchema, create(SyncRequestSchema, { revision: 2n }))
    const frame = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message])
    const proof = machine.proof('POST', '/hookline.team.v1.DeviceService/Sync', frame)
    const interceptors = [header('authorization', `Bearer ${machine.token}`), header('hookline-proof', proof)]
    for (const transport of [createGrpcTransport, createGrpcWebTransport]) {
      const client = createClient(DeviceService, transport({ baseUrl: url, httpVersion: '2', interceptors }))
      expect(await client.sync({ revision: 2n })).toMatchObject({ revision: 2n, changed: false, nextSeconds: 1800 })
      await expect(client.sync({ revision: 1n })).rejects.toThrow(/unauthenticated/)
    }
  })

  test('the method Sync refuses what is not a revision', async () => {
    const { url, owner, teamId } = await team()
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    for (const body of ['{', '[]x', '{"revision":"-1"}', '{"revision":{}}']) {
      const target = '/hookline.team.v1.DeviceService/Sync'
      const answer = await fetch(`${url}${target}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${machine.token}`,
          'hookline-proof': machine.proof('POST', target, body),
        },
        body,
      })
      expect([body, answer.status]).toEqual([body, 400])
    }
  })
})
