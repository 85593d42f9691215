/** Decisions for the servers of this machine's teams: what was decided, by whom, how long it took. No input, output or text. */
import { join } from 'node:path'
import type { Entry, HookRecord, Outcome, Run } from '../../flow.ts'
import type { Platform, Sink } from '../../ports.ts'
import { nodeFiles } from '../system/files.ts'
import { sha256 } from '../system/hashes.ts'
import { knownTeams, readManifest, type SetManifest, type TeamPlaces, teamPlaces } from './sets.ts'
import { appendToSpool } from './spool.ts'

/** As the wire has it, but for the number that it gets when it is shipped. */
export interface ReportedDecision {
  readonly at: string
  readonly event: string
  readonly verdict: string
  readonly rule: string
  readonly agent: string
  readonly durationMs: number
  readonly runs: readonly ReportedRun[]
}
export interface ReportedRun {
  readonly hookId: number
  readonly source: string
  readonly fingerprint: string
  readonly outcome: string
  readonly failure: string
  readonly durationMs: number
}

export function reportSink(platform: Platform, agent = ''): Sink {
  const manifests = new Map<string, SetManifest | undefined>()
  const manifestOf = (places: TeamPlaces, set: string) => {
    const file = places.manifest(set)
    if (!manifests.has(file)) manifests.set(file, readManifest(file, nodeFiles))
    return manifests.get(file)
  }
  return {
    name: 'team',
    write(record) {
      for (const id of knownTeams(nodeFiles, platform)) {
        const places = teamPlaces(platform, id)
        if (!nodeFiles.isFile(join(places.state, 'device.json'))) continue
        const hookIdOf = ({ origin, cwd }: Entry): number => {
          if (origin.source !== 'team' || !origin.file?.startsWith(places.directory)) return 0
          return manifestOf(places, cwd.split(/[\\/]/).at(-1) ?? '')?.lines[String(origin.line)] ?? 0
        }
        appendToSpool(join(places.state, 'spool'), decisionOf(record, agent, hookIdOf))
      }
    },
  }
}

function decisionOf(record: HookRecord, agent: string, hookIdOf: (entry: Entry) => number): ReportedDecision {
  const { effect, at, durationMs } = record
  return {
    at,
    event: effect.event,
    verdict: effect.verdict,
    rule: effect.because.rule,
    agent,
    durationMs: tenths(durationMs),
    runs: effect.runs.map((run) => runOf(run, hookIdOf)),
  }
}

const runOf = ({ entry, outcome, durationMs }: Run, hookIdOf: (entry: Entry) => number): ReportedRun => ({
  hookId: hookIdOf(entry),
  source: entry.origin.source,
  fingerprint: sha256(entry.text ?? ''),
  outcome: wordOf(outcome),
  failure: outcome.kind === 'failed' ? outcome.code : '',
  durationMs: tenths(durationMs),
})

/** What it said where it said something, else how it ended. */
const wordOf = (outcome: Outcome): string =>
  outcome.kind === 'failed' ? 'failed' : outcome.kind === 'silent' ? 'silent' : (outcome.verdict ?? outcome.kind)

const tenths = (ms: number): number => Math.round(ms * 10) / 10
