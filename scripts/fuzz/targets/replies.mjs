// What a hook prints (F3): every text has a meaning, and a readable no stays a no.
import fc from 'fast-check'
import { editions } from '../../../packages/core/dist/editions.js'
import { eventNames, eventRows } from '../../../packages/core/dist/protocol/events/index.js'
import { readModelReply } from '../../../packages/core/dist/replies/read-model-reply.js'
import { interpret } from '../../../packages/core/dist/steps/interpret.js'
import { fakeEntry, fakeEvent } from '../../../packages/core/dist/testing/fakes.js'
import { json, mutated, text } from '../inputs.mjs'
import { requireSame, requires } from '../run-target.mjs'

const gates = eventNames.filter((name) => eventRows[name].gate.kind === 'permission')
const gate = fc.constantFrom(...gates)
const edition = fc.constantFrom(...Object.values(editions))
const entry = fakeEntry()

const meaningOf = (stdout, { name = gates[0], end = { kind: 'exit', code: 0 }, by = editions.hookline } = {}) =>
  interpret({ end, stdout, stderr: '' }, fakeEvent(name), entry, by)
const verdictOf = ({ outcome }) => outcome.verdict

/** A refusal with other fields around it. */
const denial = fc
  .tuple(fc.dictionary(fc.constantFrom('user_message', 'agent_message', 'note', 'x'), fc.string()), fc.boolean())
  .map(([more, first]) => JSON.stringify(first ? { permission: 'deny', ...more } : { ...more, permission: 'deny' }))
/** Neither a quotation mark nor a bracket, so that it cannot make the refusal a part of another value. */
const plainNoise = fc.string().map((noise) => noise.replace(/["'`“”„‘’‚«»{}[\]()<>\\]/g, '.'))
const ends = fc.oneof(
  fc.integer({ min: 0, max: 255 }).map((code) => ({ kind: 'exit', code })),
  fc.constantFrom('SIGKILL', 'SIGSEGV').map((signal) => ({ kind: 'signal', signal })),
  fc.constant({ kind: 'timeout', afterMs: 1 }),
  fc.constant({ kind: 'output-limit' }),
)

export const replies = {
  name: 'replies',
  about: 'what a hook prints',
  properties: {
    'any text after any end is interpreted without an exception, twice in the same way': {
      arbitrary: fc.record({
        stdout: fc.oneof(
          text,
          mutated(denial),
          json.map((value) => JSON.stringify(value)),
        ),
        name: gate,
        end: ends,
        by: edition,
      }),
      check: ({ stdout, ...rest }) => requireSame(() => meaningOf(stdout, rest)),
    },
    'exit code 2 denies, whatever is printed': {
      arbitrary: fc.record({ stdout: text, name: gate }),
      check: ({ stdout, ...rest }) =>
        requires(verdictOf(meaningOf(stdout, { ...rest, end: { kind: 'exit', code: 2 } })) === 'deny', 'no deny'),
    },
    'a refusal stays one with other text before and after it': {
      arbitrary: fc.record({ before: plainNoise, denial, after: plainNoise, name: gate }),
      check: ({ before, denial: line, after, ...rest }) =>
        requires(verdictOf(meaningOf(`${before}\n${line}\n${after}`, rest)) === 'deny', 'no deny'),
    },
    'a refusal that is cut anywhere never allows': {
      arbitrary: fc.record({ denial, at: fc.nat(), name: gate }),
      check: ({ denial: line, at, name }) => {
        const meaning = meaningOf(line.slice(0, at % (line.length + 1)), { name })
        requires(!(meaning.outcome.kind === 'replied' && verdictOf(meaning) === 'allow'), 'it allows')
      },
    },
    'a no in one field wins over a yes in another': {
      arbitrary: fc.record({
        no: fc.constantFrom(
          { permission: 'deny' },
          { decision: 'block' },
          { continue: false },
          { hookSpecificOutput: { permissionDecision: 'deny' } },
        ),
        yes: fc.constantFrom({ permission: 'allow' }, { decision: 'approve' }, { continue: true }, { ok: true }),
        first: fc.boolean(),
        name: gate,
      }),
      check: ({ no, yes, first, name }) => {
        if (Object.keys(no)[0] === Object.keys(yes)[0]) return
        const verdict = verdictOf(meaningOf(JSON.stringify(first ? { ...no, ...yes } : { ...yes, ...no }), { name }))
        requires(verdict === 'deny', `it means ${verdict}`)
      },
    },
    'a failed process never allows by what it printed': {
      arbitrary: fc.record({
        stdout: fc.oneof(text, fc.constant('{"permission":"allow"}')),
        code: fc.integer({ min: 3, max: 255 }),
        name: gate,
      }),
      check: ({ stdout, code, name }) => {
        const { outcome } = meaningOf(stdout, { name, end: { kind: 'exit', code } })
        requires(outcome.kind === 'failed' || outcome.verdict === 'deny', JSON.stringify(outcome))
      },
    },
    'the answer of a model is read without an exception': {
      arbitrary: fc.oneof(text, mutated(fc.constant('{"ok":false,"reason":"no"}'))),
      check: (printed) => void readModelReply(printed),
    },
  },
}
