import { expect, test } from 'vitest'
import { faults } from './faults.mjs'
import { judgeAll } from './judge.mjs'
import { createHistogram, createLedger } from './ledger.mjs'
import { slopeOf } from './machine.mjs'

test('a histogram knows its percentiles to 2 %', () => {
  const histogram = createHistogram()
  for (let ms = 1; ms <= 1000; ms++) histogram.add(ms)
  for (const part of [0.5, 0.99]) {
    expect(histogram.percentile(part)).toBeGreaterThan(part * 970)
    expect(histogram.percentile(part)).toBeLessThan(part * 1030)
  }
  expect(createHistogram().percentile(0.5)).toBe(0)
})

test('a slope is that of the second half', () => {
  const samples = Array.from({ length: 20 }, (_, at) => [at * 1000, at < 10 ? at * 50 : 500 + at * 2])
  expect(slopeOf(samples)).toBeCloseTo(2)
  expect(slopeOf([[0, 1]])).toBe(0)
})

/** A hook that allows, and one that exits with 1 and must refuse. */
const rows = [
  { fault: faults.find(({ name }) => name === 'allows') },
  { fault: faults.find(({ name }) => name === 'exits with 1'), failClosed: true },
]
function judge(answer, { row = 0, way = 'launcher', starts = 1, records = 1, recorded = answer, lost = 0 } = {}) {
  const ledger = createLedger(1)
  ledger.note(0, row, way, recorded)
  ledger.recorded[0] = ledger.answer[0]
  ledger.note(0, row, way, answer)
  ledger.starts[0] = starts
  ledger.records[0] = records
  ledger.lost[0] = lost
  return judgeAll(ledger, rows).wrong.map(({ why }) => why)
}

test.each([
  ['the answer of the contract', 'proceed', {}, []],
  ['another answer', 'proceed', { row: 1 }, ['answered proceed, wanted refuse']],
  ['a hook that ran twice', 'proceed', { starts: 2 }, ['its hook ran 2 times']],
  ['two records', 'proceed', { records: 2 }, ['2 records']],
  ['no record', 'proceed', { records: 0 }, ['no record']],
  ['a hook that did not run', 'proceed', { starts: 0 }, ['its hook did not run']],
  ['a refusal because the daemon was lost', 'refuse', { lost: 1, starts: 0 }, []],
  ['a refusal without such a reason', 'refuse', {}, ['answered refuse, wanted proceed']],
  ['a refusal after the daemon had recorded its decision', 'refuse', { recorded: 'proceed' }, []],
  ['the same in the library', 'refuse', { recorded: 'proceed', way: 'library' }, ['answered refuse, wanted proceed']],
  [
    'a record that says something else',
    'refuse',
    { row: 1, recorded: 'proceed', way: 'run' },
    ['answered refuse, recorded proceed'],
  ],
  ['a killed caller', 'killed', { records: 0, starts: 0 }, []],
  ['no answer', 'no answer', {}, ['answered no answer, wanted proceed']],
])('%s', (_name, answer, more, wrong) => {
  expect(judge(answer, more)).toEqual(wrong)
})
