/** Reports invisible characters in hook files and in the scripts they run. */
import { readDocument } from '../../../json-document.ts'
import type { CommandText, FileContext, ScriptContext } from '../../context/context.ts'
import { editFix, type Rule, type RuleFinding } from '../../rule.ts'

/** Characters that change the order in which text is shown. */
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

interface HiddenCharacter {
  readonly index: number
  readonly char: string
}

export const invisibleInFile: Rule = {
  code: 'invisible-character',
  checks: 'file',
  find: (file) => [...file.commands.flatMap((command) => checkCommand(command)), ...checkOutsideCommands(file)],
}

export const invisibleInScript: Rule = {
  code: 'invisible-character',
  checks: 'script',
  readsLibraries: true,
  find: (script) => checkScript(script),
}

/** Checks the value of the string, so that `\\u200b` is found too. */
function checkCommand(command: CommandText): readonly RuleFinding[] {
  return findHidden(command.text).map(({ index, char }) => {
    const replaced = bidi.test(char) ? undefined : oddSpace.test(char) ? ' ' : ''
    return {
      at: command.at(index === 0 ? 0 : index),
      ...explain(char, 'the command'),
      ...(replaced === undefined ? {} : { fix: editFix(command.edit(index, index + char.length, replaced)) }),
    }
  })
}

/** Checks everything else in the file: names of events, matchers, prompts. */
function checkOutsideCommands({ document, commands }: FileContext): readonly RuleFinding[] {
  const taken = new Set(
    commands.flatMap((command) => findHidden(command.text).map(({ index }) => positionKey(command.at(index)))),
  )
  return findHidden(document.text)
    .map(({ index, char }) => ({ at: document.at(index), ...explain(char, 'the file') }))
    .filter(({ at }) => !taken.has(positionKey(at)))
}

const positionKey = ({ line, column }: RuleFinding['at']): string => `${line}:${column}`

/** Reports at most one finding for each line. */
function checkScript({ path, text }: ScriptContext): readonly RuleFinding[] {
  const document = readDocument(path, text)
  const lines = new Set<number>()
  return findHidden(document.text).flatMap(({ index, char }) => {
    const at = document.at(index)
    if (lines.has(at.line)) return []
    lines.add(at.line)
    return [{ at, ...explain(char, 'the script') }]
  })
}

function explain(char: string, where: string): Pick<RuleFinding, 'message' | 'hint'> {
  const code = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  const name = names[char] === undefined ? code : `${code}, ${names[char]}`
  if (bidi.test(char))
    return {
      message: `${where} contains a character that changes the order in which text is shown (${name})`,
      hint: 'The text that runs differs from the text you see. Remove the character.',
    }
  return oddSpace.test(char)
    ? {
        message: `${where} contains a space that programs do not treat as a space (${name})`,
        hint: 'Replace it with an ordinary space.',
      }
    : { message: `${where} contains an invisible character (${name})`, hint: 'Remove it.' }
}

/** Ignores characters that have a purpose: joiners in emoji, and direction marks and joiners in scripts that need them. */
function findHidden(text: string): readonly HiddenCharacter[] {
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
    // Typographic spaces: before French punctuation, between a number and its unit, in CJK text.
    if (/[\u00A0\u202F]/.test(char) && /^[:;!?»%€°]|^\d/.test(after)) return []
    if (/[\u00A0\u202F]/.test(char) && /[«\d]$/.test(before)) return []
    if (char === '\u3000' && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。、]/u.test(before + after))
      return []
    if (/[\u{E0020}-\u{E007F}]/u.test(char) && /[\u{1F3F4}\u{E0020}-\u{E007F}]/u.test(before)) return []
    return [{ index, char }]
  })
}
