/** Text for `cmd` and PowerShell: close enough to a shell's to be read as such, once a backslash is not an escape. */

import { decodeBytes } from '../folding/decode-bytes.ts'
import type { Carried } from '../started/carriers.ts'
import type { ShellWord } from '../types.ts'
import { toShellText } from './windows-syntax.ts'

const read = (word: ShellWord, via: string): Carried =>
  word.text === '-'
    ? { kind: 'input', language: 'sh', via: `${via} -` }
    : { kind: 'text', text: { ...word, text: toShellText(word.text) }, via }

/** `-EncodedCommand`: UTF-16, of which every second byte of plain text is zero. */
function decode(word: ShellWord, via: string): readonly Carried[] {
  const plain = decodeBytes(word.text, 'base64')?.replaceAll('\0', '')
  return plain === undefined ? [{ kind: 'unseen', detail: via }] : [read({ ...word, text: plain }, via)]
}

export const windowsText = { read, decode }
