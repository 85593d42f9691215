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
      '+    "command": "a b c d e f"',
      '- a b c d e f g h',
      '      -  *forbidden*) a b c d',
      '\u001b[31m-a b c d e f g h\u001b[39m',
    ])
      expect(foldText(`${line}\n`, 12)).toBe(`${line}\n`)
  })

  it('makes no line of the spaces that end one', () => {
    expect(foldText(`aaaa bbbb${' '.repeat(20)}\n`, 12)).toBe('aaaa bbbb\n')
    expect(foldText(`aaaa bbbb cccc${' '.repeat(20)}\n`, 12)).toBe('aaaa bbbb\n  cccc\n')
  })

  it('keeps a command to copy in one line', () => {
    expect(foldText('These hooks are trusted now. After a change: hookline trust add\n', 60)).toBe(
      'These hooks are trusted now. After a change:\n  hookline trust add\n',
    )
    expect(foldText('Trusted. Run again: npx hookline trust add /a/b. It shows the change.\n', 40)).toBe(
      'Trusted. Run again:\n  npx hookline trust add /a/b. It shows\n  the change.\n',
    )
    expect(foldText('This is off. Use `git push --force-with-lease` for that.\n', 45)).toBe(
      'This is off. Use\n  `git push --force-with-lease` for that.\n',
    )
  })

  it('leaves a command that is longer than a line to the terminal, which does not put spaces into it', () => {
    const command = `hookline trust add ${'long/'.repeat(20)} --all`
    expect(foldText(`To see all of it: ${command}\n`, 30)).toBe(`To see all of it:\n  ${command}\n`)
  })

  it('continues below the last column of a table that begins in the left half', () => {
    expect(foldText('● shell-guard  refuses destructive shell commands\n', 40)).toBe(
      '● shell-guard  refuses destructive shell\n               commands\n',
    )
    expect(foldText('\u001b[2m         \u001b[22m  others have (force push) seen\n', 30)).toBe(
      '\u001b[2m         \u001b[22m  others have (force\n             push) seen\n',
    )
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
