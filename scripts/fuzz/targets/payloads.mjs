// Payloads of events (F2): an input is an event, or is refused as misuse with a code.
import fc from 'fast-check'
import { HooklineError } from '../../../packages/core/dist/errors.js'
import { eventNames } from '../../../packages/core/dist/protocol/events/index.js'
import { stamp } from '../../../packages/core/dist/steps/stamp.js'
import { fakeEvent } from '../../../packages/core/dist/testing/fakes.js'
import { damaged, json, text } from '../inputs.mjs'
import { requires } from '../run-target.mjs'

const rim = {
  defaults: {},
  roots: ['/w'],
  userEmail: null,
  conversationId: () => 'c',
  generationOf: () => 'g',
  sessionOf: () => ({ id: 'c', generations: 0, loops: {}, env: [] }),
}
const name = fc.constantFrom(...eventNames)

function stampOrRefuse(event, input) {
  try {
    return stamp(event, input, rim)
  } catch (error) {
    requires(error instanceof HooklineError, `not an error of ours: ${error}`)
    return undefined
  }
}

export const payloads = {
  name: 'payloads',
  about: 'inputs of events',
  properties: {
    'an input is accepted or refused as misuse': {
      arbitrary: fc.record({ event: name, object: name.chain((one) => damaged(fc.constant(fakeEvent(one).input))) }),
      check: ({ event, object }) => void stampOrRefuse(event, object),
    },
    'any value for any name is accepted or refused as misuse': {
      arbitrary: fc.record({ event: fc.oneof(name, text), value: json }),
      check: ({ event, value }) => void stampOrRefuse(event, value),
    },
    'an accepted input keeps its fields, and is plain JSON': {
      arbitrary: name.chain((event) =>
        fc.record({ event: fc.constant(event), object: damaged(fc.constant(fakeEvent(event).input)) }),
      ),
      check: ({ event, object }) => {
        const stamped = stampOrRefuse(event, object)
        if (stamped === undefined) return
        requires(Object.getPrototypeOf(stamped.input) === Object.prototype, 'another prototype')
        for (const [key, value] of Object.entries(object))
          if (
            value !== undefined &&
            value !== null &&
            !['hook_event_name', 'workspace_roots', 'conversation_id', 'generation_id'].includes(key) &&
            Object.hasOwn(stamped.input, key)
          )
            requires(JSON.stringify(stamped.input[key]) === JSON.stringify(value), `${key} changed`)
      },
    },
  },
}
