/** The types of the tables. Times are milliseconds since the epoch, booleans are 0 or 1, and JSON is text. */
import type { Generated, Insertable, Selectable } from 'kysely'

export type Role = 'viewer' | 'author' | 'owner'
export type Bit = 0 | 1
/** A question that the user refused has the verdict `deny` and the kind `ask`. While hooks are paused, no decision is `allow`. */
/** The last two: only a hook that observes would have decided so, and the act went on. */
export type DecisionKind = 'allow' | 'ask' | 'deny' | 'paused' | 'would-deny' | 'would-ask'

export interface Schema {
  settings: { name: string; value: string }
  teams: {
    id: string
    name: string
    created_at: number
    /** The number of the last audit log entry. This row is also the lock for new entries. */
    journal_sequence: number
    journal_hash: string
    /** The highest hook id in use. */
    last_hook_id: number
    /** The revision that machines have: the version of the signed targets. 0 if nothing is published. */
    revision: number
    /** 1 if only sessions and tokens with a second factor have access. */
    requires_second_factor: Bit
    /** How many days reports are kept. */
    retention_days: Generated<number>
    /** When an owner hid the set-up checklist; 0: it is shown. */
    checklist_hidden_at: Generated<number>
    /** The ids of the root keys of which an owner has confirmed a backup. Empty if there is none. */
    root_backup: Generated<string>
  }
  accounts: {
    id: string
    email: string
    /** Empty for an account without a password. */
    password_hash: string
    totp_secret: Uint8Array | null
    /** 1 after the user has confirmed a code. Only then the sign-in asks for codes. */
    totp_confirmed: Bit
    /** The time step of the last used code. No code works twice. */
    totp_step: number
    created_at: number
  }
  members: {
    team_id: string
    account_id: string
    role: Role
    joined_at: number
    /** The id of the identity provider whose groups decide the role. Empty if an owner decides it. */
    managed_by: string
  }
  /** A hardware key or a passkey (WebAuthn), used as a second factor. */
  security_keys: {
    /** The id of the credential, in base64url. */
    id: string
    account_id: string
    name: string
    public_key: Uint8Array
    /** The number of uses that the key reports. It must never go back. */
    counter: number
    /** JSON with a list of names. */
    transports: string
    created_at: number
    used_at: number
  }
  recovery_codes: { account_id: string; hash: string }
  /** The subject of an identity provider that may sign in to an account. */
  identities: {
    issuer: string
    subject: string
    account_id: string
    provider: string
    email: string
    created_at: number
    used_at: number
  }
  /** A step of a sign-in that one browser has begun. The browser has the secret in a cookie. */
  flows: {
    hash: string
    kind: string
    /** Empty if the account is not known yet. */
    account_id: string
    /** Sealed JSON. */
    data: Uint8Array
    expires_at: number
  }
  sessions: {
    hash: string
    account_id: string
    created_at: number
    used_at: number
    expires_at: number
    address: string
    agent: string
    /** The id of the identity provider. Empty after a sign-in with a password. */
    provider: string
    /** Sealed. With it the server asks the provider whether the person still has access. */
    refresh_token: Uint8Array | null
    /** When the provider last confirmed the groups. */
    checked_at: number
    /** 1 if the sign-in had a second factor. */
    second_factor: Bit
  }
  links: {
    team_id: string
    hash: string
    kind: 'owner' | 'invite'
    role: Role
    email: string
    author: string
    created_at: number
    expires_at: number
  }
  tokens: {
    team_id: string
    id: string
    hash: string
    account_id: string
    name: string
    created_at: number
    used_at: number
    /** 1 if the session that created it had a second factor. */
    second_factor: Bit
    /** The identity provider of the session that created it. Empty after a sign-in with a password. */
    provider: string
  }
  service_tokens: {
    team_id: string
    id: string
    hash: string
    /** Unique in the team. */
    name: string
    /** JSON with a list of scopes. */
    scopes: string
    author: string
    created_at: number
    expires_at: number
    used_at: number
  }
  /** A person of the team's directory, which an identity provider writes with SCIM. */
  directory_users: {
    team_id: string
    id: string
    /** Empty until the person has an account in the team. */
    account_id: string
    /** An e-mail address, folded. */
    user_name: string
    external_id: string
    display_name: string
    active: Bit
    version: number
    created_at: number
    changed_at: number
  }
  directory_groups: {
    team_id: string
    id: string
    display_name: string
    external_id: string
    version: number
    created_at: number
    changed_at: number
  }
  directory_group_members: { team_id: string; group_id: string; user_id: string }
  attempts: { key: string; count: number; since: number }
  codes: {
    team_id: string
    id: string
    hash: string
    note: string
    uses_left: number
    author: string
    created_at: number
    expires_at: number
    revoked_at: number | null
  }
  devices: {
    team_id: string
    id: string
    name: string
    operating_system: string
    client_version: string
    /** Ed25519 in SPKI DER. The token does not work without this key. */
    public_key: Uint8Array
    token_hash: string
    revision: number
    active_hooks: number
    refused: string
    enrolled_at: number
    last_sync_at: number | null
    /** The highest number of the device's reports. */
    accepted_sequence: number
    /** JSON with the ranges of missing numbers below it. */
    missing: string
    /** The time in the proof of the last heartbeat. */
    beat_ms: number
    /** The time of the newest reported decision, or 0. */
    last_decision_at: Generated<number>
    revoked_at: number | null
    /** When the last report about its agents arrived; 0: never. */
    covered_at: Generated<number>
    /** The time in the proof of that report. */
    cover_ms: Generated<number>
    /** guarded, partly, idle, failing, quiet, unknown */
    coverage: Generated<string>
    /** When it was last seen to be guarded; 0: never. */
    guarded_at: Generated<number>
    /** When time alone may change `coverage`. */
    recheck_at: Generated<number>
    /** The last canary; 0: there was none. */
    canary_at: Generated<number>
    canary_state: Generated<string>
    /** JSON: the lists `proved` and `failed` of events. */
    canary: Generated<string>
    /** Of the code with which it was enrolled. Empty for a machine of an older release. */
    code_note: Generated<string>
    code_author: Generated<string>
    /** The revision that began the rollout whose candidate it has; 0: it has the stable hooks. */
    candidate: Generated<number>
    /** 1 if it is one of the machines that get a rollout first. */
    is_canary: Generated<Bit>
    /** JSON: what it has added to the counts of rollouts in this hour (`reports/machine-bound.ts`). Empty: nothing yet. */
    counted: Generated<string>
  }
  /** The agents of a machine, as its last report has them. */
  device_agents: {
    team_id: string
    device_id: string
    agent: string
    /** Empty if it is not known. */
    version: string
    /** Since when the machine has reported this version, and this connection. */
    version_since: number
    connection: string
    connection_since: number
    last_event: string
    /** 0: never. */
    last_asked_at: number
    last_used_at: number
    proof: string
    proved_at: number
  }
  /** Where alarms of a team are sent. */
  alarm_settings: {
    team_id: string
    /** How long a machine may be away before it counts as quiet. */
    quiet_hours: number
    /** Empty if there is no webhook. */
    webhook_url: string
    /** Sealed. */
    webhook_secret: Uint8Array | null
    /** Empty if no e-mail is sent. */
    smtp_host: string
    smtp_port: number
    /** tls, starttls, none */
    smtp_security: string
    smtp_user: string
    /** Sealed. */
    smtp_password: Uint8Array | null
    mail_from: string
    /** JSON with a list of addresses. */
    mail_to: string
    /** When a message last arrived with these settings; 0: never. */
    delivered_at: Generated<number>
  }
  /** A machine that was guarded and is no longer, or a rollout that stopped by itself. */
  alarms: {
    team_id: string
    id: string
    /** Empty if it concerns no machine. */
    device_id: string
    /** quiet, disconnected, not-asking, proof-failed, rollout-stopped */
    kind: string
    /** JSON with a list of names. */
    agents: string
    opened_at: number
    /** 0 while it is open. */
    resolved_at: number
    /** What happened, for an alarm without a machine. */
    detail: Generated<string>
  }
  /** A message about an alarm, for one channel. */
  deliveries: {
    team_id: string
    id: string
    alarm_id: string
    /** webhook, email */
    channel: string
    /** opened, resolved */
    what: string
    created_at: number
    attempts: number
    next_at: number
    /** When it was sent, or given up. 0 while it waits. */
    done_at: number
    /** Why the last attempt failed. */
    failure: string
  }
  hooks: {
    team_id: string
    id: number
    is_active: Bit
    /** The newest version, which is the draft. */
    version: number
    /** The version that machines have, or 0 if it was never published. */
    published_version: number
    published_active: Bit
    deleted_at: number | null
    created_at: number
  }
  hook_versions: {
    team_id: string
    hook_id: number
    version: number
    /** script, module, prompt, rule, http, pack, settings */
    kind: string
    /** A JSON object, or empty: the keys of the entry without a column, the parameters of a pack, or the settings. */
    config: string
    hook_step: string
    script_name: string
    /** JSON with a list of names. */
    operating_systems: string
    matcher: string | null
    timeout: number | null
    fail_closed: Bit | null
    loop_limit: number | null
    approvals: Bit | null
    script_content: string
    author: string
    note: string
    created_at: number
  }
  revisions: {
    team_id: string
    revision: number
    published_at: number
    author: string
    note: string
    hooks: number
    /** The signed bundle. */
    bundle: string
  }
  /** Hooks that machines skip for a while. Every signed list has the pauses that have not ended. */
  pauses: {
    team_id: string
    id: number
    /** 0 for all hooks of the team. */
    hook_id: number
    from_at: number
    until_at: number
    reason: string
    author: string
    /** Null unless someone ended it before its time. */
    ended_at: number | null
    ended_by: string
  }
  /** A revision that goes to some machines first. At most one is running. */
  rollouts: {
    team_id: string
    /** The revision that began it. */
    candidate: number
    /** running, finished, stopped */
    state: 'running' | 'finished' | 'stopped'
    stage: 'observe' | 'canary' | 'percent'
    /** 0 except at the stage `percent`. */
    percent: number
    salt: string
    /** JSON with a list of the ids of the canary machines. */
    canaries: string
    /** JSON with a list of the ids of machines that refused an update before it began. */
    refusing: string
    /** JSON with a list of the hooks of the candidate: id, version and whether it is active. */
    hooks: string
    /** JSON with a list of the percentages of the stages. */
    percentages: string
    minutes: number
    automatic: Bit
    author: string
    note: string
    started_at: number
    stage_since: number
    /** 0 while it runs. */
    ended_at: number
    ended_by: string
    reason: string
  }
  rollout_settings: {
    team_id: string
    /** JSON with a list of numbers. */
    percentages: string
    minutes: number
    automatic: Bit
  }
  /** Decisions counted when they arrive, by the hooks that the machine had. */
  ring_hours: {
    team_id: string
    hour: number
    revision: number
    /** The revision that began the rollout, or 0 for the stable hooks. */
    candidate: number
    /** 0 counts whole decisions, and any other id the runs of that hook. */
    hook_id: number
    runs: number
    denies: number
    failures: number
  }
  /** The same for each machine, of candidates alone, while their rollout is running. */
  ring_machines: {
    team_id: string
    candidate: number
    hook_id: number
    device_id: string
    runs: number
    denies: number
    failures: number
  }
  /** What machines were asked to judge over their logs. A team has the newest one. */
  previews: {
    team_id: string
    /** The revision that asked. */
    id: number
    days: number
    /** JSON with a list of hooks: id, version and whether it is active. */
    hooks: string
    /** Changed hooks of other kinds, which are not judged. */
    left_out: number
    author: string
    asked_at: number
    /** 0 while machines are asked. */
    ended_at: number
  }
  /** The counts of one machine. */
  preview_reports: {
    team_id: string
    preview: number
    device_id: string
    events: number
    denies: number
    new_denies: number
    asks: number
    unjudged: number
    is_partial: Bit
    reported_at: number
  }
  preview_hooks: {
    team_id: string
    preview: number
    device_id: string
    hook_id: number
    denies: number
    asks: number
    unjudged: number
  }
  /** The newest updates that each machine refused. */
  refused_updates: {
    team_id: string
    device_id: string
    /** The time in the proof of the heartbeat that first had the reason. */
    beat_ms: number
    began_at: number
    /** 0: it still refuses. */
    ended_at: number
    /** The revision that it kept. */
    revision: number
    reason: string
  }
  /** The signed repository: metadata and targets by path. */
  files: { team_id: string; path: string; body: Uint8Array; changed_at: number }
  signing_keys: {
    team_id: string
    /** targets, snapshot, timestamp */
    role: string
    key_id: string
    public_key: Uint8Array
    /** Sealed with the server's master key. */
    sealed: Uint8Array
    created_at: number
    /** 1 for a key that no root names yet. It signs nothing. */
    is_next: Bit
  }
  decisions: {
    team_id: string
    device_id: string
    sequence: number
    at: number
    received_at: number
    event: string
    verdict: string
    /** Why the decision is what it is: reply, exit-2, … */
    rule: string
    agent: string
    duration_ms: number
    kind: DecisionKind
    /** 1 if a hook failed. */
    failed: Bit
  }
  runs: {
    team_id: string
    device_id: string
    sequence: number
    /** The index of the run in the decision, from 0. */
    position: number
    at: number
    hook_id: number
    source: string
    fingerprint: string
    outcome: string
    failure: string
    duration_ms: number
    /** The rule of a pack that decided: `<pack>/<id>`, or empty. */
    rule: string
  }
  /** Decisions counted when they arrive, so that no page has to count millions of rows. `hour` is the time when it begins. */
  decision_hours: {
    team_id: string
    hour: number
    event: string
    agent: string
    kind: DecisionKind
    failed: Bit
    decisions: number
  }
  run_hours: {
    team_id: string
    hour: number
    hook_id: number
    rule: string
    runs: number
    denies: number
    failures: number
  }
  /** The audit log. A trigger makes it append-only. */
  journal: {
    team_id: string
    sequence: number
    at: number
    actor: string
    action: string
    target: string
    /** JSON with the details of the change. */
    detail: string
    hash: string
  }
}

export type Row<T extends keyof Schema> = Selectable<Schema[T]>
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>

/** The column with the team of a row. Tables without an entry do not belong to a team. */
export const teamColumns = {
  teams: 'id',
  members: 'team_id',
  links: 'team_id',
  tokens: 'team_id',
  service_tokens: 'team_id',
  directory_users: 'team_id',
  directory_groups: 'team_id',
  directory_group_members: 'team_id',
  codes: 'team_id',
  devices: 'team_id',
  device_agents: 'team_id',
  alarm_settings: 'team_id',
  alarms: 'team_id',
  deliveries: 'team_id',
  hooks: 'team_id',
  hook_versions: 'team_id',
  revisions: 'team_id',
  pauses: 'team_id',
  rollouts: 'team_id',
  rollout_settings: 'team_id',
  ring_hours: 'team_id',
  ring_machines: 'team_id',
  previews: 'team_id',
  preview_reports: 'team_id',
  preview_hooks: 'team_id',
  refused_updates: 'team_id',
  files: 'team_id',
  signing_keys: 'team_id',
  decisions: 'team_id',
  runs: 'team_id',
  decision_hours: 'team_id',
  run_hours: 'team_id',
  journal: 'team_id',
} as const satisfies Partial<Record<keyof Schema, string>>
