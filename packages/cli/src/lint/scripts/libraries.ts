/** Finds the files that scripts load from their own directory: sourced shell files and imported modules. */
import { posix } from 'node:path'
import type { ScriptContext, UsedScript } from '../context/context.ts'
import type { Facts } from '../context/facts.ts'
import { isShell } from './scripts.ts'

/** Limits for one workspace: the number of files, and how deep libraries may load other libraries. */
const MAX_FILES = 50
const MAX_DEPTH = 3

export function createLibraryContexts(scripts: readonly ScriptContext[], facts: Facts): readonly ScriptContext[] {
  const seen = new Set(scripts.map(({ path }) => path))
  const found: ScriptContext[] = []
  let level = scripts
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: ScriptContext[] = []
    for (const script of level)
      for (const path of findLoadedFiles(script, facts)) {
        if (seen.has(path) || seen.size > scripts.length + MAX_FILES) continue
        seen.add(path)
        const text = facts.read(path)
        if (text !== undefined) next.push(createLibrary(script, path, text))
      }
    found.push(...next)
    level = next
  }
  return found
}

function createLibrary(script: ScriptContext, path: string, text: string): ScriptContext {
  const uses = script.uses.map(({ context, script: used }) => ({
    context,
    script: { ...used, path, direct: false } satisfies UsedScript,
  }))
  return { ...script, path, text, lines: text.split(/\r\n|\n/), uses }
}

const sourced = /(?:^|[;&|{(]|\bthen|\bdo)\s*(?:\.|source)\s+(\S.*)$/gm
const imported = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*["'](\.{1,2}\/[^"'\n]+)["']/g
const pythonImport = /^\s*(?:from\s+\.?([A-Za-z_][\w.]*)\s+import|import\s+([A-Za-z_][\w.]*))/gm

/** Returns the paths of existing files that a script loads. */
function findLoadedFiles(script: ScriptContext, facts: Facts): readonly string[] {
  const directory = posix.dirname(script.path)
  const at = (name: string) => posix.resolve(directory, name)
  const roots = script.uses.flatMap(({ context: { file, entry } }) => file.root ?? entry.cwd)
  const candidates = isShell(script)
    ? [...script.text.matchAll(sourced)].flatMap(([, rest = '']) => sourcedPaths(firstWord(rest), directory, roots))
    : script.language === 'python'
      ? [...script.text.matchAll(pythonImport)].map(([, from, name]) =>
          at(`${(from ?? name ?? '').replace(/\./g, '/')}.py`),
        )
      : [...script.text.matchAll(imported)].flatMap(([, name = '']) =>
          ['', '.js', '.ts', '.mjs', '.cjs'].map((end) => at(name + end)),
        )
  return [...new Set(candidates)].filter((path) => isInWorkspace(path, directory, roots) && facts.isFile(path))
}

/** Only files inside the workspace or next to the script are opened, whatever path the script names. */
const isInWorkspace = (path: string, directory: string, roots: readonly string[]): boolean =>
  [directory, ...roots].some((root) => path.startsWith(`${root}/`))

/** The text up to a space or an operator outside of quotes and `$( … )`. */
function firstWord(text: string): string {
  let [depth, quote] = [0, '']
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '(') depth++
    else if (char === ')') depth--
    else if (depth === 0 && quote === '' && /[\s;&|]/.test(char)) return text.slice(0, at)
    else if (depth === 0 && (char === '"' || char === "'")) quote = quote === char ? '' : quote === '' ? char : quote
  }
  return text
}

/** In `"$(dirname "$0")/lib.sh"` and `"$DIR/lib.sh"` everything up to the last expansion is taken as the directory. */
function sourcedPaths(word: string, directory: string, roots: readonly string[]): readonly string[] {
  const plain = word.replace(/["']/g, '')
  const end = Math.max(plain.lastIndexOf(')'), plain.lastIndexOf('}'))
  const rest = end >= 0 ? plain.slice(end + 1) : plain.replace(/^\$\w+/, '')
  if (rest === '' || /[$`*?\s]/.test(rest)) return []
  if (rest.startsWith('/') && rest === plain) return [rest]
  const name = rest.replace(/^\/+/, '')
  return [directory, ...roots].map((base) => posix.resolve(base, name))
}
