// The agents' payloads and answers: nothing throws, and a refusal in an agent's words is a refusal in ours.
import fc from 'fast-check'
import { dialects as all } from '../../../packages/core/dist/dialects/index.js'
import { editions } from '../../../packages/core/dist/editions.js'
import { HooklineError } from '../../../packages/core/dist/errors.js'
import { eventNames, eventRows, isEventName } from '../../../packages/core/dist/protocol/events/index.js'
import { hasExactDenial } from '../../../packages/core/dist/replies/find-denial.js'
import { interpret } from '../../../packages/core/dist/steps/interpret.js'
import { fakeEntry, fakeEvent } from '../../../packages/core/dist/testing/fakes.js'
import { damaged, json, mutated, text } from '../inputs.mjs'
import { requires } from '../run-target.mjs'

const dialect = fc.constantFrom(...Object.values(all))
const name = fc.constantFrom(...eventNames)
const gate = fc.constantFrom(...eventNames.filter((one) => eventRows[one].gate.kind === 'permission'))
const context = { edition: editions.hookline, session: { id: 'c', generations: 0, loops: {}, env: [] } }
/** What the agent would send for an event of ours. */
const payload = fc.tuple(dialect, name).chain(([one, event]) =>
  fc.record({
    one: fc.constant(one),
    sent: fc.oneof(
      damaged(fc.constant(one.encode(fakeEvent(event), context).input)),
      json.filter((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
    ),
  }),
)
const refusals = fc.constantFrom(
  '{"permission":"deny"}',
  '{"decision":"block","reason":"no"}',
  '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}',
  '{"continue":false}',
)
const ends = fc.integer({ min: 0, max: 4 }).map((code) => ({ kind: 'exit', code }))
const strictness = ({ outcome }) => ['allow', 'ask', 'deny'].indexOf(outcome.verdict ?? 'allow')

export const dialects = {
  name: 'dialects',
  about: 'payloads and answers of agents',
  properties: {
    'a payload is an event of ours, or is named as unknown, or is refused as misuse': {
      arbitrary: payload,
      check: ({ one, sent }) => {
        try {
          const event = one.toEvent(sent)
          requires('unknown' in event || isEventName(event.name), JSON.stringify(event))
        } catch (error) {
          requires(error instanceof HooklineError, `not an error of ours: ${error}`)
        }
      },
    },
    'an answer is translated without an exception, and only once': {
      arbitrary: fc.record({ one: dialect, event: name, stdout: fc.oneof(text, mutated(refusals)), end: ends }),
      check: ({ one, event, stdout, end }) => {
        const once = one.decode({ end, stdout, stderr: '' }, fakeEvent(event))
        requires(JSON.stringify(one.decode(once, fakeEvent(event))) === JSON.stringify(once), 'it changes again')
      },
    },
    'a refusal that can be read before the translation can be read after it': {
      arbitrary: fc.record({ one: dialect, event: gate, stdout: fc.oneof(refusals, mutated(refusals)), end: ends }),
      check: ({ one, event, stdout, end }) => {
        if (end.code !== 2 && !hasExactDenial(stdout)) return
        const raw = one.decode({ end, stdout, stderr: '' }, fakeEvent(event))
        const after = strictness(interpret(raw, fakeEvent(event), fakeEntry(), editions.hookline))
        const before = strictness(
          interpret({ end, stdout, stderr: '' }, fakeEvent(event), fakeEntry(), editions.hookline),
        )
        requires(after >= before, `${before} became ${after}`)
      },
    },
    'the refusal in the words of an agent is one for it': {
      arbitrary: fc.record({ one: dialect, message: text }),
      check: ({ one, message }) => {
        const reply = JSON.parse(JSON.stringify(one.refuse(message, message)))
        const isNo = one.isNo?.(reply) ?? hasExactDenial(JSON.stringify(reply))
        requires(isNo, `not a no: ${JSON.stringify(reply)}`)
      },
    },
  },
}
