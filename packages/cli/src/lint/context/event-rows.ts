/** Questions that rules ask about an event. */
import type { EventName } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import type { ScriptContext } from './context.ts'

/** A refusal or failure of a hook at this event decides whether the action happens. */
export const isGate = (event: EventName): boolean => eventRows[event].gate.kind !== 'none' && eventRows[event].guardsAct
export const isAtGate = ({ uses }: ScriptContext): boolean => uses.some(({ context }) => isGate(context.entry.event))
/** The matcher is tested against the text of a command. */
export const matchesCommands = (event: EventName): boolean => eventRows[event].subjectDoc === 'the whole command'
/** The matcher is tested against the name of a tool. */
export const matchesTools = (event: EventName): boolean => eventRows[event].input.tool_input?.type.kind === 'object'
