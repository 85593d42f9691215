/** What every dialect keeps: one suite for the family. A member declares, with a reason, what it does not support. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EditionRow, editions } from '../editions.ts'
import type { Entry, Event, Raw, RawEnd, Session } from '../flow.ts'
import type { Dialect, EncodeContext } from '../ports.ts'
import { type EventName, eventNames, eventRows } from '../protocol/events/index.ts'
import { findDenial, hasExactDenial } from '../replies/find-denial.ts'
import { isJson, readReply } from '../replies/read-reply.ts'
import type { JsonObject } from '../schema.ts'
import { interpret, type Meaning } from '../steps/interpret.ts'
import { fakeEvent } from './fakes.ts'

export interface DialectSkips {
  /** Events whose payload cannot come back, with the reason. */
  readonly roundTrip?: Readonly<Partial<Record<EventName, string>>>
}

export function dialectContract(dialect: Dialect, skips: DialectSkips = {}): void {
  describe(`${dialect.name} as a dialect`, () => {
    for (const name of eventNames) contractOf(dialect, name, skips.roundTrip?.[name])
  })
}

function contractOf(dialect: Dialect, name: EventName, noReturn: string | undefined): void {
  const event = fakeEvent(name)
  it.each(Object.values(editions))(`${name} is plain JSON in edition $name`, (edition) => {
    const { input } = dialect.encode(event, contextOf(edition))
    expect(JSON.parse(JSON.stringify(input))).toEqual(input)
  })
  it(`${name} is not changed by being sent`, () => {
    dialect.encode(event, contextOf(editions.hookline))
    expect(event.input).toEqual(fakeEvent(name).input)
  })
  if (noReturn === undefined)
    it(`${name} comes back from its own payload`, () => {
      for (const edition of Object.values(editions)) {
        const back = dialect.toEvent(dialect.encode(event, contextOf(edition)).input)
        expect(back).toMatchObject({ name, input: { hook_event_name: name, ...essentials(event) } })
      }
    })
  else
    it(`${name} is sent in the usual shape, on the record: ${noReturn}`, () => {
      expect(dialect.encode(event, contextOf(editions.hookline)).notes).toContain('foreign-dialect')
    })
  if (eventRows[name].gate.kind !== 'none')
    it(`no answer to ${name} loses its no`, () => {
      fc.assert(fc.property(raws, (raw) => !holdsAnyNo(raw) || holdsAnyNo(dialect.decode(raw, event))))
      fc.assert(
        fc.property(raws, fc.constantFrom(...Object.values(editions)), (raw, edition) => {
          if (isText(raw)) return true
          const before = strictness(interpret(raw, event, entry, edition))
          return strictness(interpret(dialect.decode(raw, event), event, entry, edition)) >= before
        }),
      )
    })
  it(`every answer to ${name} is read without throwing, and reading it twice changes nothing`, () => {
    fc.assert(
      fc.property(raws, (raw) => {
        const once = dialect.decode(raw, event)
        expect(dialect.decode(once, event)).toEqual(once)
      }),
    )
  })
}

/** Text without a refusal in it, which an agent may take as nothing. */
const isText = ({ end, stdout, badEncoding }: Raw): boolean =>
  end.kind === 'exit' &&
  end.code === 0 &&
  readReply(stdout, badEncoding === true).kind === 'unreadable' &&
  !(isJson(stdout) && stdout.trim().startsWith('{')) &&
  findDenial(stdout) === undefined

/** Of an entry, only what it says of failures matters here. */
const entry = {} as Entry
const strictness = ({ outcome }: Meaning): number =>
  ['allow', 'ask', 'deny'].indexOf(('verdict' in outcome ? outcome.verdict : undefined) ?? 'allow')

// ---------------------------------------------------------------- what the suite feeds

export const noSession: Session = { id: 'conversation_1', generations: 0, loops: {}, env: [] }
export const contextOf = (edition: EditionRow, more: Partial<EncodeContext> = {}): EncodeContext => ({
  edition,
  session: noSession,
  ...more,
})

const essentials = ({ row, input }: Event): JsonObject =>
  Object.fromEntries(
    Object.keys(row.input)
      .filter((field) => row.input[field]?.need === 'essential')
      .map((field) => [field, input[field]]),
  )

/** Exit 2, or any no that can be read in what was printed. */
const holdsAnyNo = ({ end, stdout }: Raw): boolean => (end.kind === 'exit' && end.code === 2) || hasExactDenial(stdout)

const word = fc.constantFrom('allow', 'approve', 'deny', 'block', 'ask', 'defer', 'maybe', 7, null)
const text = fc.constantFrom('', 'because', '{"permission":"deny"}', 'say "no"')
const flag = fc.constantFrom(true, false, 'false', null)
const nested = fc.record(
  {
    hookEventName: fc.constantFrom('PreToolUse', 'UserPromptSubmit', 'Stop', 'Other'),
    permissionDecision: word,
    permissionDecisionReason: text,
    updatedInput: fc.constantFrom({ command: 'ls' }, { decision: 'deny' }, 'ls'),
    additionalContext: text,
    updatedToolOutput: text,
  },
  { requiredKeys: [] },
)
const object = fc.record(
  {
    permission: word,
    decision: word,
    continue: flag,
    ok: flag,
    reason: text,
    stopReason: text,
    systemMessage: text,
    user_message: text,
    additional_context: text,
    followup_message: text,
    hookSpecificOutput: nested,
  },
  { requiredKeys: [] },
)
const json = object.map((value) => JSON.stringify(value))
const twice = fc.tuple(json, json).map(([a, b]) => `${a.slice(0, -1)},${b.slice(1)}`)
const printed = fc.oneof(
  json,
  json.map((line) => line.slice(0, -1)),
  json.map((line) => line.replace('"', '')),
  fc.tuple(fc.oneof(fc.constant('checking…'), json), json).map((lines) => lines.join('\n')),
  twice,
  fc.string(),
  fc.constantFrom('', 'All good', '{'.repeat(1000), `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`),
)
const ends: fc.Arbitrary<RawEnd> = fc.oneof(
  fc.constantFrom(0, 0, 0, 1, 2, 127).map((code): RawEnd => ({ kind: 'exit', code })),
  fc.constantFrom<RawEnd>({ kind: 'signal', signal: 'SIGTERM' }, { kind: 'timeout', afterMs: 60_000 }),
)
const raws: fc.Arbitrary<Raw> = fc.record({ end: ends, stdout: printed, stderr: fc.constantFrom('', 'not today\n') })
