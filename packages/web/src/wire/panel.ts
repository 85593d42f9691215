/**
 * What the panel's server says to its pages, under `/api`. Types alone: the server builds to them, the pages read by them.
 * Texts of hooks, agents and files are data from strangers: they are only ever shown as text.
 */

/** Every answer that is not 2xx. `next` is what to do about it. */
export interface ApiError {
  readonly error: { readonly code: string; readonly message: string; readonly next?: string }
}

/** `GET /api/health`: one sentence, and what it is made of. */
export interface Health {
  readonly sentence: string
  readonly tone: 'good' | 'attention' | 'bad' | 'quiet'
  readonly hooks: { readonly active: number; readonly held: number; readonly broken: number }
  /** What to do first about the sentence; absent: nothing. */
  readonly next?: string
  /** Those that run at least one of the hooks, and how many. */
  readonly agents: readonly { readonly name: string; readonly title: string; readonly hooks: number }[]
  readonly problems: { readonly errors: number; readonly warnings: number }
  /** ISO time of the newest record. */
  readonly lastEventAt?: string
  /** No event has come since the hook files changed at this time. */
  readonly unprovenSince?: string
  readonly records: number
  readonly root: string
  readonly version: string
  /** What runs as the agent's own user is a guard rail, not a boundary. */
  readonly tier: string
  /** Whether the panel was started with `--write`. */
  readonly write: boolean
  /** The panel shows the demonstration's workspace and log, nothing of the person's. */
  readonly demo: boolean
  /** First-run guidance: shown while there are no records. */
  readonly steps: readonly Step[]
  /** Teams whose hooks run here and whose notice nobody answered yet. */
  readonly notices: readonly TeamNotice[]
}
/** `POST /api/team/continue` and `/api/team/logout` answer it, with `{ team }`. Its texts hold nothing that hides. */
export interface TeamNotice {
  readonly team: string
  readonly name: string
  /** The team's server. */
  readonly url: string
  readonly hooks: number
}
/** Of `POST /api/team/logout`. */
export interface TeamLeft {
  readonly name: string
  /** Why the server was not told: it still lists this machine. */
  readonly untold?: string
}
export interface Step {
  readonly title: string
  readonly text: string
  readonly command: string
  readonly done: boolean
}

/** The colour and sign of a decision; `word` is always beside it. */
export type Tone = 'allow' | 'deny' | 'ask' | 'fail' | 'plain'

/** One event, as a line of Now. */
export interface Row {
  readonly id: string
  readonly at: string
  readonly agent: string
  readonly event: string
  readonly subject: string
  /** `DENY`, `FAILED, SO ALLOWED`, …: as `hookline log` says it. */
  readonly word: string
  readonly tone: Tone
  /** The hook whose word it was. */
  readonly who: string
  readonly hookIds: readonly string[]
  readonly ms: number
  /** The least timeout of its hooks, in milliseconds: what `ms` is seen against. */
  readonly budgetMs?: number
  readonly exit?: number
  readonly source?: string
  readonly session?: string
  /** The workspace it happened in. */
  readonly root?: string
  readonly failures: number
  /** The act was refused. */
  readonly denied: boolean
  /** The person was to be asked, whether somebody was there or not. */
  readonly asked: boolean
  /** It took over 200 ms, or over half of the time that one of its hooks has. */
  readonly slow: boolean
  readonly marked?: boolean
}
export type RowKind = 'denied' | 'asked' | 'failed' | 'slow'

/**
 * `GET /api/log?limit&before&session&event&total` and the filters of Now: `kind` (any number of RowKind: any of them),
 * `agent`, `hook` (an id or a name: it ran), `root`, `search` (words of the row and of what hooks wrote). Newest first.
 */
export interface LogPage {
  readonly rows: readonly Row[]
  /** The place to go on from. With few rows or none the search has only read so far back: there may be more. */
  readonly next?: string
  /** How many there are of each kind in what this page was made from, whichever kinds were asked for. */
  readonly counts: Readonly<Record<RowKind, number>>
  /** Of a first page: the newest record of the log, from which `GET /api/live` goes on. */
  readonly newest?: string
  readonly total?: number
}
/**
 * `GET /api/live` with the same filters: server-sent events, read with `fetch`. `row` (data: Row, id: its record's), `change` (the hook files
 * changed), `reset` (what was missed is too long ago: load anew). A comment every 15 s keeps it open. `Last-Event-ID` resumes.
 */
export type LiveEvent =
  | { readonly event: 'row'; readonly data: Row }
  | { readonly event: 'change' }
  | { readonly event: 'reset' }

/** `GET /api/log/<id>`: a row's story. */
export interface Story {
  readonly row: Row
  readonly because: { readonly rule: string; readonly message: string }
  /** What the hook that decided wrote itself, to the person or to the model; absent: nothing. */
  readonly reason?: string
  readonly kind: string
  readonly verdict: string
  readonly edition: string
  readonly cwd?: string
  readonly root?: string
  readonly input: Json
  /** There only after a rewrite. */
  readonly originalInput?: Json
  readonly reply: Json
  readonly messages: { readonly user?: string; readonly agent?: string }
  readonly runs: readonly StoryRun[]
  readonly skipped: readonly StorySkip[]
  readonly skippedCount: number
  readonly notes: readonly string[]
  /** Fields that are not as the hook saw them: private, redacted or cut. */
  readonly missing: readonly string[]
  /** When the event began, for the timeline. */
  readonly startedAt: string
  readonly marked: boolean
  readonly replayable: { readonly ok: boolean; readonly why?: string }
}
export interface StoryRun {
  readonly id: string
  readonly hookId: string
  readonly label: string
  readonly name: string
  readonly type: string
  readonly source: string
  readonly file?: string
  readonly line?: number
  readonly monitor: boolean
  readonly look: 1 | 2
  /** Milliseconds after the event began. */
  readonly startMs: number
  readonly ms: number
  readonly timeoutMs?: number
  readonly exit?: number
  readonly signal?: string
  /** `deny`, `no opinion`, `failed (exit), fails open`: in words. */
  readonly said: string
  readonly tone: Tone
  readonly failure?: { readonly code: string; readonly message: string; readonly policy: string }
  readonly stdout: string
  readonly stderr: string
  readonly reply?: Json
  readonly notes: readonly string[]
  /** Whose word won. */
  readonly decided: boolean
  /** Names alone, never values; as a run of it today would have them. Absent: the entry is no more. */
  readonly environment?: readonly string[]
  /** As this system spawns it. */
  readonly spawned?: readonly string[]
  /** Its script, where one can be shown. */
  readonly script?: string
  readonly canDisable: boolean
}
export interface StorySkip {
  readonly hookId: string
  readonly label: string
  readonly why: string
  readonly detail: string
}

/** `GET /api/log/<id>/test`: the record as a hook test, to copy. */
export interface AsTest {
  readonly files: readonly { readonly file: string; readonly text: string }[]
  readonly unusable?: string
}
/** `POST /api/log/<id>/replay`: today's hooks on it, in a scratch copy; nothing real is touched. */
export interface Replay {
  readonly was: { readonly word: string; readonly tone: Tone; readonly message: string }
  readonly now?: { readonly word: string; readonly tone: Tone; readonly message: string }
  readonly changed: boolean
  readonly unusable?: string
  readonly runs: readonly TryRun[]
}

/** `GET /api/hooks`: the effective list, in the order in which it counts. */
export interface HooksPage {
  readonly events: readonly { readonly event: string; readonly doc: string; readonly hooks: readonly Hook[] }[]
  /** How many recorded events the figures of `recent` come from. */
  readonly sample: number
}
export interface Hook {
  readonly id: string
  readonly event: string
  readonly label: string
  readonly name: string
  readonly type: string
  readonly source: string
  readonly own: boolean
  readonly pack?: string
  readonly file?: string
  readonly line?: number
  readonly matcher?: string
  readonly timeoutMs: number
  /** `closed` or `open`; absent where the event is no gate. */
  readonly fails?: string
  readonly monitor: boolean
  readonly trust: string
  /** Lower is shown: configured, loaded, matched, proved. */
  /** `fails`: every run since it was changed failed. */
  readonly state: 'runs' | 'fails' | 'held' | 'closed' | 'call'
  readonly why?: string
  readonly disabledUntil?: string
  readonly changedAt?: string
  readonly recent: {
    /** Of the last 100 events of its kind: how many its matcher lets through. */
    readonly tried: number
    readonly matched: number
    readonly runs: number
    readonly failures: number
    readonly p50?: number
    readonly p95?: number
    readonly lastRunAt?: string
  }
  /** Of the events of this workspace alone, as `recent` is. */
  readonly proved: { readonly is: boolean; readonly text: string }
  readonly canDisable: boolean
  readonly script?: string
  /** As written: the command, the module or the prompt. */
  readonly command?: string
  /** What its pack was given. */
  readonly parameters?: Json
}
/** `GET /api/script?hook=<id>`: the text of a hook's script, to read. */
export interface Script {
  readonly file: string
  readonly text: string
  readonly cut: boolean
}
/** `POST /api/hooks/disable` `{ id, forMs }` and `/enable` `{ id }`: with `--write`. Answers the new HooksPage. */
export interface DisableRequest {
  readonly id: string
  readonly forMs?: number
}

/** `GET /api/problems`: what `hookline check` finds, and failures of the last day, alike ones together. */
export interface ProblemsPage {
  readonly groups: readonly ProblemGroup[]
  readonly failures: readonly FailureGroup[]
  readonly files: readonly string[]
  /** Hooks that do not run because an agent, or every one where none is named, does not call Hookline here. */
  readonly uncalled: readonly { readonly agent: string; readonly says: string; readonly next: string }[]
}
export interface ProblemGroup {
  readonly code: string
  readonly severity: 'error' | 'warning' | 'note'
  readonly title: string
  /** What follows from it. */
  readonly why: string
  readonly problems: readonly {
    readonly file: string
    readonly line: number
    readonly column: number
    readonly message: string
    readonly hint: string
    /** Hand it back to `POST /api/problems/fix` `{ key, dryRun }`; absent: no safe mending. */
    readonly fix?: string
    /** The line as it stands in the file. */
    readonly text?: string
  }[]
}
export interface FailureGroup {
  readonly hookId: string
  readonly label: string
  readonly what: string
  readonly count: number
  readonly firstAt: string
  readonly lastAt: string
  readonly lastId: string
}
/** With `dryRun` (also without `--write`) what would change; else what did, and the problems after it. */
export interface FixAnswer {
  readonly changes: readonly { readonly file: string; readonly diff: string }[]
  readonly failed: readonly { readonly file: string; readonly why: string }[]
  readonly after?: ProblemsPage
}

/** `GET /api/try`: what can be tried. */
export interface TryForm {
  readonly events: readonly {
    readonly name: string
    readonly doc: string
    readonly gate: string
    readonly sample: Json
    readonly schema: Json
  }[]
  /** What to begin with: an event that a hook hears. */
  readonly first: string
  readonly editions: readonly string[]
  readonly agents: readonly string[]
}
/** `POST /api/try`: contained, in a scratch copy of the workspace's hooks; one result for each column asked for. */
export interface TryRequest {
  readonly event: string
  readonly input: Json
  readonly columns: readonly { readonly edition: string; readonly agent: string }[]
}
export interface TryAnswer {
  readonly columns: readonly TryColumn[]
}
export interface TryColumn {
  readonly edition: string
  readonly agent: string
  /** It could not be run. */
  readonly error?: string
  readonly word?: string
  readonly tone?: Tone
  readonly because?: string
  readonly reply?: Json
  readonly ms?: number
  readonly runs: readonly TryRun[]
  readonly skipped: readonly StorySkip[]
}
export interface TryRun {
  readonly hookId: string
  readonly label: string
  readonly name: string
  readonly source: string
  readonly said: string
  readonly tone: Tone
  readonly ms: number
  readonly exit?: number
  readonly stdout: string
  readonly stderr: string
}

/** `GET /api/stats?since=1h|1d|7d`. */
export interface Stats {
  readonly since: string
  readonly records: number
  /** Not all records of the time were read: there are more. */
  readonly partial: boolean
  readonly bucketMs: number
  readonly buckets: readonly {
    readonly at: string
    readonly allow: number
    readonly deny: number
    readonly ask: number
    /** Neither denied nor asked, and a hook failed. */
    readonly fail: number
    /** A hook failed, whatever came of it: what Now counts as failed. */
    readonly failed: number
  }[]
  readonly latency: { readonly p50: number; readonly p90: number; readonly p95: number; readonly p99: number }
  readonly hooks: readonly {
    readonly id: string
    readonly name: string
    readonly runs: number
    readonly failures: number
    readonly denies: number
    readonly p50: number
    readonly p95: number
    readonly max: number
    readonly falsePositives: number
  }[]
  readonly falsePositives: readonly Row[]
}
/** `POST /api/marks` `{ id, marked }`: a decision a person calls wrong; with `--write`. */
export interface MarkRequest {
  readonly id: string
  readonly marked: boolean
}
/** `POST /api/demo` `{ on }`: shows the scripted conversation in a workspace of its own; touches nothing of the person's. */
export interface DemoRequest {
  readonly on: boolean
}

export type Json = Readonly<Record<string, unknown>>
