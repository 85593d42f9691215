import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldingOutput, foldText } from './fold.ts'

describe('a line that is longer than the terminal is wide', () => {
  it('breaks between words and indents the continuation', () => {
    expect(foldText('  denied from guard.sh (project), by its reply\nshort\n', 24)).toBe(
      '  denied from guard.sh\n    (project), by its\n    reply\nshort\n',
    )
  })

  it('keeps every word whole, and is too wide only if one word is', () => {
    const word = fc.stringMatching(/^[a-z/.]{1,30}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 20, max: 60 }), (words, columns) => {
        const lines = foldText(`${words.join(' ')}\n`, columns)
          .trimEnd()
          .split('\n')
        expect(lines.flatMap((line) => line.trim().split(' '))).toEqual(words)
        for (const line of lines) expect(line.length <= columns || !line.trim().includes(' ')).toBe(true)
      }),
    )
  })

  it('is not wrapped if it is a command to copy or a line of a diff', () => {
    for (const line of [
      '  hookline team enroll http://h.example k3.abc',
      '    +#!/bin/sh -e  a  b',
      '\u001b[31m-a b c d e f g h\u001b[39m',
    ])
      expect(foldText(`${line}\n`, 12)).toBe(`${line}\n`)
  })

  it('does not count colour codes', () => {
    const coloured = '\u001b[31mdeny\u001b[39m this\n'
    expect(foldText(coloured, 9)).toBe(coloured)
  })

  it('is not wrapped in a pipe, in a progress bar, or while it is unfinished', () => {
    const written: string[] = []
    const output = (isTTY: boolean) => foldingOutput({ isTTY, columns: 20, write: (text) => written.push(text) })
    const long = 'one two three four five six seven\n'
    output(false).write(long)
    output(true).write(`\r${long}`)
    output(true).write(long.trimEnd())
    expect(written).toEqual([long, `\r${long}`, long.trimEnd()])
  })
})
