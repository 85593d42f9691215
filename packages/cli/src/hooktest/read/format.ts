/** The format of a test file as a table. The reader checks files against it, and the documentation of keys is tested against it. */
import { editions } from '@hookline/core'
import { readAgents } from '@hookline/core/agents'
import { hostNames } from '@hookline/core/dialects'
import { describeSuggestion, suggestEvent } from '@hookline/core/node'
import { eventNames } from '@hookline/core/protocol'
import { any, either, flag, keys, list, map, nothing, oneOf, type Shape, text, textThat, word } from './shape.ts'

/** The agents on which a case must have the same result: those whose hook files Hookline runs. For the others: `hookline coverage`. */
export const agents = readAgents.flatMap(({ dialect }) => dialect ?? [])
const editionNames = Object.keys(editions).toSorted()
const variantNames = [...editionNames, ...hostNames]

const verdicts = ['allow', 'deny', 'ask'] as const
const verdictWords = [...verdicts, 'follow-up', 'ran', 'quiet']

const event = oneOf(eventNames, (name) => {
  const words = describeSuggestion(name, suggestEvent(name))
  return words === '' ? '' : `; ${words}`
})
/** Without suggestions, because names of editions are too short to guess. */
const edition = oneOf(editionNames, () => '')
const checkVariant = (name: string): string | undefined =>
  variantNames.includes(name) ? undefined : `there is no edition or agent "${name}", only ${variantNames.join(', ')}`

const checkInside = (name: string): string | undefined =>
  name === '' || name.startsWith('/') || /^[A-Za-z]:[\\/]/.test(name) || name.split(/[\\/]/).includes('..')
    ? `"${name}" is outside the scratch workspace. Use a path inside it, or ~/… for the scratch home`
    : undefined
const files = map(text, checkInside)
const env = map(text)

const textWant = either(
  'text, { contains: … } or { matches: … }',
  text,
  keys({ contains: text }, ['contains']),
  keys({ matches: text }, ['matches']),
)
const orAbsent = (shape: Shape): Shape =>
  either('text, { contains: … }, { matches: … } or null', ...alternatives(shape), nothing)
const alternatives = (shape: Shape): readonly Shape[] => (shape.kind === 'either' ? shape.of : [shape])

export const wantKeys: Readonly<Record<string, Shape>> = {
  verdict: oneOf(verdicts),
  kind: oneOf(['proceed', 'refuse', 'ask', 'follow-up']),
  rule: text,
  user_message: orAbsent(textWant),
  agent_message: orAbsent(textWant),
  updated_input: either('a map, or null', map(any), nothing),
  updated_content: orAbsent(textWant),
  context: orAbsent(textWant),
  follow_up: orAbsent(textWant),
  env: map(orAbsent(textWant)),
  files: map(orAbsent(textWant), checkInside),
  ran: list(text),
  skipped: map(text),
  failed: either('true, false or a code', flag, text),
}

export const caseKeys: Readonly<Record<string, Shape>> = {
  name: text,
  event,
  input: map(any),
  files,
  env,
  edition,
  want: either('a map', keys(wantKeys), nothing),
  differs: map(oneOf(verdictWords), checkVariant),
  skip: text,
}

/** `event`, `edition` and `differs` of the file apply to each case that does not have its own. */
export const fileKeys: Readonly<Record<string, Shape>> = {
  description: text,
  hook: word,
  event,
  edition,
  files,
  env,
  differs: map(oneOf(verdictWords), checkVariant),
  links: list(textThat(checkInside)),
  cases: list(keys(caseKeys), 1),
}
export const fileShape: Shape = keys(fileKeys, ['cases'])
