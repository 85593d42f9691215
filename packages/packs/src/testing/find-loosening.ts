/** Compares what happens at an event with and without the files of an untrusted workspace. For tests. */
import type { Effect } from '@hookline/core'
import { dialects } from '@hookline/core/dialects'
import { type EventName, eventRows, isObject, type JsonObject } from '@hookline/core/protocol'
import { CANARY } from './untrusted-files.ts'

/** The hooks refuse, even where the agent goes on at this event. */
const isRefused = ({ kind, unenforced }: Effect): boolean => kind === 'refuse' || unenforced !== undefined

const strictnessOf = (effect: Effect): number => (isRefused(effect) ? 2 : effect.kind === 'ask' ? 1 : 0)

/** Every way in which the second effect allows more than the first, or hands over what an untrusted workspace wrote. */
export function findLoosening(without: Effect, given: Effect): readonly string[] {
  return [...findWeaker(without, given), ...findGains(without, given), ...findLeaks(given), ...findUnmarked(given)]
}

/** Whether the answer makes the agent skip its own question. */
const isExplicit = ({ reply }: Effect): boolean => reply.permission === 'allow' || reply.continue === true

function findWeaker(without: Effect, given: Effect): readonly string[] {
  return [
    ...(strictnessOf(given) < strictnessOf(without) ? [`${without.kind} became ${given.kind}`] : []),
    ...(isExplicit(given) && !isExplicit(without) ? ['it is allowed explicitly'] : []),
    ...(without.unenforced === 'later' && given.unenforced === undefined && given.kind !== 'refuse'
      ? ['a refusal is no longer kept']
      : []),
  ]
}

/** What hooks hand over beside a decision. A refusal may take it away, but nothing else may change it. */
const handed = (effect: Effect): JsonObject => ({
  input: effect.input,
  context: effect.context,
  env: effect.env,
  followUp: effect.followUp,
  output: effect.output,
  pluginPaths: effect.pluginPaths,
})

function findGains(without: Effect, given: Effect): readonly string[] {
  const [before, after] = [handed(without), handed(given)]
  // Nothing acts on the input of a refused event.
  const isStopped = isRefused(given)
  return Object.keys(after)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .filter((name) => !(isStopped && (name === 'input' || after[name] === undefined)))
    .map((name) => `${name} changed to ${JSON.stringify(after[name])}`)
}

/** Texts of the untrusted workspace that the model would read. */
function findLeaks(effect: Effect): readonly string[] {
  const { user_message: _, ...reply } = effect.reply
  const forModel = { agentMessage: effect.agentMessage, agentText: effect.agentText, reply, ...handed(effect) }
  const answers = Object.values(dialects).flatMap((dialect) =>
    dialect.agent === undefined ? [] : [withoutPerson(dialect.fromEffect(effect, effect.event).stdout, effect.event)],
  )
  return [forModel, ...answers]
    .map((value) => JSON.stringify(value))
    .filter((json) => json.includes(CANARY))
    .map((json) => `the model reads ${json}`)
}

/** The fields of an answer that agents show to the person alone. */
const forPerson = new Set(['systemMessage', 'user_message', 'stopReason', 'errorMessage', 'notice'])

function withoutPerson(answer: JsonObject, event: EventName): JsonObject {
  const nested = isObject(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {}
  const { permissionDecisionReason, ...rest } = nested
  // The reason of a question, and that of a refused prompt, is for the person.
  const own = nested.permissionDecision === 'ask' ? rest : { ...rest, permissionDecisionReason }
  // A refused prompt never reaches the model, so only the person reads why.
  const isPrompt = eventRows[event].session === 'new-turn'
  const reasons = isPrompt ? ['reason', 'refusal'] : answer.decision === 'block' ? ['reason'] : []
  const question = answer.permissionDecision === 'ask' ? ['permissionDecisionReason'] : []
  const shown = new Set([...forPerson, ...reasons, ...question, 'hookSpecificOutput'])
  return { ...Object.fromEntries(Object.entries(answer).filter(([name]) => !shown.has(name))), own }
}

/** Texts that the person would read as Hookline's own, or as those of a trusted hook. */
const findUnmarked = ({ userMessage, reply }: Effect): readonly string[] =>
  [userMessage, reply.user_message]
    .flatMap((text) => text?.split('\n\n---\n\n') ?? [])
    .filter((part) => part.includes(CANARY) && !/From the untrusted workspace |\(project, not trusted, /.test(part))
    .map((part) => `the person reads without a mark: ${part}`)
