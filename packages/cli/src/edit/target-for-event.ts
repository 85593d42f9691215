/** Chooses the file for a new entry. An agent rejects its whole hooks file if it contains an event that the agent does not have. */
import { type EventName, hooksFileSchema, type JsonSchema } from '@hookline/core/protocol'
import { agentsWithout } from '../connect/agents-without.ts'
import { ownSchema, ownTarget } from './own-target.ts'
import { type LevelFlags, type Target, targetOf } from './target.ts'

/** The hooks.json that agents read, or Hookline's own hookline.json if one of them does not have the event. */
export function targetForEvent(event: EventName, flags: LevelFlags, directory: string): Target {
  const target = targetOf(flags, directory)
  return agentsWithout(event, target.level).length === 0 ? target : ownTarget(flags, directory)
}

export const schemaOf = ({ own }: Target): JsonSchema => (own === true ? ownSchema() : hooksFileSchema())
