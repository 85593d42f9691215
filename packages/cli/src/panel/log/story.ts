/** `GET /api/log/<id>`: the story of an event, with everything the log has about one record. */
import { canDisable, type Entry, type LogRecord, type LogRun, previewSpawn } from '@hookline/core/node'
import { noteSentence } from '@hookline/core/protocol'
import type { Story, StoryRun, StorySkip } from '@hookline/web/wire'
import { failureOf, hasFailed } from '../../log/record-text.ts'
import { missingIn } from '../../replay/replay-input.ts'
import { findScript } from '../scene/find-script.ts'
import { rowFacts, type Scene } from '../scene/scene.ts'
import { notFound } from '../server/failure.ts'
import type { PanelRequest, Route } from '../server/route.ts'
import { hookName, outcomeLabel, outcomeTone } from './outcome-label.ts'
import { toRow } from './row.ts'

export const storyRoute: Route = {
  method: 'GET',
  path: '/api/log/:id',
  answer: async ({ scene, params }: PanelRequest) => toStory(await findRecord(scene, params.id), scene),
}

export async function findRecord({ log }: Scene, id = ''): Promise<LogRecord> {
  const record = /^[\w-]{1,100}$/.test(id) ? await log.get(id) : undefined
  if (record === undefined)
    throw notFound(
      `The log has no record with the id ${JSON.stringify(id)}. It keeps only the newest ones.`,
      'hookline log',
    )
  return record
}

function toStory(record: LogRecord, scene: Scene): Story {
  const facts = rowFacts(scene)
  const missing = [...record.erased, ...record.redacted.map(({ path }) => path), ...record.cut.map(({ path }) => path)]
  return {
    row: toRow(record, facts),
    because: { rule: record.because.rule, message: record.because.message },
    ...findReason(record),
    kind: record.kind,
    verdict: record.verdict,
    edition: record.edition,
    ...(record.cwd === undefined ? {} : { cwd: record.cwd }),
    ...(record.root === undefined ? {} : { root: record.root }),
    input: record.input,
    ...(record.originalInput === undefined ? {} : { originalInput: record.originalInput }),
    reply: record.reply,
    messages: record.messages,
    runs: record.runs.map((run) => toStoryRun(run, record, facts.entries.get(run.entry.id), scene)),
    skipped: record.skipped.map((skip) => toStorySkip(skip, facts.entries)),
    skippedCount: record.skippedCount,
    notes: record.notes.map(noteSentence),
    missing: [...new Set(missing)],
    startedAt: record.at,
    marked: facts.marked.has(record.id),
    replayable: checkReplayable(record),
  }
}

/** The hook's own message comes first: the one to the user, else the one to the model, else how the hook failed. */
function findReason({ reply, runs, because }: LogRecord): { readonly reason?: string } {
  const own = [reply.user_message, reply.agent_message].find((text) => typeof text === 'string' && text.trim() !== '')
  if (typeof own === 'string') return { reason: own }
  const failed = runs.find((run) => hasFailed(run) && because.entries.includes(run.entry.id))
  return failed === undefined ? {} : { reason: failureOf(failed) }
}

/** Finds only what is visible in the record itself. A replay may still fail for other reasons. */
function checkReplayable(record: LogRecord): Story['replayable'] {
  if (record.root === undefined) return { ok: false, why: 'the record names no workspace' }
  const cut = missingIn(record).filter((path) => !path.endsWith('.content'))
  return cut.length === 0
    ? { ok: true }
    : {
        ok: false,
        why: `the log does not have ${cut.map((path) => path.replace(/^\w+\./, '')).join(', ')} as the hooks received it`,
      }
}

function toStoryRun(run: LogRun, record: LogRecord, today: Entry | undefined, scene: Scene): StoryRun {
  const { entry, outcome } = run
  const script = today === undefined ? undefined : findScript(scene, today)
  return {
    id: run.id,
    hookId: entry.id,
    label: entry.label,
    name: hookName(today ?? entry),
    type: entry.type,
    source: entry.source,
    ...(entry.file === undefined ? {} : { file: entry.file }),
    ...(entry.line === undefined ? {} : { line: entry.line }),
    monitor: entry.monitor,
    pass: run.look,
    ...(run.rewrittenBy === undefined ? {} : { rewrittenBy: run.rewrittenBy }),
    startMs: Math.max(0, Date.parse(run.startedAt) - Date.parse(record.at)),
    ms: run.durationMs,
    ...(today === undefined ? {} : { timeoutMs: today.timeoutMs }),
    ...(run.exitCode === undefined ? {} : { exit: run.exitCode }),
    ...(run.signal === undefined ? {} : { signal: run.signal }),
    outcome: outcomeLabel(outcome),
    tone: outcomeTone(outcome),
    ...(outcome.kind === 'failed'
      ? { failure: { code: String(outcome.code), message: outcome.message ?? '', policy: String(outcome.policy) } }
      : {}),
    stdout: run.stdout,
    stderr: run.stderr,
    ...(run.reply === undefined ? {} : { reply: run.reply }),
    notes: run.notes.map(noteSentence),
    decided: record.because.entries.includes(entry.id),
    ...describeSpawn(today, record, scene),
    ...(script === undefined ? {} : { script }),
    canDisable: today !== undefined && today.held === undefined && canDisable(today),
  }
}

function describeSpawn(today: Entry | undefined, record: LogRecord, { env, root }: Scene): Partial<StoryRun> {
  const setting = { input: record.input, env, roots: [record.root ?? root], edition: record.edition }
  const spawned = today === undefined ? undefined : previewSpawn(today, setting)
  return spawned === undefined ? {} : { spawned: spawned.command, environment: spawned.environment }
}

/** The log records only the reason code. The details come from today's entry, if it is skipped for the same reason today. */
function toStorySkip({ id, why }: LogRecord['skipped'][number], entries: ReadonlyMap<string, Entry>): StorySkip {
  const today = entries.get(id)
  const detail = today?.held?.why === why ? today.held.detail : why === 'matcher' ? matcherDetail(today) : ''
  return { hookId: id, label: today?.label ?? id, why, detail }
}

const matcherDetail = (entry: Entry | undefined): string =>
  entry?.matcher === undefined ? '' : `its matcher ${JSON.stringify(entry.matcher)} did not match`
