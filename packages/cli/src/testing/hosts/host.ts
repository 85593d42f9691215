/** Small stand-ins for agents that cannot be driven here: each reads its settings and the replies of hooks as its documents say. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { JsonObject } from '@hookline/core/protocol'
import type { Sandbox } from '../cli.ts'

/** What the agent is about to do. */
export type Act =
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string; readonly input: JsonObject }
  | { readonly kind: 'prompt'; readonly prompt: string }
  | { readonly kind: 'start' }
  | { readonly kind: 'stop' }

/** An event as the agent sends it. */
export interface SentEvent {
  readonly event: string
  readonly payload: JsonObject
}

/** A hook in the settings of the agent. */
export interface HostHook {
  readonly event: string
  readonly command: string
  /** The program is started directly, without a shell. */
  readonly isProgram?: true
}

export interface HookResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What the agent does then. */
export interface Reaction {
  readonly does: 'act' | 'refuse' | 'ask' | 'continue'
  /** What the model reads. */
  readonly model?: string
  /** What the person reads. */
  readonly person?: string
  /** The input with which it acts, if a hook changed it. */
  readonly input?: JsonObject
}

export interface DocumentedHost {
  readonly name: string
  /** The files that it reads, relative to the workspace or the home directory. */
  readonly files: Readonly<Record<'user' | 'project', readonly string[]>>
  hooksIn(text: string, file: string): readonly HostHook[]
  eventOf(act: Act, root: string): SentEvent | undefined
  react(event: string, result: HookResult): Reaction
  /** Variables that it sets for hooks. */
  variables?(root: string): Readonly<Record<string, string>>
}

/** Every hook in the files of the agent. */
export function hooksOf(host: DocumentedHost, { home, root }: Sandbox): readonly HostHook[] {
  const paths = [
    ...host.files.user.map((file) => `${home}/${file}`),
    ...host.files.project.map((file) => `${root}/${file}`),
  ]
  return paths.filter((path) => existsSync(path)).flatMap((path) => host.hooksIn(readFileSync(path, 'utf8'), path))
}

export interface ActOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Changes the command before the agent starts it. */
  readonly alter?: (command: string) => string
}

/** Runs the hooks of the event as the agent does. Without any hook it acts. */
export function react(host: DocumentedHost, scratch: Sandbox, act: Act, options: ActOptions = {}): Reaction {
  const sent = host.eventOf(act, scratch.root)
  if (sent === undefined) throw new Error(`${host.name} has no event for ${act.kind}`)
  const hooks = hooksOf(host, scratch).filter(({ event }) => event === sent.event)
  const { alter = (command: string) => command } = options
  const reactions = hooks.map(({ command, isProgram }) => {
    const [program, args] = isProgram === true ? [command, []] : ['/bin/sh', ['-c', alter(command)]]
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: scratch.root,
      env: { ...scratch.env, ...host.variables?.(scratch.root), HOOKLINE_DAEMON: 'off', ...options.env },
      input: JSON.stringify(sent.payload),
      encoding: 'utf8',
      timeout: 60_000,
    })
    return host.react(sent.event, { code: status, stdout, stderr })
  })
  return reactions.find(({ does }) => does !== 'act') ?? reactions[0] ?? { does: 'act' }
}
