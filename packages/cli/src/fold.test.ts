import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folded, folding } from './fold.ts'

describe('a line that is longer than the terminal is wide', () => {
  it('ends between words and goes on below where it began', () => {
    expect(folded('  denied from guard.sh (project), by its reply\nshort\n', 24)).toBe(
      '  denied from guard.sh\n    (project), by its\n    reply\nshort\n',
    )
  })

  it('loses no word, breaks none, and is too wide only where one word is', () => {
    const word = fc.stringMatching(/^[a-z/.]{1,30}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 20, max: 60 }), (words, columns) => {
        const lines = folded(`${words.join(' ')}\n`, columns)
          .trimEnd()
          .split('\n')
        expect(lines.flatMap((line) => line.trim().split(' '))).toEqual(words)
        for (const line of lines) expect(line.length <= columns || !line.trim().includes(' ')).toBe(true)
      }),
    )
  })

  it('is left as it is where it is a command to copy, or a line of a difference', () => {
    for (const line of [
      '  hookline team enroll http://h.example k3.abc',
      '    +#!/bin/sh -e  a  b',
      '\u001b[31m-a b c d e f g h\u001b[39m',
    ])
      expect(folded(`${line}\n`, 12)).toBe(`${line}\n`)
  })

  it('counts no colour', () => {
    const coloured = '\u001b[31mdeny\u001b[39m this\n'
    expect(folded(coloured, 9)).toBe(coloured)
  })

  it('is left alone in a pipe, in a progress bar and while it is unfinished', () => {
    const written: string[] = []
    const output = (isTTY: boolean) => folding({ isTTY, columns: 20, write: (text) => written.push(text) })
    const long = 'one two three four five six seven\n'
    output(false).write(long)
    output(true).write(`\r${long}`)
    output(true).write(long.trimEnd())
    expect(written).toEqual([long, `\r${long}`, long.trimEnd()])
  })
})
