import { expect, test } from 'vitest'
import { reveal } from './reveal.ts'

const point = (code: number) => String.fromCodePoint(code)

test.each([
  ['right-to-left override', 0x202e, '⟨U+202E⟩'],
  ['left-to-right isolate', 0x2066, '⟨U+2066⟩'],
  ['zero-width space', 0x200b, '⟨U+200B⟩'],
  ['word joiner', 0x2060, '⟨U+2060⟩'],
  ['byte order mark', 0xfeff, '⟨U+FEFF⟩'],
  ['soft hyphen', 0x00ad, '⟨U+00AD⟩'],
  ['no-break space', 0x00a0, '⟨U+00A0⟩'],
  ['Hangul filler', 0x3164, '⟨U+3164⟩'],
  ['line separator', 0x2028, '⟨U+2028⟩'],
  ['escape', 0x1b, '⟨U+001B⟩'],
  ['tag letter', 0xe0041, '⟨U+E0041⟩'],
  ['variation selector 17', 0xe0100, '⟨U+E0100⟩'],
  ['carriage return alone', 0x0d, '⟨U+000D⟩'],
])('shows a %s', (_, code, mark) => {
  expect(reveal(`a${point(code)}b`)).toBe(`a${mark}b`)
})

test('keeps tabs, line ends, letters of every script and emoji unchanged', () => {
  for (const text of ['a\tb\n c\r\n', 'naïve Ελλάδα עברית 日本語', '⚠️ 👩‍💻 👍🏽', '1️⃣', '{"permission":"deny"}'])
    expect(reveal(text)).toBe(text)
})

test('marks a joiner or a variation selector between letters, where it is not part of an emoji', () => {
  expect(reveal(`pa${point(0x200d)}ss`)).toBe('pa⟨U+200D⟩ss')
  expect(reveal(`pa${point(0xfe0f)}ss`)).toBe('pa⟨U+FE0F⟩ss')
})
