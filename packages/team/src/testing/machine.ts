/** An enrolled machine for tests. It proves every request with its key, as the real client does. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Person, RpcResponse } from './server.ts'

export interface TestMachine {
  readonly token: string
  readonly id: string
  readonly teamId: string
  /** The first root from the enrolment. */
  readonly root: Buffer
  /** `call('DeviceService/Sync', { revision: 1 })` in JSON. */
  call(method: string, body?: object, headers?: Headers): Promise<RpcResponse>
  get(path: string, headers?: Headers): Promise<Response>
  proof(method: string, target: string, body?: Uint8Array | string, at?: number): string
  /** The same machine with another server. */
  at(url: string): TestMachine
}
type Headers = Readonly<Record<string, string>>

export function keyPair(): { readonly publicKey: Buffer; readonly privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { publicKey: publicKey.export({ format: 'der', type: 'spki' }), privateKey }
}

const hash = (body: Uint8Array | string) => createHash('sha256').update(body).digest('hex')
const formatProof = (method: string, target: string, ms: number, body: Uint8Array | string) =>
  `${method}\n${target}\n${ms}\n${hash(body)}`

export function proofWith(
  key: KeyObject,
  method: string,
  target: string,
  body: Uint8Array | string = '',
  at = Date.now(),
) {
  return `${at}.${sign(null, Buffer.from(formatProof(method, target, at, body)), key).toString('base64url')}`
}

export async function newCode(owner: Person, teamId: string, codeOptions: object = {}): Promise<string> {
  const response = await owner.call('AdminService/CreateEnrollmentCode', { teamId, ...codeOptions })
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  return response.body.code
}

export async function enrolMachine(url: string, code: string, name = 'laptop'): Promise<TestMachine> {
  const { publicKey, privateKey } = keyPair()
  const response = await fetch(`${url}/hookline.team.v1.DeviceService/Enroll`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      code,
      publicKey: publicKey.toString('base64'),
      name,
      operatingSystem: 'Linux',
      clientVersion: '1.0.0',
    }),
  })
  const enrolment = (await response.json()) as EnrolResponse
  if (response.status !== 200) throw new Error(JSON.stringify(enrolment))
  return createMachine(url, enrolment, privateKey)
}

interface EnrolResponse {
  readonly token: string
  readonly deviceId: string
  readonly teamId: string
  readonly root: string
}

export function createMachine(url: string, enrolment: EnrolResponse, key: KeyObject): TestMachine {
  const { token, deviceId, teamId, root } = enrolment
  const proof: TestMachine['proof'] = (method, target, body, at) => proofWith(key, method, target, body, at)
  return {
    token,
    id: deviceId,
    teamId,
    root: Buffer.from(root, 'base64'),
    proof,
    at: (other) => createMachine(other, enrolment, key),
    async call(method, message = {}, headers = {}) {
      const target = `/hookline.team.v1.${method}`
      const body = JSON.stringify(message)
      const response = await fetch(`${url}${target}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'hookline-proof': proof('POST', target, body),
          ...headers,
        },
        body,
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('application/json') === true
      return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
    },
    get: (path, headers = {}) =>
      fetch(`${url}${path}`, {
        headers: { authorization: `Bearer ${token}`, 'hookline-proof': proof('GET', path), ...headers },
      }),
  }
}
