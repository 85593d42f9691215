/** All migrations in order. Never remove or change the name of a published migration. */
import type { Kysely } from 'kysely'
import type { Engine } from '../engine.ts'
import { up as first } from './001-first.ts'
import { up as missing } from './002-missing.ts'
import { up as sessions } from './003-sessions.ts'
import { up as nextKeys } from './004-next-keys.ts'
import { up as heartbeats } from './005-heartbeats.ts'
import { up as approvals } from './006-approvals.ts'
import { up as serviceTokens } from './007-service-tokens.ts'
import { up as providers } from './008-providers.ts'
import { up as directory } from './009-directory.ts'
import { up as kinds } from './010-kinds.ts'
import { up as secondFactors } from './011-second-factors.ts'
import { up as pauses } from './012-pauses.ts'
import { up as coverage } from './014-coverage.ts'
import { up as alarms } from './015-alarms.ts'
import { up as reports } from './016-reports.ts'
import { up as tokenProvider } from './019-token-provider.ts'
import { up as checklist } from './020-checklist.ts'
import { up as enrolment } from './021-enrolment.ts'
import { up as rollouts } from './022-rollouts.ts'
import { up as previews } from './023-previews.ts'
import { up as ringMachines } from './024-ring-machines.ts'
import { up as refusedUpdates } from './025-refused-updates.ts'

export interface Migration {
  readonly name: string
  up(db: Kysely<unknown>, engine: Engine): Promise<void>
}

export const migrations: readonly Migration[] = [
  { name: '001-first', up: first },
  { name: '002-missing', up: missing },
  { name: '003-sessions', up: sessions },
  { name: '004-next-keys', up: nextKeys },
  { name: '005-heartbeats', up: heartbeats },
  { name: '006-approvals', up: approvals },
  { name: '007-service-tokens', up: serviceTokens },
  { name: '008-providers', up: providers },
  { name: '009-directory', up: directory },
  { name: '010-kinds', up: kinds },
  { name: '011-second-factors', up: secondFactors },
  { name: '012-pauses', up: pauses },
  { name: '014-coverage', up: coverage },
  { name: '015-alarms', up: alarms },
  { name: '016-reports', up: reports },
  { name: '019-token-provider', up: tokenProvider },
  { name: '020-checklist', up: checklist },
  { name: '021-enrolment', up: enrolment },
  { name: '022-rollouts', up: rollouts },
  { name: '023-previews', up: previews },
  { name: '024-ring-machines', up: ringMachines },
  { name: '025-refused-updates', up: refusedUpdates },
]
