import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_VALUE, MAX_WORK } from './budget.ts'
import { readShell, readWithCost } from './read-shell.ts'
import { MAX_COMMANDS } from './state.ts'

/** The step that exceeds the limit may add at most one text of maximum length. */
const MAX_COUNTED = MAX_WORK + 16 * MAX_VALUE

const hostile: readonly (readonly [string, string])[] = [
  ['a value that doubles', `x="a b "; ${'x=$x$x; '.repeat(26)}echo $x; rm -rf ~`],
  ['a value that doubles and is run', `x=a;${'x=$x$x;eval $x;'.repeat(100)}`],
  ['braces beside braces', `${'{a,b}'.repeat(12_000)}; rm -rf ~`],
  ['braces within braces', `{a,b${'{c,d}'.repeat(20)}}`],
  ['arithmetic that nothing closes', '$['.repeat(6_000)],
  ['quotes around backticks', '"`'.repeat(6_000)],
  ['code over and over', `python3 -c 'system("a")' ;`.repeat(1_100)],
  ['a file written and run over and over', 'echo x>f;sh f;'.repeat(1_000)],
  ['aliases over and over', 'alias a=b;'.repeat(6_000)],
  ['a keyword before itself', 'coproc '.repeat(1_000)],
  ['a function that is a function', 'f()'.repeat(20_000)],
  ['each file for each mark', `find ${'a '.repeat(10_000)}-exec rm ${'{} '.repeat(10_000)}\\;`],
  ['each word for each mark', `echo ${'a '.repeat(9_000)}| xargs -I% rm ${'% '.repeat(9_000)}`],
  ['a long word for each mark', `echo ${'a'.repeat(20_000)} | xargs -I% rm ${'%'.repeat(10_000)}`],
  ['arrays within arrays', `${'a=("${b[@]}" $('.repeat(40)}x${'))'.repeat(40)}`],
  ['substitutions within substitutions', `${'"$('.repeat(60)}x${')"'.repeat(60)}`],
  ['brackets that nothing closes', '"$('.repeat(100)],
  ['a string within each substitution', 'x <<< $('.repeat(80)],
  [
    'a substitution in each round',
    `${'for a in 1 2 3 4 5 6 7 8; do '.repeat(3)}$(>(>($(x=$x$x;))));${'done;'.repeat(3)}`,
  ],
  ['rounds within rounds', `${'for a in 1 2 3 4 5 6 7 8; do '.repeat(6)}x;${'done;'.repeat(6)}`],
]

describe('a text that expands too much is reported as a doubt', () => {
  test.each(hostile)('%s', (_what, text) => {
    const { reading, work } = readWithCost(text)
    expect(reading.doubts.map((doubt) => doubt.kind)).toContain('too-much')
    expect(reading.commands.length).toBeLessThanOrEqual(MAX_COMMANDS + 1)
    expect(work).toBeLessThanOrEqual(MAX_COUNTED)
  })
})

test('keeps the findings from before the budget was exceeded', () => {
  const { commands } = readShell(`rm -rf ~; ${'x=$x$x$x;eval $x;'.repeat(100)}`)
  expect(commands[0]?.words.map((word) => word.text)).toEqual(['rm', '-rf', '~'])
})

test('a normal text of many lines uses only a part of the budget', () => {
  const { reading, work } = readWithCost(
    `${'mkdir -p "$DIR/$x"/{a,b}; cp src/*.ts "$DIR" && echo "$(date)"\n'.repeat(30)}cat > notes.md <<'EOF'\n${'# a line of text\n'.repeat(1_000)}EOF`,
  )
  expect(reading.doubts).toEqual([])
  expect(work).toBeLessThan(MAX_WORK / 2)
})

test('code with unclosed strings is not scanned twice', () => {
  expect(readShell(`python3 -c 'run([ ${'"a" '.repeat(60)}x'`).commands).toHaveLength(1)
})

test('no combination of hostile pieces throws or costs more than the budget', () => {
  const piece = fc.constantFrom(
    ...['{a,b}', '$[', '"`', '"', "'", '`', '$(', '${', '((', '<(', '>(', ')', '}', '{ ', '[[ ', 'coproc ', 'f()'],
    ...['x=$x$x;', 'eval $x;', 'echo $x|sh;', 'alias a=b;', 'echo x>f;sh f;', 'for i in {1..9};do ', 'done;', 'a=('],
    ...['python3 -c \'system("a")\';', '<<E\n', '|', '&', ';', '\\', '~', '${x:-', 'case x in x) ', 'if ', 'xargs '],
  )
  const stretch = fc.tuple(piece, fc.integer({ min: 1, max: 12 })).map(([text, times]) => text.repeat(times))
  const commands = fc.array(stretch, { minLength: 1, maxLength: 8 }).map((stretches) => `x='a b';${stretches.join('')}`)
  fc.assert(
    fc.property(commands, (text) => {
      expect(readWithCost(text).work).toBeLessThanOrEqual(MAX_COUNTED)
    }),
    { numRuns: 2_000 },
  )
})
