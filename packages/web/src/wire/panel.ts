/**
 * The API between the panel's server and its pages, under `/api`. Only types: both sides are checked against them.
 * Texts of hooks, agents and files are untrusted data and are only shown as text.
 */

/** The body of every response that is not 2xx. `next` says what to do about it. */
export interface ApiError {
  readonly error: { readonly code: string; readonly message: string; readonly next?: string }
}

/** `GET /api/health`: one sentence, and the facts behind it. */
export interface Health {
  readonly sentence: string
  readonly tone: 'good' | 'attention' | 'bad' | 'quiet'
  readonly hooks: { readonly active: number; readonly skipped: number; readonly broken: number }
  /** The command to run next; absent: none. */
  readonly next?: string
  /** Agents that run at least one of the hooks, with the number of hooks. */
  readonly agents: readonly { readonly name: string; readonly title: string; readonly hooks: number }[]
  readonly problems: { readonly errors: number; readonly warnings: number }
  /** ISO time of the newest record. */
  readonly lastEventAt?: string
  /** The hook files changed at this time, and no event was recorded since. */
  readonly unprovenSince?: string
  readonly records: number
  readonly root: string
  readonly version: string
  /** How much protection the hooks give: hooks that run as the agent's own user are a guard rail, not a boundary. */
  readonly tier: string
  /** Whether the panel was started with `--write`. */
  readonly write: boolean
  /** The panel shows the workspace and log of the demo, not those of the user. */
  readonly demo: boolean
  /** First-run guidance: shown while there are no records. */
  readonly steps: readonly SetupStep[]
  /** Teams whose hooks run here and whose notice the user has not answered yet. */
  readonly notices: readonly TeamNotice[]
}
/** The user answers it with `POST /api/team/continue` or `/api/team/logout` and `{ team }`. Its texts contain no hidden characters. */
export interface TeamNotice {
  readonly team: string
  readonly name: string
  /** The team's server. */
  readonly url: string
  readonly hooks: number
}
/** The response of `POST /api/team/logout`. */
export interface TeamLeft {
  readonly name: string
  /** Why the server could not be notified. It still lists this machine. */
  readonly untold?: string
}
export interface SetupStep {
  readonly title: string
  readonly text: string
  readonly command: string
  readonly done: boolean
}

/** The colour and sign of a decision. It is always shown together with `word`. */
export type Tone = 'allow' | 'deny' | 'ask' | 'fail' | 'plain'

/** One event as a row of the Now page. */
export interface LogRow {
  readonly id: string
  readonly at: string
  readonly agent: string
  readonly event: string
  readonly subject: string
  /** The decision as in `hookline log`: `DENY`, `FAILED, SO ALLOWED`, … */
  readonly word: string
  readonly tone: Tone
  /** The hook that decided. */
  readonly who: string
  readonly hookIds: readonly string[]
  readonly ms: number
  /** The shortest timeout of its hooks in milliseconds, to compare with `ms`. */
  readonly budgetMs?: number
  readonly exit?: number
  readonly source?: string
  readonly session?: string
  /** The workspace of the event. */
  readonly root?: string
  readonly failures: number
  /** The action was denied. */
  readonly denied: boolean
  /** A hook wanted to ask the user, even if no user was there to answer. */
  readonly asked: boolean
  /** It took more than 200 ms, or more than half of the timeout of one of its hooks. */
  readonly slow: boolean
  readonly marked?: boolean
}
export type RowKind = 'denied' | 'asked' | 'failed' | 'slow'

/**
 * `GET /api/log?limit&before&session&event&total` and the filters of Now: `kind` (repeatable; a row matches any of them),
 * `agent`, `hook` (id or name of a hook that ran), `root`, `search` (words of the row and of messages of hooks). Newest first.
 */
export interface LogPage {
  readonly rows: readonly LogRow[]
  /** Where the next page begins. A page may have few rows or none, because a search reads only part of the log per page. */
  readonly next?: string
  /** The number of rows of each kind in the part of the log that was read, independent of the `kind` filter. */
  readonly counts: Readonly<Record<RowKind, number>>
  /** Only on the first page: the newest record of the log, from which `GET /api/live` continues. */
  readonly newest?: string
  readonly total?: number
}
/**
 * `GET /api/live` with the same filters: server-sent events, read with `fetch`. `row` (data: LogRow, id: its record's), `change` (the hook files
 * changed), `reset` (too many events were missed: load the page again). A comment every 15 s keeps the stream open. `Last-Event-ID` resumes it.
 */
export type StreamEvent =
  | { readonly event: 'row'; readonly data: LogRow }
  | { readonly event: 'change' }
  | { readonly event: 'reset' }

/** `GET /api/log/<id>`: the story of a row. */
export interface Story {
  readonly row: LogRow
  readonly because: { readonly rule: string; readonly message: string }
  /** The message of the hook that decided, to the user or to the model; absent: none. */
  readonly reason?: string
  readonly kind: string
  readonly verdict: string
  readonly edition: string
  readonly cwd?: string
  readonly root?: string
  readonly input: Json
  /** Only after a rewrite. */
  readonly originalInput?: Json
  readonly reply: Json
  readonly messages: { readonly user?: string; readonly agent?: string }
  readonly runs: readonly StoryRun[]
  readonly skipped: readonly StorySkip[]
  readonly skippedCount: number
  readonly notes: readonly string[]
  /** Fields that differ from what the hook received, because they are private, redacted or cut. */
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
  /** The second pass runs hooks again after a rewrite. */
  readonly pass: 1 | 2
  /** The id of the hook whose rewrite it was given. */
  readonly rewrittenBy?: string
  /** Milliseconds after the event began. */
  readonly startMs: number
  readonly ms: number
  readonly timeoutMs?: number
  readonly exit?: number
  readonly signal?: string
  /** `deny`, `no opinion`, `failed (exit), fails open`. */
  readonly outcome: string
  readonly tone: Tone
  readonly failure?: { readonly code: string; readonly message: string; readonly policy: string }
  readonly stdout: string
  readonly stderr: string
  readonly reply?: Json
  readonly notes: readonly string[]
  /** This hook decided. */
  readonly decided: boolean
  /** The names of its environment variables, without values, as a run today would have them. Absent: the entry no longer exists. */
  readonly environment?: readonly string[]
  /** The command line on this system. */
  readonly spawned?: readonly string[]
  /** The path of its script, if it has one that can be shown. */
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
/** `POST /api/log/<id>/replay`: runs the current hooks on the event in a scratch copy, without side effects. */
export interface Replay {
  readonly was: { readonly word: string; readonly tone: Tone; readonly message: string }
  readonly now?: { readonly word: string; readonly tone: Tone; readonly message: string }
  readonly changed: boolean
  readonly unusable?: string
  readonly runs: readonly TryRun[]
}

/** `GET /api/hooks`: the effective hooks in the order in which they run. */
export interface HooksPage {
  readonly events: readonly { readonly event: string; readonly doc: string; readonly hooks: readonly Hook[] }[]
  /** The number of recorded events behind the figures of `recent`. */
  readonly sample: number
  /** The directories with hooks of their own: the workspace, those around it and those below it. */
  readonly roots: readonly HookRoot[]
}
export interface HookRoot {
  readonly root: string
  readonly trust: 'trusted' | 'followed' | 'changed' | 'untrusted'
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
  /** The directory below the workspace whose events alone it sees. */
  readonly onlyIn?: string
  readonly matcher?: string
  readonly timeoutMs: number
  /** `closed` or `open`; absent if the event is not a gate. */
  readonly fails?: string
  readonly monitor: boolean
  /** The milliseconds that the whole event has. */
  readonly budgetMs?: number
  /** It denies if it has not answered by then. */
  readonly lateDenies?: true
  /** Its place among hooks that run one after the other. */
  readonly order?: number
  /** Nothing waits for it. */
  readonly async?: true
  /** What the model of a prompt hook may look at before it answers, for people. */
  readonly verify?: string
  readonly trust: string
  /** `fails`: every run since the last change failed. `uncalled`: no agent asks it. `call`: the entry that calls Hookline. */
  readonly state: 'runs' | 'fails' | 'uncalled' | 'skipped' | 'closed' | 'call'
  readonly why?: string
  readonly disabledUntil?: string
  readonly changedAt?: string
  readonly recent: {
    /** How many of the last 100 events of its kind (`tried`) its matcher matches (`matched`). */
    readonly tried: number
    readonly matched: number
    readonly runs: number
    readonly failures: number
    readonly p50?: number
    readonly p95?: number
    readonly lastRunAt?: string
  }
  /** Based on the events of this workspace only, like `recent`. */
  readonly proved: { readonly is: boolean; readonly text: string }
  readonly canDisable: boolean
  readonly script?: string
  /** The command, the module or the prompt, as configured. */
  readonly command?: string
  /** The parameters of its pack. */
  readonly parameters?: Json
  /** What came and was not matched, if its matcher has matched nothing so far. */
  readonly unmatched?: string
}
/** `GET /api/hook?hook=<id>`: the recent runs of one hook, newest first. */
export interface HookRuns {
  readonly runs: readonly {
    /** Of the record. */
    readonly id: string
    readonly at: string
    readonly ms: number
    readonly outcome: string
    readonly tone: Tone
    readonly subject: string
  }[]
  /** How many runs took up to so many milliseconds; the last one has no limit. */
  readonly histogram: readonly { readonly upToMs?: number; readonly count: number }[]
  readonly lastError?: { readonly id: string; readonly at: string; readonly message: string; readonly stderr?: string }
}
/** `GET /api/matcher?hook=<id>&matcher=<text>`: the matcher tried against recorded events of the hook's kind, newest first. */
export interface MatcherTest {
  /** Why the text is not a matcher. */
  readonly invalid?: string
  readonly tried: number
  readonly matched: number
  readonly events: readonly {
    readonly id: string
    readonly at: string
    readonly tested: string
    readonly matched: boolean
  }[]
}
/** `GET /api/script?hook=<id>`: the text of a hook's script. */
export interface Script {
  readonly file: string
  readonly text: string
  readonly cut: boolean
}
/** `POST /api/hooks/disable` `{ id, forMs }` and `/enable` `{ id }`: only with `--write`. The response is the new HooksPage. */
export interface DisableRequest {
  readonly id: string
  readonly forMs?: number
}

/** `GET /api/problems`: the findings of `hookline check`, and the failures of the last day, grouped. */
export interface ProblemsPage {
  readonly groups: readonly ProblemGroup[]
  readonly failures: readonly FailureGroup[]
  readonly files: readonly string[]
  /** Hooks that do not run because an agent does not call Hookline here. An empty `agent` means all agents. */
  readonly uncalled: readonly { readonly agent: string; readonly says: string; readonly next: string }[]
}
export interface ProblemGroup {
  readonly code: string
  readonly severity: 'error' | 'warning' | 'note'
  readonly title: string
  /** The consequence of the problem. */
  readonly why: string
  readonly problems: readonly {
    readonly file: string
    readonly line: number
    readonly column: number
    readonly message: string
    readonly hint: string
    /** The key for `POST /api/problems/fix` `{ key, dryRun }`; absent: there is no safe fix. */
    readonly fix?: string
    /** The line of the file. */
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
/** With `dryRun` (allowed without `--write`): what would change. Otherwise: what changed, and the remaining problems. */
export interface FixResponse {
  readonly changes: readonly { readonly file: string; readonly diff: string }[]
  readonly failed: readonly { readonly file: string; readonly why: string }[]
  readonly after?: ProblemsPage
  /** The command that lets the changed hooks run. Until then they do not run, and their gates refuse. */
  readonly next?: string
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
  /** The initial event: one that has a hook. */
  readonly first: string
  readonly editions: readonly string[]
  readonly agents: readonly string[]
}
/** `POST /api/try`: runs in a scratch copy of the workspace's hooks, with one result per requested column. */
export interface TryRequest {
  readonly event: string
  readonly input: Json
  readonly columns: readonly { readonly edition: string; readonly agent: string }[]
}
export interface TryResponse {
  readonly columns: readonly TryColumn[]
}
export interface TryColumn {
  readonly edition: string
  readonly agent: string
  /** Why the trial could not run. */
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
  readonly outcome: string
  readonly tone: Tone
  readonly ms: number
  readonly exit?: number
  readonly stdout: string
  readonly stderr: string
}

/** What an agent does with the decisions of a hook. */
export interface CoverageCell {
  readonly level: 'enforced' | 'emulated' | 'observed only' | 'cannot'
  /** What happens instead. */
  readonly why?: string
  /** What limits it in this place. */
  readonly note?: string
}
/** `GET /api/coverage`: the hooks, or every gate if there are none, in every agent and in each place where the agent works. */
export interface CoveragePage {
  readonly agents: readonly {
    readonly name: string
    readonly title: string
    /** It is on this machine. */
    readonly here: boolean
    /** Tried on the real program, and not only known from documents. */
    readonly proved: boolean
    readonly surfaces: readonly { readonly name: string; readonly title: string }[]
  }[]
  readonly policies: readonly {
    /** Absent for a gate without hooks. */
    readonly id?: string
    readonly label: string
    readonly event: string
    /** By agent: the worst of all surfaces (absent: the event does not happen there), and each place. */
    readonly agents: Readonly<
      Record<string, { readonly all?: CoverageCell; readonly surfaces: Readonly<Record<string, CoverageCell>> }>
    >
  }[]
}

/** `GET /api/stats?since=1h|1d|7d`. */
export interface Stats {
  readonly since: string
  readonly records: number
  /** Only the newest records of the period were read. */
  readonly partial: boolean
  readonly bucketMs: number
  readonly buckets: readonly {
    readonly at: string
    readonly allow: number
    readonly deny: number
    readonly ask: number
    /** A hook failed, and the event was neither denied nor asked about. */
    readonly fail: number
    /** A hook failed, whatever the decision was, as on the Now page. */
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
  readonly falsePositives: readonly LogRow[]
}
/** `POST /api/marks` `{ id, marked }`: marks a decision as a false positive; only with `--write`. */
export interface MarkRequest {
  readonly id: string
  readonly marked: boolean
}
/** `POST /api/demo` `{ on }`: plays a scripted conversation in a separate workspace, without touching the user's files. */
export interface DemoRequest {
  readonly on: boolean
}

export type Json = Readonly<Record<string, unknown>>
