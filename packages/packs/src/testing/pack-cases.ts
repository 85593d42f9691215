/** What a pack answers, as a table: at least as many events pass as are held up. */
import type { JsonObject } from '@hookline/core/protocol'
import type { PackCanary } from '@hookline/core/sdk'

export interface PackCases {
  readonly pack: string
  /** As the settings file says them. */
  readonly parameters?: JsonObject
  readonly cases: readonly PackCanary[]
}
