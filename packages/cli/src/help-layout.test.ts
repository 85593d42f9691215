/** The help of every command fits a terminal of 80 columns, and its lists are even. */
import { describe, expect, it } from 'vitest'
import { commands } from './commands.ts'
import { helps } from './team/help.ts'

const helpPages = [
  ...(await Promise.all(Object.entries(commands).map(async ([name, row]) => [name, (await row.load()).help] as const))),
  ...Object.entries(helps).map(([name, help]) => [`team ${name}`, help] as const),
]

const WIDTH = 80
/** `  --flag <x>   what it does`, `  -f, --flag   …` or `      --flag   …` where others have a letter. */
const item = /^( {2}(?:-\w, )?| {6}(?=--))(\S+(?: \S+)*?)(?:( {2,})(\S.*))?$/

/** The lines of a list that are not even with the lines before, by the column where the descriptions begin. */
function unevenLines(block: readonly string[], hasLetters: boolean): readonly string[] {
  let column: number | undefined
  return block.filter((line) => {
    const found = item.exec(line)
    const indent = /^ */.exec(line)?.[0].length ?? 0
    if (found === null) return indent !== column && indent !== (column ?? 0) + 2
    const [, before = '', name = '', gap] = found
    if (before.length === 6 && !hasLetters) return true
    if (gap === undefined) return false
    const begins = before.length + name.length + gap.length
    column ??= begins
    return begins !== column
  })
}

describe.each(helpPages)('the help of %s', (_name, help) => {
  const [, ...blocks] = help.split('\n\n').map((block) => block.split('\n').filter((line) => line !== ''))
  const hasLetters = /^ {2}-\w, --/m.test(help)

  it('has no line over 80 columns', () => {
    expect(help.split('\n').filter((line) => line.length > WIDTH)).toEqual([])
  })

  it('has even lists', () => {
    const lists = blocks.map((block) => block.filter((line) => line.startsWith(' ')))
    expect(lists.flatMap((list) => unevenLines(list, hasLetters))).toEqual([])
  })

  it('names no command across two lines', () => {
    expect(help).not.toMatch(/\bhookline\n[a-z]/)
  })
})

it('a list is uneven if a name or a description is out of line', () => {
  const list = ['  --one   first', '    --two   second', '  --three   third', '         more', '          more']
  expect(unevenLines(list, false)).toEqual(['    --two   second', '  --three   third', '         more'])
})
