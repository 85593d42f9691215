/** Runs a case with a real process for every hook, through real files, with the engine as people get it. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Effect, Entry, SandboxLevel } from '../flow.ts'
import type { Hooks } from '../hooks.ts'
import { createHooks } from '../node/create-hooks.ts'
import type { JsonObject } from '../schema.ts'
import type { Case, CaseHook } from './case.ts'
import { caseFiles, indexEntries } from './case-files.ts'
import { type CaseDirectories, caseScript, writeCaseFile, writeCaseScripts } from './case-scripts.ts'
import { type CaseResult, differences, partDifferences } from './compare-case.ts'
import { askOf, fireAndWait, inputOf } from './run-case.ts'

interface Scratch extends CaseDirectories {
  readonly plugin: string
  readonly scripts: string
}

/** The differences between what the case wants and what happens: none when it holds. */
export const runRealCase = (one: Case): Promise<readonly string[]> =>
  inScratch(
    one,
    (hook) => hook.entry,
    async (scratch) => {
      const hooks = await openHooks(one, scratch)
      const read = readResult(one, scratch, hooks)
      const { effect, background } = await fireAndWait(hooks, one)
      return differences(one, { ...read(effect), ...(background === undefined ? {} : { background }) })
    },
  )

/** The same in a sandbox: every case decides as without one. A signal is an exit code there, and what hooks read cannot be kept. */
export const runSandboxedCase = (one: Case, level: SandboxLevel): Promise<readonly string[]> => {
  const user = { ...one.settings?.user, sandboxForAll: level }
  const confined: Case = { ...one, settings: { ...one.settings, user }, want: withoutSignals(one.want) }
  const unread = { ...confined, hooks: confined.hooks.map(({ reads: _, ...hook }) => hook) }
  return inScratch(
    unread,
    (hook) => hook.entry,
    async (scratch) => {
      const hooks = await openHooks(unread, scratch)
      const read = readResult(unread, scratch, hooks)
      const { effect, background } = await fireAndWait(hooks, unread)
      const runs = [...effect.runs, ...(background?.runs ?? [])]
      const outside = runs.filter(({ entry, notes }) => isProcess(entry) && !notes.some(isSandboxNote))
      const found = differences(unread, { ...read(effect), ...(background === undefined ? {} : { background }) })
      return [...found, ...outside.map(({ entry }) => `${entry.id} ran outside`)]
    },
    () => ['cat > /dev/null'],
  )
}

const isProcess = ({ type, call, broken, unrunnable }: Entry): boolean =>
  type === 'command' && (call ?? broken ?? unrunnable) === undefined
const isSandboxNote = (note: string): boolean => note.startsWith('sandbox:')

const withoutSignals = ({ failure, outcomes, ...want }: Case['want']): Case['want'] => ({
  ...want,
  ...(failure === undefined ? {} : { failure: failure === 'signal' ? 'exit' : failure }),
  ...(outcomes === undefined
    ? {}
    : { outcomes: outcomes.map((outcome) => (outcome === 'failed:signal' ? 'failed:exit' : outcome)) }),
})

export interface ParkedCase {
  /** As from `runRealCase`. */
  readonly differences: readonly string[]
  /** What hooks of the case did and what was decided, without ids and times. */
  readonly cold: unknown
  readonly parked: unknown
  /** Runs in a process that was started ahead of time, of so many that could be. */
  readonly parkedRuns: number
  readonly warmRuns: number
}

/** Runs a case with `warm` in all its entries, once without parking and once with a parked process for every hook. */
export const runParkedCase = (one: Case): Promise<ParkedCase> =>
  inScratch(
    one,
    (hook) => ({ ...hook.entry, warm: true }),
    async (scratch) => {
      const cold = await firePrimed(one, scratch, 0)
      const parked = await firePrimed(one, scratch, 32)
      const warm = parked.effect.runs.filter((run) => run.entry.warm === true && run.look === 1)
      return {
        differences: differences(one, parked),
        cold: summary(cold.effect),
        parked: summary(parked.effect),
        parkedRuns: warm.filter(({ notes }) => notes.includes('parked')).length,
        warmRuns: warm.length,
      }
    },
  )

/** Fires the event of a case after one that its hooks do nothing about, so that a process of each may be parked. */
async function firePrimed(one: Case, scratch: Scratch, maxParked: number): Promise<CaseResult> {
  for (const name of readdirSync(scratch.scripts))
    if (/\.(asked|starts|stdin)$/.test(name)) rmSync(join(scratch.scripts, name))
  const prime = join(scratch.scripts, 'prime')
  writeFileSync(prime, '')
  const hooks = await openHooks(one, scratch, { maxParked })
  const read = readResult(one, scratch, hooks)
  const ended = new Promise<Effect>((resolve) => hooks.on('record', ({ effect }) => resolve(effect)))
  const input = { ...inputOf(one, scratch.root), conversation_id: 'prime' }
  const effect = await hooks.untyped.fire(one.event, input)
  const { runs } = effect.plan.entries.length === 0 ? effect : await ended
  const starts = (at: number) => readFileSync(join(scratch.scripts, `${at}.starts`), 'utf8').length
  const { indexOf } = read(effect)
  for (const { entry } of maxParked === 0 ? [] : runs)
    if (entry.warm === true) while (starts(indexOf(entry)) < 2) await sleep(2)
  rmSync(prime)
  return read((await fireAndWait(hooks, one)).effect)
}

/** What must be the same whether a process was started for the event or ahead of time. */
function summary({
  verdict,
  kind,
  because,
  reply,
  userMessage,
  agentMessage,
  context,
  env,
  followUp,
  runs,
  plan,
  notes,
}: Effect) {
  const isOther = (note: string) => note !== 'parked'
  return {
    ...{ verdict, kind, reply, userMessage, agentMessage, context, env, followUp, notes },
    because: { ...because, entries: because.entries.map(({ id }) => id) },
    skipped: plan.skipped.map(({ entry, why, detail }) => [entry.id, why, detail]),
    // Of what a run has, only its id, its times and this note may differ.
    runs: runs.map(({ id: _, startedAt: __, durationMs: ___, ...run }) => ({
      ...run,
      entry: run.entry.id,
      notes: run.notes.filter(isOther),
    })),
  }
}

async function inScratch<T>(
  one: Case,
  entryOf: (hook: CaseHook) => JsonObject,
  run: (scratch: Scratch) => Promise<T>,
  before: ReturnType<typeof beforeBehaviour> | undefined = undefined,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-case-'))
  const part = (name: string) => join(directory, name)
  const scratch: Scratch = {
    root: part('root'),
    home: part('home'),
    enterprise: part('enterprise'),
    plugin: part('plugin'),
    scripts: part('scripts'),
  }
  try {
    for (const folder of Object.values(scratch)) mkdirSync(folder)
    writeCaseScripts(one, scratch.scripts, before ?? beforeBehaviour(scratch))
    for (const file of caseFiles(one, (hook, at) => ({ ...entryOf(hook), command: caseScript(scratch.scripts, at) })))
      writeCaseFile(scratch, file)
    return await run(scratch)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const openHooks = (one: Case, scratch: Scratch, more: { readonly maxParked?: number } = {}): Promise<Hooks> =>
  createHooks({
    workspaceRoots: [scratch.root],
    home: scratch.home,
    enterpriseDir: scratch.enterprise,
    plugins: one.hooks.some((hook) => hook.source === 'plugin') ? [scratch.plugin] : [],
    trust: 'all',
    experiments: one.experiments ?? [],
    ...(one.edition === undefined ? {} : { edition: one.edition }),
    ...askOf(one),
    ...more,
  })

/** Call it before the event: `close` forgets the entries. */
function readResult(one: Case, scratch: Scratch, hooks: Hooks): (effect: Effect) => CaseResult {
  const indexOf = indexEntries(one, hooks.entries)
  const { problems } = hooks
  return (effect) => ({ effect, problems, indexOf, misread: findMisread(one, scratch) })
}

const findMisread = (one: Case, scratch: Scratch): readonly string[] =>
  one.hooks.flatMap((hook, at) => {
    const read = join(scratch.scripts, `${at}.stdin`)
    return hook.reads === undefined || !existsSync(read)
      ? []
      : partDifferences(`hook ${at} reads`, hook.reads, JSON.parse(readFileSync(read, 'utf8')))
  })

/** What each script does before it behaves as its hook: a script that is primed only ends. */
const beforeBehaviour = (scratch: Scratch) => (file: (name: string) => string) => [
  `printf . >> '${file('starts')}'`,
  `cat > '${file('stdin')}'`,
  `[ ! -e '${join(scratch.scripts, 'prime')}' ] || exit 0`,
]
