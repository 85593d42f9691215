/** Analyses the programs that entries run: script files, and commands that are programs themselves. */
import { commandLine } from '@hookline/core/node'
import { readDocument } from '../../json-document.ts'
import { readPowerShell } from '../code/powershell.ts'
import { javascript, python } from '../code/programs/languages.ts'
import { readProgram } from '../code/programs/program.ts'
import type { Reading } from '../code/reading.ts'
import { readRuby } from '../code/ruby.ts'
import { readShellScript } from '../code/shell/shell.ts'
import type { CodeContext, CommandText, EntryContext, ScriptContext } from '../context/context.ts'
import { isShell } from './scripts.ts'

export function createCodeContexts(
  entries: readonly EntryContext[],
  scripts: readonly ScriptContext[],
): readonly CodeContext[] {
  return [...scripts.flatMap(fromScript), ...entries.flatMap(fromCommand)]
}

function fromScript(script: ScriptContext): readonly CodeContext[] {
  const { path, text, uses } = script
  const read = readCode(script)
  if (read === undefined) return []
  const document = readDocument(path, text)
  const contexts = uses.map(({ context }) => context)
  return [{ path, text, reading: read, contexts, script, at: (offset) => document.at(offset) }]
}

/** The time of the analysis grows faster than the text. Hooks are short, so longer ones are only reported as too long. */
export const MAX_PROGRAM_LENGTH = 2 ** 15
export const isTooLong = (text: string): boolean => text.length > MAX_PROGRAM_LENGTH

function readCode(script: ScriptContext): Reading | undefined {
  if (isTooLong(script.text)) return undefined
  if (isShell(script)) return readShellScript(script.text)
  if (/^(python|uv|pypy\d*)$/.test(script.language)) return readProgram(script.text, python)
  if (script.language === 'ruby') return readRuby(script.text)
  if (/^(pwsh|powershell)$/i.test(script.language)) return readPowerShell(script.text)
  return /^(node|bun|deno|tsx|ts-node)$/.test(script.language) ? readProgram(script.text, javascript) : undefined
}

function fromCommand(context: EntryContext): readonly CodeContext[] {
  const { command, file } = context
  if (command === undefined || file.facts.system === 'win32' || isForWindows(command)) return []
  const { args } = context.entry
  const { text, start } =
    args === undefined ? programIn(command) : { text: commandLine(context.entry) ?? '', start: undefined }
  const read = isTooLong(text) ? undefined : readShellScript(text)
  if (read === undefined) return []
  const at = (offset: number) => command.at(start === undefined ? 0 : start + offset)
  return [{ path: file.document.file, text, reading: read, contexts: [context], at }]
}

const isForWindows = ({ text }: CommandText): boolean => /^\s*(pwsh|powershell|cmd)(\.exe)?\b/i.test(text)

/** The text that `sh -c '…'` runs, or the whole command. `start` is undefined if offsets cannot be mapped back. */
function programIn({ text }: CommandText): { readonly text: string; readonly start: number | undefined } {
  const quoted = /^\s*(?:\S*\/)?(?:ba|z|da|k)?sh\s+-[a-z]*c\s+'([^']*)'\s*$/.exec(text)?.[1]
  if (quoted !== undefined) return { text: quoted, start: text.indexOf("'") + 1 }
  const double = /^\s*(?:\S*\/)?(?:ba|z|da|k)?sh\s+-[a-z]*c\s+"((?:[^"\\]|\\.)*)"\s*$/.exec(text)?.[1]
  return double === undefined
    ? { text, start: 0 }
    : { text: double.replace(/\\(["$`\\])/g, '$1'), start: double.includes('\\') ? undefined : text.indexOf('"') + 1 }
}
