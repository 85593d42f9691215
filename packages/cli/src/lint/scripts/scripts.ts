/** Reads the scripts that entries run, each once, together with the entries that run it. */
import type { Edit, Position } from '../../json-document.ts'
import type { EntryContext, ScriptContext, UsedScript } from '../context/context.ts'
import type { Facts } from '../context/facts.ts'

const byExtension: Readonly<Record<string, string>> = {
  sh: 'sh',
  bash: 'bash',
  py: 'python',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'node',
  rb: 'ruby',
  ps1: 'pwsh',
}

/** A file with a longer line is a bundle or data, not a script that a person wrote. */
const MAX_LINE_LENGTH = 10_000

export function createScriptContexts(entries: readonly EntryContext[], facts: Facts): readonly ScriptContext[] {
  const uses = new Map<string, { readonly context: EntryContext; readonly script: UsedScript }[]>()
  for (const context of entries)
    for (const script of context.scripts)
      if (script.path !== undefined) uses.set(script.path, [...(uses.get(script.path) ?? []), { context, script }])
  return [...uses].flatMap(([path, list]) => {
    const text = facts.read(path)
    if (text === undefined) return []
    const lines = text.split(/\r\n|\n/)
    if (lines.some((line) => line.length > MAX_LINE_LENGTH)) return []
    return [{ path, text, lines, language: languageOf(path, lines[0] ?? '', list[0]?.script.by), uses: list, facts }]
  })
}

/** The interpreter in the command decides, then the first line, then the file name. */
function languageOf(path: string, firstLine: string, by: string | undefined): string {
  const named = by ?? shebangOf(firstLine)?.program ?? byExtension[path.split('.').at(-1) ?? ''] ?? ''
  return named
    .replace(/^.*\//, '')
    .replace(/^python.*/, 'python')
    .replace(/^powershell.*/i, 'powershell')
}

/** `#!/usr/bin/env -S node --x` gives node, which is looked up on PATH; `#!/bin/sh` gives exactly that file. */
export function shebangOf(line: string): { readonly program: string; readonly onPath: boolean } | undefined {
  const words = /^#!\s*(.+?)\r?$/.exec(line)?.[1]?.split(/\s+/) ?? []
  const [first] = words
  if (first === undefined) return undefined
  if (!/(^|\/)env$/.test(first)) return { program: first, onPath: false }
  const program = words.slice(1).find((word) => !word.startsWith('-') && !word.includes('='))
  return program === undefined ? undefined : { program, onPath: true }
}

export const isShell = ({ language }: Pick<ScriptContext, 'language'>): boolean =>
  ['sh', 'bash', 'zsh', 'dash', 'ksh'].includes(language)

/** The lines with their numbers, without comments and empty lines. */
export const codeLines = ({ lines }: Pick<ScriptContext, 'lines'>): readonly { text: string; line: number }[] =>
  lines.flatMap((text, at) => (/^\s*(#|\/\/|$)/.test(text) ? [] : [{ text, line: at + 1 }]))

/** An edit of a script's text; edits do not count a BOM. */
export const editIn = (
  { text }: Pick<ScriptContext, 'text'>,
  offset: number,
  length: number,
  changed: string,
): Edit => ({
  offset: text.charCodeAt(0) === 0xfeff ? offset - 1 : offset,
  length,
  text: changed,
})

/** The offset of a line and column in a script's text. */
export function offsetIn({ text }: Pick<ScriptContext, 'text'>, { line, column }: Position): number {
  let start = 0
  for (let at = 1; at < line; at++) start = text.indexOf('\n', start) + 1
  return start + column - 1
}
