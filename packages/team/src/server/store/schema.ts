/** The tables, as the queries see them. Times are epoch milliseconds, booleans 0 or 1, JSON is text. */
import type { Insertable, Selectable } from 'kysely'

export type Role = 'viewer' | 'author' | 'owner'
export type Bit = 0 | 1

export interface Schema {
  settings: { name: string; value: string }
  teams: {
    id: string
    name: string
    created_at: number
    /** Where the journal ends: the row is the lock of those who append to it. */
    journal_sequence: number
    journal_hash: string
    /** The highest hook id given away. */
    last_hook_id: number
    /** What machines have: the version of the signed targets. 0: nothing yet. */
    revision: number
  }
  accounts: {
    id: string
    email: string
    password_hash: string
    totp_secret: Uint8Array | null
    /** 1 once a code of it was shown: only then it is asked for. */
    totp_confirmed: Bit
    /** The last time step whose code was used: none is used twice. */
    totp_step: number
    created_at: number
  }
  members: { team_id: string; account_id: string; role: Role; joined_at: number }
  sessions: {
    hash: string
    account_id: string
    created_at: number
    used_at: number
    expires_at: number
    address: string
    agent: string
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
  }
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
    /** Ed25519, SPKI DER: the token is worth nothing without it. */
    public_key: Uint8Array
    token_hash: string
    revision: number
    active_hooks: number
    refused: string
    enrolled_at: number
    last_sync_at: number | null
    /** The highest number of its reports. */
    accepted_sequence: number
    /** JSON: ranges of numbers below it that never came. */
    missing: string
    /** The time in the proof of its last heartbeat. */
    beat_ms: number
    revoked_at: number | null
  }
  hooks: {
    team_id: string
    id: number
    is_active: Bit
    /** The newest version: the draft. */
    version: number
    /** What machines have; 0: never published. */
    published_version: number
    published_active: Bit
    deleted_at: number | null
    created_at: number
  }
  hook_versions: {
    team_id: string
    hook_id: number
    version: number
    hook_step: string
    script_name: string
    /** JSON: a list of names. */
    operating_systems: string
    matcher: string | null
    timeout: number | null
    fail_closed: Bit | null
    loop_limit: number | null
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
    /** The bundle as it was signed. */
    bundle: string
  }
  /** The signed repository: metadata and targets, by path. */
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
    /** 1: it signs nothing before a root names it. */
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
    rule: string
    agent: string
    duration_ms: number
  }
  runs: {
    team_id: string
    device_id: string
    sequence: number
    /** Which run of the decision, from 0. */
    position: number
    at: number
    hook_id: number
    source: string
    fingerprint: string
    outcome: string
    failure: string
    duration_ms: number
  }
  /** Append-only: a trigger refuses everything else. */
  journal: {
    team_id: string
    sequence: number
    at: number
    actor: string
    action: string
    target: string
    /** JSON: what changed. */
    detail: string
    hash: string
  }
}

export type Row<T extends keyof Schema> = Selectable<Schema[T]>
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>

/** Which column of a table says whose the row is. A table that is not here belongs to nobody's team. */
export const teamColumns = {
  teams: 'id',
  members: 'team_id',
  links: 'team_id',
  tokens: 'team_id',
  codes: 'team_id',
  devices: 'team_id',
  hooks: 'team_id',
  hook_versions: 'team_id',
  revisions: 'team_id',
  files: 'team_id',
  signing_keys: 'team_id',
  decisions: 'team_id',
  runs: 'team_id',
  journal: 'team_id',
} as const satisfies Partial<Record<keyof Schema, string>>
