/** A running team server for tests, and users who call it with plain JSON over HTTP. */
import { type Server, type ServerOptions, startServer } from '../server/index.ts'
import type { StoreBench } from './each-store.ts'

export interface RpcResponse {
  readonly status: number
  /** The message, or Connect's error: `code` and `message`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests check the raw response
  readonly body: any
  readonly headers: Headers
}

export interface Person {
  /** `call('AdminService/ListMembers', { teamId })`. Keeps cookies, as a browser does. */
  call(method: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<RpcResponse>
  cookie(): string
}

export function personAt(url: string): Person {
  let cookie = ''
  return {
    async call(method, body = {}, headers = {}) {
      const response = await fetch(`${url}/hookline.team.v1.${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }), ...headers },
        body: JSON.stringify(body),
      })
      const set = response.headers.get('set-cookie')
      if (set !== null) cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '')
      const text = await response.text()
      return { status: response.status, body: isJson(response) ? JSON.parse(text) : text, headers: response.headers }
    },
    cookie: () => cookie,
  }
}

const isJson = (response: Response): boolean =>
  response.headers.get('content-type')?.includes('application/json') === true

export const password = 'correct horse battery staple'

export interface TeamServer {
  readonly server: Server
  readonly url: string
  readonly owner: Person
  readonly teamId: string
  /** Moves the server's clock. */
  advanceClock(ms: number): void
  /** Adds a user who accepts an invitation of the owner. */
  join(email: string, role: string): Promise<Person>
}

export async function startTeam(bench: StoreBench, options: Partial<ServerOptions> = {}): Promise<TeamServer> {
  let skew = 0
  const now = () => Date.now() + skew
  const storeOptions = options.dataDir === undefined ? await bench.preparedOptions() : { dataDir: options.dataDir }
  const server = await startServer({ ...storeOptions, now, log: console.error, ...options })
  bench.undo(() => server.close())
  const owner = personAt(server.url)
  const { body } = await accept(owner, server.ownerLink ?? '', 'owner@example.com')
  const teamId: string = body.teams[0].teamId
  return {
    server,
    url: server.url,
    owner,
    teamId,
    advanceClock: (ms) => {
      skew += ms
    },
    async join(email, role) {
      const person = personAt(server.url)
      const invited = await owner.call('AdminService/InviteMember', { teamId, email, role })
      await accept(person, invited.body.link, email)
      return person
    },
  }
}

export const accept = (person: Person, link: string, email: string, extraFields: object = {}): Promise<RpcResponse> =>
  person.call('AccountService/Accept', { secret: link.split('#')[1], email, password, ...extraFields })
