import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Story, TryForm } from '../../../wire/panel.ts'
import {
  describeParseError,
  nextColumn,
  readPayload,
  readTrial,
  sampleText,
  toSearch,
  trialFromStory,
} from './trial.ts'

const event = (name: string, gate: string) => ({ name, doc: '', gate, sample: { of: name }, schema: {} })
const form: TryForm = {
  events: [event('begin', 'none'), event('gate', 'permission'), event('end', 'none')],
  editions: ['hookline', '3', '2.4'],
  agents: ['cursor', 'claude'],
  first: 'gate',
}

describe('a trial and its address', () => {
  test('an empty address gives the initial event, the newest edition and the sample', () => {
    expect(readTrial({}, form)).toEqual({
      event: 'gate',
      columns: [{ edition: 'hookline', agent: 'cursor' }],
      text: sampleText(form, 'gate'),
    })
  })

  test('a trial survives being written to the address and read back', () => {
    const column = fc.record({ edition: fc.constantFrom(...form.editions), agent: fc.constantFrom(...form.agents) })
    const trial = fc.record({
      event: fc.constantFrom('begin', 'gate', 'end'),
      columns: fc.array(column, { minLength: 1, maxLength: 4 }),
      text: fc.string({ maxLength: 200 }),
    })
    fc.assert(
      fc.property(trial, (example) => {
        expect(readTrial(toSearch(example, form), form)).toEqual(example)
      }),
    )
  })

  test('the sample and long payloads are not written to the address', () => {
    const trial = readTrial({ event: 'end' }, form)
    expect(toSearch(trial, form)).not.toHaveProperty('input')
    expect(toSearch({ ...trial, text: ' '.repeat(6001) }, form)).not.toHaveProperty('input')
  })

  test('unknown events, editions and agents in the address are ignored', () => {
    const { event: name, columns } = readTrial({ event: 'nothing', in: '9:cursor,3:unknown,2.4:claude' }, form)
    expect({ name, columns }).toEqual({ name: 'gate', columns: [{ edition: '2.4', agent: 'claude' }] })
  })

  test('an object in a hand-written address becomes its text', () => {
    expect(readTrial({ input: { command: 'ls' } }, form).text).toBe('{\n  "command": "ls"\n}')
  })
})

test('a story is tried with the input before a rewrite', () => {
  const story = { row: { event: 'end', agent: 'claude' }, edition: '3', input: { a: 2 }, originalInput: { a: 1 } }
  expect(trialFromStory(story as unknown as Story, form)).toEqual({
    event: 'end',
    columns: [{ edition: '3', agent: 'claude' }],
    text: '{\n  "a": 1\n}',
  })
})

test('the next column is another edition of the same agent, then another agent, then none', () => {
  const columns = [{ edition: 'hookline', agent: 'cursor' }]
  for (;;) {
    const next = nextColumn(columns, form)
    if (next === undefined) break
    columns.push(next)
  }
  expect(columns.map(({ edition, agent }) => `${edition}:${agent}`)).toEqual([
    'hookline:cursor',
    '3:cursor',
    '2.4:cursor',
    'hookline:claude',
    '3:claude',
    '2.4:claude',
  ])
})

describe('a payload', () => {
  test('is an object', () => {
    expect(readPayload('{"a":1}')).toEqual({ ok: true, input: { a: 1 } })
    expect(readPayload('[1]').ok).toBe(false)
  })

  test('that is invalid is reported without a copy of its text', () => {
    expect(describeParseError(new SyntaxError('Unexpected token \'x\', "{ x" is not valid JSON'))).toBe(
      "Not JSON: Unexpected token 'x'",
    )
    expect(describeParseError(new SyntaxError("Expected ',' in JSON at position 3 (line 1 column 4)"))).toBe(
      "Not JSON: Expected ','",
    )
  })
})
