/** The signed list of a team's hooks, as the server writes it and a machine reads it. Names in it are labels, never paths. */

/** What a machine takes: the server signs nothing that is more. */
export const bundleLimits = { hooks: 1000, bytes: 4 * 2 ** 20, scriptBytes: 2 ** 20 } as const

export interface BundledHook {
  readonly id: number
  readonly hook_step: string
  readonly script_name: string
  readonly operating_systems: readonly string[]
  readonly is_active: boolean
  readonly matcher?: string
  readonly timeout?: number
  readonly fail_closed?: boolean
  readonly loop_limit?: number
  readonly version: number
  /** The name of the script among the targets. */
  readonly target: string
}

export interface Bundle {
  /** Which shape this is: a client refuses one it does not know. */
  readonly schema: 1
  readonly team_id: string
  readonly revision: number
  readonly hooks: readonly BundledHook[]
}
