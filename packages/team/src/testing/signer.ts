/** A fake team server that a test controls: it signs anything with the online keys and serves any file. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { MetaFile, Snapshot, TargetFile, Targets, Timestamp } from '@tufjs/models'
import { type SigningKey, sha256, signMetadata } from '../server/signing/tuf.ts'
import {
  EnrollResponseSchema,
  HeartbeatRequestSchema,
  HeartbeatResponseSchema,
  LeaveResponseSchema,
  PreviewReportResponseSchema,
  PreviewReportSchema,
  ReportRequestSchema,
  ReportResponseSchema,
} from '../wire/index.ts'
import { makeRoot, newSigningKey } from './root.ts'

export const testTeam = 'hl_abcdefghij234567'

export interface Release {
  readonly version: number
  readonly hooks: readonly object[]
  /** The scripts of the hooks by target name. */
  readonly scripts?: Readonly<Record<string, string>>
  readonly team?: string
  readonly expires?: Readonly<Partial<Record<'targets' | 'snapshot' | 'timestamp', string>>>
  readonly schema?: number
  readonly pauses?: unknown
  readonly rollout?: unknown
  readonly observation?: unknown
  readonly preview?: unknown
}

/** Replaces a file: returns other bytes, or a function that handles the connection. */
type Alter = (path: string, body: Buffer) => Buffer | ((response: ServerResponse) => void)

interface RefusedResponse {
  readonly status: number
  readonly body: string
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface TestServer {
  readonly url: string
  readonly code: string
  readonly rootKey: SigningKey
  readonly online: Readonly<Record<'targets' | 'snapshot' | 'timestamp', SigningKey>>
  /** The served files by their path below `/repo/<team>/`. */
  readonly files: Map<string, Buffer>
  readonly heartbeats: { refused: string; revision: number; activeHooks: number; candidate: number }[]
  readonly reports: Map<number, string>
  readonly reported: { count: number; conflicts: number }
  /** The counts of previews, as JSON text. */
  readonly previews: string[]
  release(release: Release): void
  /** Creates a new root with the same online keys or with new ones. */
  rotate(keys: readonly SigningKey[], signers: readonly SigningKey[], online?: TestServer['online']): void
  alter: Alter | undefined
  /** If set, the response to every request. */
  refuse: RefusedResponse | undefined
  /** If set, can refuse single methods by name. */
  refuses: ((method: string) => { readonly status: number; readonly code: string } | undefined) | undefined
  /** Responds "unchanged" to every poll. */
  saysUnchanged: boolean
  /** Accepts every request and never responds. */
  hangs: boolean
  revision: number
  close(): Promise<void>
}

const farFuture = '2099-01-01T00:00:00Z'
const scriptTarget = (text: string): string => `scripts/${sha256(text)}`

export async function startSigner(): Promise<TestServer> {
  const rootKey = newSigningKey()
  let online = { targets: newSigningKey(), snapshot: newSigningKey(), timestamp: newSigningKey() }
  const parts = (keys: TestServer['online']) =>
    JSON.stringify({
      keys: Object.fromEntries(Object.values(keys).map(({ key }) => [key.keyID, key.toJSON()])),
      roles: Object.fromEntries(
        Object.entries(keys).map(([role, { key }]) => [role, { keyids: [key.keyID], threshold: 1 }]),
      ),
    })
  const firstRoot = makeRoot(parts(online), { keys: [rootKey] })
  const files = new Map<string, Buffer>([['metadata/1.root.json', Buffer.from(firstRoot)]])
  let roots = 1
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  // On a busy machine a pause can be longer than the default of five seconds.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const signer: TestServer = {
    url: `http://127.0.0.1:${port}`,
    code: `aaaaaaaaaaaaaaaa.${'s'.repeat(43)}.${sha256(firstRoot).slice(0, 16)}`,
    rootKey,
    get online() {
      return online
    },
    files,
    heartbeats: [],
    reports: new Map(),
    reported: { count: 0, conflicts: 0 },
    previews: [],
    alter: undefined,
    refuse: undefined,
    refuses: undefined,
    saysUnchanged: false,
    hangs: false,
    revision: 0,
    release(release) {
      for (const [path, body] of releaseFiles(release, online)) files.set(path, body)
      signer.revision = release.version
    },
    rotate(keys, signers, newOnline = online) {
      roots += 1
      online = newOnline as typeof online
      files.set(`metadata/${roots}.root.json`, Buffer.from(makeRoot(parts(online), { version: roots, keys, signers })))
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const path = request.url ?? ''
    const { refuse, refuses } = signer
    if (signer.hangs) return
    if (refuse !== undefined)
      return void response.writeHead(refuse.status, { ...refuse.headers, 'content-type': refuse.type }).end(refuse.body)
    const file = path.startsWith(`/repo/${testTeam}/`) ? path.slice(`/repo/${testTeam}/`.length) : undefined
    if (file !== undefined) return serve(file, request.headers['if-none-match'] !== undefined, response)
    const method = path.split('/').at(-1) ?? ''
    const refusal = refuses?.(method)
    if (refusal !== undefined)
      return void response
        .writeHead(refusal.status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: refusal.code, message: `${method}: ${refusal.code}` }))
    response.writeHead(200, { 'content-type': 'application/proto' }).end(rpc(method, body))
  }

  function serve(path: string, isPoll: boolean, response: ServerResponse): void {
    const body = files.get(path)
    if (body === undefined)
      return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"not_found"}')
    if (path === 'metadata/timestamp.json' && isPoll && signer.saysUnchanged) return void response.writeHead(304).end()
    const altered = signer.alter?.(path, body) ?? body
    if (typeof altered === 'function') altered(response)
    else
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': altered.length, etag: '"test"' })
        .end(altered)
  }

  function rpc(method: string, body: Buffer): Uint8Array {
    if (method === 'Enroll')
      return toBinary(
        EnrollResponseSchema,
        create(EnrollResponseSchema, {
          teamId: testTeam,
          teamName: 'Test',
          deviceId: 'd',
          token: 'hld_t',
          root: firstRoot,
        }),
      )
    if (method === 'Heartbeat') {
      const message = fromBinary(HeartbeatRequestSchema, body)
      signer.heartbeats.push({
        refused: message.refused,
        revision: Number(message.revision),
        activeHooks: message.activeHooks,
        candidate: Number(message.candidate),
      })
      return toBinary(HeartbeatResponseSchema, create(HeartbeatResponseSchema))
    }
    if (method === 'Report') return report(body)
    if (method === 'ReportPreview') {
      const message = fromBinary(PreviewReportSchema, body)
      signer.previews.push(JSON.stringify(message, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))
      return toBinary(PreviewReportResponseSchema, create(PreviewReportResponseSchema, { stored: true }))
    }
    return toBinary(LeaveResponseSchema, create(LeaveResponseSchema))
  }

  function report(body: Buffer): Uint8Array {
    for (const decision of fromBinary(ReportRequestSchema, body).decisions) {
      const number = Number(decision.sequence)
      const text = JSON.stringify({
        ...decision,
        sequence: number,
        revision: Number(decision.revision),
        candidate: Number(decision.candidate),
        observation: Number(decision.observation),
        runs: decision.runs.map((run) => ({ ...run, hookId: Number(run.hookId) })),
      })
      if (signer.reports.has(number) && signer.reports.get(number) !== text) signer.reported.conflicts += 1
      signer.reports.set(number, text)
      signer.reported.count += 1
    }
    const accepted = Math.max(0, ...signer.reports.keys())
    return toBinary(ReportResponseSchema, create(ReportResponseSchema, { accepted: BigInt(accepted) }))
  }
  return signer
}

/** Creates all files of a repository with one release, by path. */
export function releaseFiles(release: Release, online: TestServer['online']): ReadonlyMap<string, Buffer> {
  const { version, hooks, scripts = {}, team = testTeam, expires = {}, schema = 1 } = release
  const bundle = JSON.stringify({
    schema,
    team_id: team,
    revision: version,
    hooks,
    pauses: release.pauses,
    rollout: release.rollout,
    observation: release.observation,
    preview: release.preview,
  })
  const bodies = new Map([['bundle.json', bundle], ...Object.entries(scripts)])
  const files = new Map<string, Buffer>()
  const list: Record<string, TargetFile> = {}
  for (const [path, text] of bodies) {
    const hash = sha256(text)
    list[path] = new TargetFile({ path, length: Buffer.byteLength(text), hashes: { sha256: hash } })
    files.set(`targets/${path.replace(/[^/]*$/, (base) => `${hash}.${base}`)}`, Buffer.from(text))
  }
  const common = (role: keyof typeof expires) => ({
    specVersion: '1.0.31',
    version,
    expires: expires[role] ?? farFuture,
  })
  const meta = (body: Buffer) => new MetaFile({ version, length: body.length, hashes: { sha256: sha256(body) } })
  const targets = Buffer.from(signMetadata(new Targets({ ...common('targets'), targets: list }), [online.targets]))
  const snapshot = Buffer.from(
    signMetadata(new Snapshot({ ...common('snapshot'), meta: { 'targets.json': meta(targets) } }), [online.snapshot]),
  )
  const timestamp = signMetadata(new Timestamp({ ...common('timestamp'), snapshotMeta: meta(snapshot) }), [
    online.timestamp,
  ])
  files.set(`metadata/${version}.targets.json`, targets)
  files.set(`metadata/${version}.snapshot.json`, snapshot)
  files.set('metadata/timestamp.json', Buffer.from(timestamp))
  return files
}

/** Creates a hook and its script for a release. */
export function hookWith(id: number, text: string, extraFields: object = {}) {
  const hook = {
    id,
    hook_step: 'beforeShellExecution',
    script_name: `guard-${id}.sh`,
    operating_systems: [],
    is_active: true,
    version: 1,
    target: scriptTarget(text),
    ...extraFields,
  }
  return { hook, scripts: { [scriptTarget(text)]: text } }
}
