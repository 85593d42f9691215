/** Proves hooks: sends canary events through the real engine and the real scripts, which are trusted only for this run. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks, documentSource, type Entry, type Hooks, readHooks, sourceSetup } from '@hookline/core/node'
import type { EventName } from '@hookline/core/protocol'
import type { Target } from '../edit/target.ts'

type Canary = { readonly event: EventName; input(root: string): object }
export type Proof = { readonly subject: string } & (
  | ({ readonly kind: 'deny' | 'ask' | 'allow' } & Canary)
  /** The hook must write a file in the state directory that only the user can read. */
  | ({ readonly kind: 'logs'; readonly file: string } & Canary)
)
export interface Proved {
  readonly state: 'proved' | 'failed' | 'not proved'
  readonly kind: Proof['kind'] | 'formats'
  readonly subject: string
  /** The hooks that ran. */
  readonly by: readonly string[]
  /** Names the agent whose own command was run. */
  readonly through?: string
  /** Only counted in the report, unless it fails. */
  readonly more?: boolean
  readonly durationMs: number
  /** The hook only monitors, so the decision is not enforced. */
  readonly monitor?: boolean
  readonly why?: string
}

/** Runs only entries with this command, which is our own script. The user has not trusted the other entries of the file. */
export async function prove(
  target: Target,
  command: string,
  proofs: readonly Proof[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly Proved[]> {
  const state = mkdtempSync(join(tmpdir(), 'hookline-proof-'))
  const hooks = await engineFor(target, command, { ...env, XDG_STATE_HOME: state })
  try {
    const proved: Proved[] = []
    for (const proof of proofs) proved.push(await proveOne(proof, hooks, target, state))
    return proved
  } finally {
    await hooks.close()
    rmSync(state, { recursive: true, force: true })
  }
}

function engineFor(target: Target, command: string, env: Readonly<Record<string, string | undefined>>) {
  const { level, file, base, root } = target
  const trust = level === 'user' ? 'own' : 'untrusted'
  const origin = { source: level, own: false, file, cwd: base, trust, ...(root === undefined ? {} : { root }) } as const
  const ours = (entry: Entry) => entry.command === command
  const source = documentSource(origin, sourceSetup(), (text, where, reading) => {
    const read = readHooks(text, where, reading)
    return { ...read, entries: read.entries.filter(ours) }
  })
  return createHooks({
    workspaceRoots: [root ?? base],
    sources: { only: [source] },
    trust: () => true,
    watch: false,
    env,
  })
}

async function proveOne(proof: Proof, hooks: Hooks, target: Target, state: string): Promise<Proved> {
  const { effect, durationMs } = await fireTimed(hooks, proof.event, proof.input(target.root ?? target.base))
  const failure = effect.runs.find(({ outcome }) => outcome.kind === 'failed')
  const by = effect.runs.map(({ entry }) => entry.name ?? entry.label)
  const facts = { kind: proof.kind, subject: proof.subject, by, durationMs }
  const wrong = (why: string): Proved => ({ ...facts, state: 'failed', why })
  if (by.length === 0) return wrong('no hook ran')
  if (failure?.outcome.kind === 'failed') return wrong(failure.outcome.message)
  if (proof.kind === 'logs') {
    const why = logFault(join(state, 'hookline', proof.file))
    return why === undefined ? { ...facts, state: 'proved' } : wrong(why)
  }
  return effect.verdict === proof.kind
    ? { ...facts, state: 'proved' }
    : wrong(`expected ${proof.kind}, got ${effect.verdict}`)
}

function logFault(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 'it did not write the log'
  return (stats.mode & 0o077) === 0 ? undefined : 'other users can read the log'
}

async function fireTimed(hooks: Hooks, event: EventName, input: object) {
  const began = performance.now()
  // The inputs are our own and fit their events; `fire` checks them again.
  const effect = await hooks.untyped.fire(event, input)
  return { effect, durationMs: performance.now() - began }
}
