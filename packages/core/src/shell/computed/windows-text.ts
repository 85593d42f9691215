/** Reads text for `cmd` and PowerShell: after rewriting, it is close enough to shell text to be read as such. */

import { decodeBytes } from '../folding/decode-bytes.ts'
import type { NestedProgram } from '../started/nested-programs.ts'
import type { ShellWord } from '../types.ts'
import { toShellText } from './windows-syntax.ts'

const read = (word: ShellWord, via: string): NestedProgram =>
  word.text === '-'
    ? { kind: 'input', language: 'sh', via: `${via} -` }
    : { kind: 'text', text: { ...word, text: toShellText(word.text) }, via }

/** `-EncodedCommand` is UTF-16: for plain text every second byte is zero. */
function decode(word: ShellWord, via: string): readonly NestedProgram[] {
  const plain = decodeBytes(word.text, 'base64')?.replaceAll('\0', '')
  return plain === undefined ? [{ kind: 'unseen', detail: via }] : [read({ ...word, text: plain }, via)]
}

export const windowsText = { read, decode }
