/** A team server as people start it, and what tests do to it over its wire: the team package's own helpers. */
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
/** Not among the package's exports: only its build has them. */
const helpers = new URL('../../../team/dist/testing/index.js', import.meta.url).href
const { personAt, uploadRoot, newCode, enrolMachine, password } = (await import(helpers)) as Helpers

export { enrolMachine, newCode, password, personAt }

export interface TeamServer {
  readonly url: string
  readonly ownerLink: string
  stop(): Promise<void>
}

export async function startTeamServer(box: Sandbox, args: readonly string[] = []): Promise<TeamServer> {
  const child = box.start(['serve', '--json', '--port', '0', ...args])
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
  const said = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += String(chunk)
      if (text.endsWith('}\n')) resolve(text)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${errors}`)))
  })
  const { url, owner_link = '' } = JSON.parse(said) as { readonly url: string; readonly owner_link?: string }
  return { url, ownerLink: owner_link, stop }
}

export interface Team extends TeamServer {
  readonly owner: Person
  readonly teamId: string
  /** A method of the admin service, as the owner. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what came over the wire
  admin(method: string, body?: object): Promise<any>
  join(email: string, role: string): Promise<Person>
}

/** Somebody owns it, and it can publish. */
export async function startOwnedTeam(box: Sandbox, teamName = 'Platform'): Promise<Team> {
  const server = await startTeamServer(box)
  const owner = personAt(server.url)
  const ask = async (method: string, body: object) => {
    const answer = await owner.call(method, body)
    if (answer.status !== 200) throw new Error(`${method}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const secret = server.ownerLink.split('#')[1]
  const me = await ask('AccountService/Accept', { secret, email: 'owner@example.com', password, teamName })
  const teamId: string = me.teams[0].teamId
  const admin: Team['admin'] = (method, body = {}) => ask(`AdminService/${method}`, { teamId, ...body })
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

/** The team publishes a guard, and the sandbox's machine has it; nobody there was told of it. */
export async function joinTeam({ admin, owner, teamId, url }: Team, box: Sandbox): Promise<void> {
  const hook = { hookStep: 'beforeShellExecution', scriptName: 'guard.sh', scriptContent: guard }
  await admin('SaveHook', { draft: hook })
  await admin('Publish', { note: 'the guard' })
  const { code, stderr } = box.hookline(['team', 'enroll', url, await newCode(owner, teamId)])
  if (code !== 0) throw new Error(`enroll: ${stderr}`)
}
