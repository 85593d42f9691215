/** Whether an event can deny anything in an edition. */
import { editions } from '@hookline/core'
import { type Edition, gateOf } from '@hookline/core/node'
import { type EventName, eventRows } from '@hookline/core/protocol'

export const isGate = (event: EventName, edition: Edition): boolean =>
  gateOf(editions[edition], event, eventRows[event].gate).kind !== 'none'
