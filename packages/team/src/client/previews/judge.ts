/**
 * Judges the packs and rules of a draft over the log of this machine, and returns counts. It starts no process, asks no model
 * and records nothing. What it cannot judge is counted as that, never as allowed.
 */
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createHooks, type Hooks, type LogRecord, logDirectory, missingOf, openLog } from '@hookline/core/node'
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

export async function judgeLog(preview: BundledPreview, machine: Machine): Promise<PreviewResult> {
  const draft = await openDraft(preview, machine)
  const tally = createTally()
  let records = 0
  try {
    for await (const record of readRecords(machine, preview.days)) {
      records += 1
      if (records > previewLimits.events) break
      // Other work of this process, such as a poll, must not wait for the whole log.
      if (records % 25 === 0) await setImmediate()
      const findings = await draft.judge(record)
      if (findings !== undefined) tally.add(findings, record.kind === 'refuse')
    }
  } finally {
    await draft.close()
  }
  return { ...tally.read(), isPartial: records > previewLimits.events }
}

/** Newest first. Events that a person or Hookline invented, and background hooks of an event, are not acts of an agent. */
async function* readRecords({ platform, now }: Machine, days: number): AsyncGenerator<LogRecord> {
  const directory = logDirectory(platform)
  const log = openLog(directory, { cache: join(cacheDirectory(platform), 'log', sha256(directory).slice(0, 16)) })
  const since = new Date(now() - days * 24 * 3_600_000)
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
  const source = { name: 'team', load: () => loaded, mayContain: () => true, watched: () => [] } as const
  const engine = await createHooks({
    ...{ workspaceRoots: [], home: machine.platform.home, sources: { only: [source] }, watch: false },
  })
  const idOf = (line: number | undefined): number => set.lines[String(line)] ?? 0
  return {
    close: () => engine.close(),
    /** Undefined if no hook of the draft listens to the event. */
    async judge(record: LogRecord): Promise<Findings | undefined> {
      const listening = loaded.entries.filter(({ event, monitor }) => event === record.event && !monitor)
      if (listening.length === 0) return undefined
      const unjudged = () => new Map(listening.map(({ origin }) => [idOf(origin.line), 'unjudged'] as const))
      return isWhole(record) ? judgeRecord(engine, record, idOf).catch(unjudged) : unjudged()
    },
  }
}

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
  for (const { entry, outcome } of runs)
    if (!entry.monitor) add(entry.origin.line, outcome.kind === 'failed' ? 'unjudged' : toFinding(outcome))
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
