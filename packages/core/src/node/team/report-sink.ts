/** Collects decisions for the team servers: what was decided, by which hook, how long it took. No input, output or text. */
import { join } from 'node:path'
import type { Effect, Entry, HookRecord, Outcome, Run } from '../../flow.ts'
import type { Platform, Sink } from '../../ports.ts'
import { enforces, strictest, verdictOf } from '../../steps/shared/merge.ts'
import { appendToSpool } from '../spool/append.ts'
import { nodeFiles } from '../system/files.ts'
import { sha256 } from '../system/hashes.ts'
import { hookIdAt, knownTeams, readManifest, type SetManifest, type TeamPaths, teamPaths } from './sets.ts'

/** A decision as the protocol sends it, without the sequence number it gets when it is sent. */
export interface ReportedDecision {
  readonly at: string
  readonly event: string
  /** What is enforced. */
  readonly verdict: string
  readonly rule: string
  readonly agent: string
  readonly durationMs: number
  /** The team's revision in force, and the rollout that its hooks are the candidate of. Absent: not known, or the stable hooks. */
  readonly revision?: number
  readonly candidate?: number
  /** What hooks that only observe would have decided instead: `deny` or `ask`. Absent: nothing else. */
  readonly observed?: string
  /** The revision that began the observation under way. Absent: there is none. */
  readonly observation?: number
  readonly runs: readonly ReportedRun[]
}
export interface ReportedRun {
  readonly hookId: number
  readonly source: string
  readonly fingerprint: string
  readonly outcome: string
  readonly failure: string
  readonly durationMs: number
  /** The rule of a pack that decided: `<pack>/<id>`. */
  readonly rule?: string
  /** The hook only observes: its outcome decided nothing. */
  readonly monitor?: true
}

export function reportSink(platform: Platform, agent = ''): Sink {
  const manifests = new Map<string, SetManifest | undefined>()
  const readManifestOnce = (paths: TeamPaths, set: string) => {
    const file = paths.manifest(set)
    if (!manifests.has(file)) manifests.set(file, readManifest(file, nodeFiles))
    return manifests.get(file)
  }
  return {
    name: 'team',
    write(record) {
      for (const id of knownTeams(nodeFiles, platform)) {
        const paths = teamPaths(platform, id)
        if (!nodeFiles.isFile(join(paths.state, 'device.json'))) continue
        const isOfTeam = ({ origin }: Entry) => origin.source === 'team' && origin.file?.startsWith(paths.directory)
        const findHookId = (entry: Entry): number =>
          isOfTeam(entry) ? idIn(readManifestOnce(paths, nameOf(entry.cwd)), entry) : 0
        // The hooks that ran know their set. Without one, the set in force is the best answer.
        const ran = record.effect.runs.find(({ entry }) => isOfTeam(entry))?.entry.cwd
        const set = readManifestOnce(paths, nameOf(ran ?? nodeFiles.realPath(paths.link)))
        appendToSpool(join(paths.state, 'spool'), toDecision(record, agent, set, findHookId))
      }
    },
  }
}

const idIn = (manifest: SetManifest | undefined, { origin }: Entry): number =>
  manifest === undefined ? 0 : hookIdAt(manifest, origin.line ?? 0, origin.file ?? '')

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? ''

function toDecision(
  record: HookRecord,
  agent: string,
  set: SetManifest | undefined,
  findHookId: (entry: Entry) => number,
): ReportedDecision {
  const { effect, at, durationMs } = record
  return {
    at,
    event: effect.event,
    ...toVerdicts(effect),
    rule: effect.because.rule,
    agent,
    durationMs: tenths(durationMs),
    ...(set === undefined ? {} : { revision: set.revision }),
    ...(set?.candidate === undefined ? {} : { candidate: set.candidate }),
    ...(set?.observed === undefined ? {} : { observation: set.observed.candidate }),
    runs: effect.runs.map((run) => toRun(run, findHookId)),
  }
}

/** A report must not count as denied what went on because the hook only observes. */
function toVerdicts({ verdict, kind, notes, runs }: Effect): Pick<ReportedDecision, 'verdict' | 'observed'> {
  if (!notes.includes('monitor')) return { verdict }
  const enforced =
    kind === 'refuse' ? 'deny' : (runs.filter(enforces).map(verdictOf).reduce(strictest, undefined) ?? 'allow')
  return enforced === verdict ? { verdict } : { verdict: enforced, observed: verdict }
}

const toRun = ({ entry, outcome, durationMs, rule }: Run, findHookId: (entry: Entry) => number): ReportedRun => ({
  hookId: findHookId(entry),
  source: entry.origin.source,
  fingerprint: sha256(entry.text ?? ''),
  outcome: outcomeLabel(outcome),
  failure: outcome.kind === 'failed' ? outcome.code : '',
  durationMs: tenths(durationMs),
  ...(rule === undefined || !ruleShape.test(rule) ? {} : { rule }),
  ...(entry.monitor ? { monitor: true } : {}),
})

/** A name, and never a text that a hook composed. */
const ruleShape = /^[\w@.-]{1,80}\/[\w.-]{1,80}$/

/** The verdict of the hook if it gave one, otherwise how it ended. */
const outcomeLabel = (outcome: Outcome): string =>
  outcome.kind === 'failed' ? 'failed' : outcome.kind === 'silent' ? 'silent' : (outcome.verdict ?? outcome.kind)

const tenths = (ms: number): number => Math.round(ms * 10) / 10
