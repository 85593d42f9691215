/**
 * Judges the packs and rules of a draft over the log of this machine, and returns counts. It starts no process, asks no model
 * and records nothing. What it cannot judge is counted as that, never as allowed. It blocks the thread, so only
 * `judge-program.ts` calls it.
 */
import { join } from 'node:path'
import { createMatchers } from '@hookline/core'
import {
  compose,
  type Entry,
  type Hooks,
  type LogRecord,
  logDirectory,
  missingOf,
  openLog,
  readsTranscript,
} from '@hookline/core/node'
import { cacheDirectory } from '@hookline/core/team'
import { createSetFiles, selectHooks } from '../../wire/hooks-file.ts'
import { loadPacks, readSetFile } from '../../wire/load-problem.ts'
import { type BundledPreview, type PreviewHookNumbers, type PreviewNumbers, previewLimits } from '../../wire/preview.ts'
import { type Machine, systemName } from '../device/machine.ts'
import { TeamError } from '../failure.ts'
import { sha256 } from '../hook-set.ts'

export interface PreviewResult {
  readonly numbers: PreviewNumbers
  readonly isPartial: boolean
  readonly hooks: readonly PreviewHookNumbers[]
}

type Finding = 'deny' | 'ask' | 'unjudged'
/** By the id of the hook. Hooks without an opinion are not in it. */
type Findings = ReadonlyMap<number, Finding>
const rank: Readonly<Record<Finding, number>> = { ask: 1, unjudged: 2, deny: 3 }

export interface JudgeOptions {
  /** Records from before this time are not judged. */
  readonly since: number
  /** When to end, on the clock of `performance.now()`. */
  readonly until: number
  /** Called about once in a second with what is known so far. */
  onProgress?(result: PreviewResult): void
}

const progressMs = 1000

export async function judgeLog(
  preview: BundledPreview,
  machine: Machine,
  { since, until, onProgress }: JudgeOptions,
): Promise<PreviewResult> {
  const draft = await openDraft(preview, machine)
  const tally = createTally()
  let [records, isPartial, shownAt] = [0, false, performance.now()]
  try {
    for await (const record of readRecords(machine, Math.max(since, machine.now() - preview.days * dayMs))) {
      records += 1
      const now = performance.now()
      isPartial = records > previewLimits.events || now >= until
      if (isPartial) break
      if (now - shownAt >= progressMs) {
        shownAt = now
        onProgress?.({ ...tally.read(), isPartial: true })
      }
      const findings = await draft.judge(record)
      if (findings !== undefined) tally.add(findings, record.kind === 'refuse')
    }
  } finally {
    await draft.close()
  }
  return { ...tally.read(), isPartial }
}

const dayMs = 24 * 3_600_000

/** Newest first. Events that a person or Hookline invented, and background hooks of an event, are not acts of an agent. */
async function* readRecords({ platform }: Machine, sinceMs: number): AsyncGenerator<LogRecord> {
  const directory = logDirectory(platform)
  const log = openLog(directory, { cache: join(cacheDirectory(platform), 'log', sha256(directory).slice(0, 16)) })
  const since = new Date(sinceMs)
  let before: string | undefined
  do {
    const page = await log.query({ since, limit: 200, ...(before === undefined ? {} : { before }) })
    yield* page.records.filter(({ purpose, of }) => purpose === undefined && of === undefined)
    before = page.next
  } while (before !== undefined)
}

async function openDraft({ hooks }: BundledPreview, machine: Machine) {
  const { system } = machine.platform
  const set = createSetFiles(selectHooks(hooks, systemName(machine)), system)
  if (typeof set === 'string') throw new TeamError('refused', `the preview is invalid: ${set}`)
  await loadPacks()
  const loaded = readSetFile(set.files['hookline.json'] ?? '{}', 'hookline.json', system)
  const known = { ...loaded, entries: loaded.entries.filter((entry) => !readsConversation(entry)) }
  const source = { name: 'team', load: () => known, mayContain: () => true, watched: () => [] } as const
  const { hooks: engine } = await compose(
    { workspaceRoots: [], home: machine.platform.home, sources: { only: [source] }, watch: false },
    { matchers: createMatchers(previewLimits.searchWork) },
  )
  const idOf = (line: number | undefined): number => set.lines[String(line)] ?? 0
  const toUnjudged = (entries: typeof loaded.entries) =>
    entries.map(({ origin }) => [idOf(origin.line), 'unjudged'] as const)
  return {
    close: () => engine.close(),
    /** Undefined if no hook of the draft listens to the event. */
    async judge(record: LogRecord): Promise<Findings | undefined> {
      const listening = loaded.entries.filter(({ event, monitor }) => event === record.event && !monitor)
      if (listening.length === 0) return undefined
      const unjudged = () => new Map(toUnjudged(listening))
      if (!isWhole(record)) return unjudged()
      const left = toUnjudged(listening.filter(readsConversation))
      const findings = await judgeRecord(engine, record, idOf).catch(unjudged)
      return left.length === 0 ? findings : new Map([...left, ...(findings ?? [])])
    },
  }
}

/** The conversation is a file of the agent, with much that is not in the log. */
const readsConversation = ({ rule }: Entry): boolean => rule !== undefined && readsTranscript(rule.when)

/** A text that was private, had a secret or was too long is not in the log as the hook would see it. */
function isWhole(record: LogRecord): boolean {
  const name = record.originalInput === undefined ? 'input' : 'originalInput'
  return !missingOf(record).some((path) => path === name || path.startsWith(`${name}.`))
}

async function judgeRecord(
  engine: Hooks,
  record: LogRecord,
  idOf: (line: number | undefined) => number,
): Promise<Findings | undefined> {
  const { plan, runs, left } = await engine.untyped.judge(record.event, record.originalInput ?? record.input)
  if (plan.entries.every(({ monitor }) => monitor)) return undefined
  const findings = new Map<number, Finding>()
  const add = (line: number | undefined, finding: Finding | undefined) => {
    const before = findings.get(idOf(line))
    if (finding === undefined || (before !== undefined && rank[before] >= rank[finding])) return
    findings.set(idOf(line), finding)
  }
  const isUnsure = (matcher: string | undefined) => plan.notes?.includes(`matcher-limit:${matcher}`) === true
  for (const { entry, outcome, notes } of runs) {
    const finding = outcome.kind === 'failed' ? 'unjudged' : toFinding(outcome)
    // An expression that is too much work counts as a match, so that what it says is not known.
    const isLimited = isUnsure(entry.matcher) || notes.some((note) => note.startsWith('matcher-limit:'))
    if (!entry.monitor) add(entry.origin.line, finding !== undefined && isLimited ? 'unjudged' : finding)
  }
  for (const { origin, monitor } of left) if (!monitor) add(origin.line, 'unjudged')
  return findings
}

const toFinding = (outcome: object): Finding | undefined => {
  const verdict = 'verdict' in outcome ? outcome.verdict : undefined
  return verdict === 'deny' || verdict === 'ask' ? verdict : undefined
}

function createTally() {
  const totals = { events: 0, denies: 0, newDenies: 0, asks: 0, unjudged: 0 }
  const byHook = new Map<number, { denies: number; asks: number; unjudged: number }>()
  return {
    add(findings: Findings, wasRefused: boolean): void {
      totals.events += 1
      for (const [id, finding] of findings) {
        const counts = byHook.get(id) ?? { denies: 0, asks: 0, unjudged: 0 }
        counts[columns[finding]] += 1
        byHook.set(id, counts)
      }
      const [strongest] = [...findings.values()].toSorted((a, b) => rank[b] - rank[a])
      if (strongest !== undefined) totals[columns[strongest]] += 1
      if (strongest === 'deny' && !wasRefused) totals.newDenies += 1
    },
    read: () => ({ numbers: { ...totals }, hooks: [...byHook].map(([hookId, counts]) => ({ hookId, ...counts })) }),
  }
}

const columns = { deny: 'denies', ask: 'asks', unjudged: 'unjudged' } as const
