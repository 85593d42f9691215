/** Starts a real team server, and sets up a team on it over its API with the test helpers of the team package. */
import { onTestFinished } from 'vitest'
import type { Sandbox } from './cli.ts'

interface Person {
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what came over the wire
  call(method: string, body?: object): Promise<{ readonly status: number; readonly body: any }>
}
interface Machine {
  readonly id: string
  call(method: string, body?: object): Promise<{ readonly status: number }>
}
interface Helpers {
  readonly password: string
  personAt(url: string): Person
  uploadRoot(owner: Person, teamId: string): Promise<unknown>
  newCode(owner: Person, teamId: string, wish?: object): Promise<string>
  enrolMachine(url: string, code: string, name?: string): Promise<Machine>
}
/** The package does not export its test helpers, so they are imported from its build. */
const helpers = new URL('../../../team/dist/testing/index.js', import.meta.url).href
const { personAt, uploadRoot, newCode, enrolMachine, password } = (await import(helpers)) as Helpers

export { enrolMachine, newCode, password, personAt }

export interface TeamServer {
  readonly url: string
  readonly ownerLink: string
  stop(): Promise<void>
}

export async function startTeamServer(scratch: Sandbox, args: readonly string[] = []): Promise<TeamServer> {
  const child = scratch.start(['serve', '--json', '--port', '0', ...args])
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
  }
  onTestFinished(stop)
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk)
  })
  const printed = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += String(chunk)
      if (text.endsWith('}\n')) resolve(text)
    })
    child.once('exit', (code) => reject(new Error(`the server exited with ${code}: ${errors}`)))
  })
  const { url, owner_link = '' } = JSON.parse(printed) as { readonly url: string; readonly owner_link?: string }
  return { url, ownerLink: owner_link, stop }
}

export interface Team extends TeamServer {
  readonly owner: Person
  readonly teamId: string
  /** Calls a method of the admin service as the owner. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what came over the wire
  admin(method: string, body?: object): Promise<any>
  join(email: string, role: string): Promise<Person>
}

/** Starts a server with a team that has an owner and a signing key. */
export async function startOwnedTeam(scratch: Sandbox, teamName = 'Platform'): Promise<Team> {
  const server = await startTeamServer(scratch)
  const owner = personAt(server.url)
  const call = async (method: string, body: object) => {
    const response = await owner.call(method, body)
    if (response.status !== 200) throw new Error(`${method}: ${response.status} ${JSON.stringify(response.body)}`)
    return response.body
  }
  const secret = server.ownerLink.split('#')[1]
  const me = await call('AccountService/Accept', { secret, email: 'owner@example.com', password, teamName })
  const teamId: string = me.teams[0].teamId
  const admin: Team['admin'] = (method, body = {}) => call(`AdminService/${method}`, { teamId, ...body })
  await uploadRoot(owner, teamId)
  const join = async (email: string, role: string) => {
    const { link } = await admin('InviteMember', { email, role })
    const person = personAt(server.url)
    await person.call('AccountService/Accept', { secret: link.split('#')[1], email, password })
    return person
  }
  return { ...server, owner, teamId, admin, join }
}

const guard = `#!/bin/sh
case $(cat) in *'git push'*) echo '{"permission":"deny"}' ;; *) echo '{}' ;; esac
`

/** Publishes a guard for the team, and enrols the machine of the sandbox. Its user has not answered the notice about it yet. */
export async function joinTeam({ admin, owner, teamId, url }: Team, scratch: Sandbox): Promise<void> {
  const hook = { hookStep: 'beforeShellExecution', scriptName: 'guard.sh', scriptContent: guard }
  await admin('SaveHook', { draft: hook })
  await admin('Publish', { note: 'the guard' })
  const { code, stderr } = scratch.hookline(['team', 'enroll', url, await newCode(owner, teamId)])
  if (code !== 0) throw new Error(`enroll: ${stderr}`)
}
