import { describe, expect, it } from 'vitest'
import { json, oneLine, plain, quotedForPosix, quotedOnWindows, visible } from './plain.ts'

const esc = '\u001b'

describe('text for a terminal', () => {
  it.each([
    ['a colour', `${esc}[1;31mred${esc}[0m`, 'red'],
    ['a colour in C1', '\u009b31mred', 'red'],
    ['a title', `${esc}]0;pwned\u0007after`, 'after'],
    ['a link', `${esc}]8;;http://x${esc}\\text${esc}]8;;${esc}\\`, 'text'],
    ['a device string', `${esc}Pdata${esc}\\after`, 'after'],
    ['a sequence that never ends', `${esc}]0;still here`, ']0;still here'],
    ['an escape alone', `a${esc}b`, 'ab'],
    ['a carriage return', 'safe\rrm -rf', 'saferm -rf'],
    ['backspaces and NUL', 'a\b\u0000b', 'ab'],
    ['DEL and C1', '\u007fa\u0085b', 'ab'],
    ['bidi overrides', 'a\u202eb\u2066c\u200f', 'abc'],
    ['tag characters', 'a\u{e0041}b', 'ab'],
    ['lines, tabs and other alphabets', 'zwei\n\tдва 二 👩‍💻', 'zwei\n\tдва 二 👩‍💻'],
  ])('%s', (_name, text, want) => {
    expect(plain(text)).toBe(want)
  })

  it('takes linear time for a mebibyte of openings', () => {
    const began = process.cpuUsage()
    for (const one of [`${esc}]`, '\u009d', `${esc}[`, '\u009b1'])
      expect(plain(one.repeat(2 ** 20 / one.length))).not.toContain(esc)
    // Processor time: other programs must not matter.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(3000)
  })

  it('keeps one line on one line', () => {
    expect(oneLine('  a\n   b\tc\r\n')).toBe('a ⏎ b c')
  })

  it('shows hidden characters as escapes', () => {
    expect(visible(`ls\r${esc}[2K\n\u202e`)).toBe('ls\\u{d}\\u{1b}[2K\\n\\u{202e}')
  })

  it.each([
    ['a filler that is a letter', 'const a\u3164 = 1', 'const a\\u{3164} = 1'],
    ['variation selectors', 'eval("\ufe01\u{e0120}")', 'eval("\\u{fe01}\\u{e0120}")'],
    ['a blank of Braille and a space that does not break', 'rm\u2800-rf\u00a0x', 'rm\\u{2800}-rf\\u{a0}x'],
    ['joiners, soft hyphens and annotations', 'a\u200c\u00ad\ufff9b', 'a\\u{200c}\\u{ad}\\u{fff9}b'],
    ['other alphabets', 'два 二 ñ', 'два 二 ñ'],
  ])('shows %s in a text to approve', (_name, text, want) => expect(visible(text)).toBe(want))

  it('writes JSON that reads back as the same value', () => {
    const value = { text: `a${esc}[31m\u009b\u202e\u{e0041}\u007f\n`, list: [1, null] }
    expect(JSON.parse(json(value))).toEqual(value)
    expect(json(value)).not.toMatch(/(?!\n)\p{Cc}|\u202e/u)
  })
})

it.each([
  ['a/b c', "'a/b c'", '"a/b c"'],
  ['C:\\ws\\a.cmd', "'C:\\ws\\a.cmd'", 'C:\\ws\\a.cmd'],
  ["it's", "'it'\\''s'", '"it\'s"'],
  ['a$b', "'a$b'", "'a$b'"],
])('the path %s is quoted for the shells of each system', (path, posix, windows) => {
  expect([quotedForPosix(path), quotedOnWindows(path)]).toEqual([posix, windows])
})
