/** Characters that cannot be seen, in hook files and in the scripts they run. */

import { readDocument } from '../../../json-document.ts'
import type { CommandText, FileContext, ScriptContext } from '../../context/context.ts'
import { editFix, type Rule, type RuleFinding } from '../../rule.ts'

/** Reorders what is shown. */
const bidi = /[\u202A-\u202E\u2066-\u2069]/
const zeroWidth =
  /\u00AD|\u034F|\u061C|\u115F|\u1160|\u17B4|\u17B5|\u180E|[\u200B-\u200F]|[\u2060-\u2064]|[\u206A-\u206F]|\u3164|\uFEFF|\uFFA0/
const oddSpace = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/
const any = new RegExp(`${bidi.source}|${zeroWidth.source}|${oddSpace.source}|[\\u{E0000}-\\u{E007F}]`, 'gu')
const names: Readonly<Record<string, string>> = {
  '\u00A0': 'no-break space',
  '\u00AD': 'soft hyphen',
  '\u200B': 'zero-width space',
  '\u200C': 'zero-width non-joiner',
  '\u200D': 'zero-width joiner',
  '\u200E': 'left-to-right mark',
  '\u200F': 'right-to-left mark',
  '\u202A': 'left-to-right embedding',
  '\u202B': 'right-to-left embedding',
  '\u202C': 'end of direction',
  '\u202D': 'left-to-right override',
  '\u202E': 'right-to-left override',
  '\u2060': 'word joiner',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\u2068': 'first strong isolate',
  '\u2069': 'end of isolate',
  '\uFEFF': 'byte order mark',
}

interface Hidden {
  readonly index: number
  readonly char: string
}

export const invisibleInFile: Rule = {
  code: 'invisible-character',
  checks: 'file',
  find: (file) => [...file.commands.flatMap((command) => inCommand(command)), ...outsideCommands(file)],
}

export const invisibleInScript: Rule = {
  code: 'invisible-character',
  checks: 'script',
  readsLibraries: true,
  find: (script) => inScript(script),
}

/** By the value, so that `\\u200b` is found too. A fix where nothing else can be meant. */
function inCommand(command: CommandText): readonly RuleFinding[] {
  return hiddenIn(command.text).map(({ index, char }) => {
    const replaced = bidi.test(char) ? undefined : oddSpace.test(char) ? ' ' : ''
    return {
      at: command.at(index === 0 ? 0 : index),
      ...told(char, 'the command'),
      ...(replaced === undefined ? {} : { fix: editFix(command.edit(index, index + char.length, replaced)) }),
    }
  })
}

/** Names of events, matchers, prompts: everything else that the file holds. */
function outsideCommands({ document, commands }: FileContext): readonly RuleFinding[] {
  const taken = new Set(
    commands.flatMap((command) => hiddenIn(command.text).map(({ index }) => place(command.at(index)))),
  )
  return hiddenIn(document.text)
    .map(({ index, char }) => ({ at: document.at(index), ...told(char, 'the file') }))
    .filter(({ at }) => !taken.has(place(at)))
}

const place = ({ line, column }: RuleFinding['at']): string => `${line}:${column}`

/** One for each line: a text that is full of them is one finding. */
function inScript({ path, text }: ScriptContext): readonly RuleFinding[] {
  const document = readDocument(path, text)
  const lines = new Set<number>()
  return hiddenIn(document.text).flatMap(({ index, char }) => {
    const at = document.at(index)
    if (lines.has(at.line)) return []
    lines.add(at.line)
    return [{ at, ...told(char, 'the script') }]
  })
}

function told(char: string, where: string): Pick<RuleFinding, 'message' | 'hint'> {
  const code = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  const name = names[char] === undefined ? code : `${code}, ${names[char]}`
  if (bidi.test(char))
    return {
      message: `${where} holds a character that changes the order in which text is shown (${name})`,
      hint: 'What runs is not what is read. Look at the bytes, and remove it.',
    }
  return oddSpace.test(char)
    ? { message: `${where} holds a space that no program takes for one (${name})`, hint: 'Write an ordinary space.' }
    : { message: `${where} holds a character that cannot be seen (${name})`, hint: 'Remove it.' }
}

/** Joiners inside emoji and marks beside letters that are written from right to left, or joined, have a purpose. */
function hiddenIn(text: string): readonly Hidden[] {
  return [...text.matchAll(any)].flatMap(({ index, 0: char }) => {
    const before = text.slice(Math.max(0, index - 4), index)
    const after = text.slice(index + char.length, index + char.length + 2)
    if (char === '\uFEFF' && index === 0) return []
    if (
      /[\u200C\u200D]/.test(char) &&
      /(?:\p{Extended_Pictographic}|\uFE0F|[\u{1F3FB}-\u{1F3FF}])$|[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}]$/u.test(
        before,
      )
    )
      return []
    if (/[\u200E\u200F\u061C]/.test(char) && /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(before + after)) return []
    // Typography: a space before French punctuation, between a number and its unit, in CJK text.
    if (/[\u00A0\u202F]/.test(char) && /^[:;!?»%€°]|^\d/.test(after)) return []
    if (/[\u00A0\u202F]/.test(char) && /[«\d]$/.test(before)) return []
    if (char === '\u3000' && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。、]/u.test(before + after))
      return []
    if (/[\u{E0020}-\u{E007F}]/u.test(char) && /[\u{1F3F4}\u{E0020}-\u{E007F}]/u.test(before)) return []
    return [{ index, char }]
  })
}
