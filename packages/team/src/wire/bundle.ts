/** The signed list of a team's hooks. The server writes it and each machine reads it. Names in it are labels, never paths. */
import type { JsonObject } from '@hookline/core/protocol'
import type { HookKind } from './hook-kinds.ts'
import type { BundledPreview } from './preview.ts'
import type { BundledRollout } from './rollout.ts'

/** The limits that a machine enforces. The server does not sign a larger bundle. */
export const bundleLimits = { hooks: 1000, bytes: 4 * 2 ** 20, scriptBytes: 2 ** 20 } as const

export interface BundledHook {
  readonly id: number
  /** Absent: a script. */
  readonly kind?: HookKind
  /** The keys of its entry that have no field here, the parameters of a pack, or the settings. */
  readonly config?: JsonObject
  readonly hook_step: string
  readonly script_name: string
  readonly operating_systems: readonly string[]
  readonly is_active: boolean
  readonly matcher?: string
  readonly timeout?: number
  readonly fail_closed?: boolean
  readonly loop_limit?: number
  readonly approvals?: boolean
  readonly version: number
  /** The name of the target that contains the script or the module. Absent for a kind without a file. */
  readonly target?: string
}

/** A pause of one hook, or of all with `hook_id` 0. A client that does not know pauses ignores them, and its hooks run. */
export interface BundledPause {
  readonly hook_id: number
  /** Times are ISO 8601 in UTC. */
  readonly from: string
  readonly until: string
  readonly by: string
  readonly reason: string
}

/**
 * Hooks that only observe, beside those of the list. A client that does not know observations ignores them, and enforces none
 * of them.
 */
export interface BundledObservation {
  /** The revision that began it. */
  readonly candidate: number
  /** The hooks of the candidate that are new or changed. No settings: those cannot be observed. */
  readonly hooks: readonly BundledHook[]
}

export interface Bundle {
  /** The version of this format. A client refuses a version that it does not know. 2: a hook has `kind` or `config`. */
  readonly schema: 1 | 2
  readonly team_id: string
  readonly revision: number
  /** While a rollout is under way, these are the stable hooks. */
  readonly hooks: readonly BundledHook[]
  /** Absent: nothing is paused. */
  readonly pauses?: readonly BundledPause[]
  /** Absent: all machines have the same hooks. */
  readonly rollout?: BundledRollout
  /** Absent: nothing is only observed. Never beside a rollout. */
  readonly observation?: BundledObservation
  /** Absent: machines are not asked what a draft would have decided. */
  readonly preview?: BundledPreview
}

/** Whether clients of schema 1 can read the hook. */
export const isPlainScript = ({ kind = 'script', config }: Pick<BundledHook, 'kind' | 'config'>): boolean =>
  kind === 'script' && config === undefined
