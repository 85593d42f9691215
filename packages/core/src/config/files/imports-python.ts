/** What Python loads or starts. */
import { join } from '../paths.ts'
import { besideSelf, type ImportContext, namedBeside, SELF } from './import-context.ts'
import { findStarted } from './imports-started.ts'

const starts =
  /\b(run|call|check_call|check_output|Popen|system|popen|exec[lv]p?e?|spawn[lv]p?e?|run_path)\s{0,9}\(([^\n]{1,300})/g
const starters = { run_path: 'python3' }
const ownFile =
  /(?:os\.)?(?:path\.)?(?:abspath|realpath)\(\s{0,9}__file__\s{0,9}\)|(?:pathlib\.)?Path\(\s{0,9}__file__\s{0,9}\)(?:\.(?:resolve|absolute)\(\w{0,20}\))?/g
const besideFile = /__file__\.with_name\(\s{0,9}(["'][^"'\n]{1,200}["'])\s{0,9}\)/g
const ownDirectory =
  /(?:os\.)?(?:path\.)?dirname\(\s{0,9}__file__\s{0,9}\)|__file__\.parent(?!s)|__file__\.parents\[(\d)\]/g
const directoryAbove = /(?:os\.)?(?:path\.)?dirname\(\s{0,9}(\uE003[./]{0,30})\s{0,9}\)|(\uE003[./]{0,30}?)\.parent\b/g
const directoryText = /\bstr\(\s{0,9}(\uE003[./]{0,30})\s{0,9}\)|\{\s{0,9}(\uE003[./]{0,30})\s{0,9}\}/g
const namedDirectory = /^[ \t]*([A-Za-z_]\w*)[ \t]*(?::[ \t]*\w+[ \t]*)?=[ \t]*(\uE003[./]{0,30})[ \t]*(?:#.*)?$/gm
const below =
  /(?:(?:os\.)?(?:path\.)?join\(\s{0,9})?(\uE003[./]{0,30})((?:(?:\s{0,9}[,/+]\s{0,9}|\.joinpath\(\s{0,9})(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')){1,6})/g
const MAX_NAMES = 20

/** The text with a placeholder for the directory of the script, and with paths below it in one piece. */
function nameDirectories(given: string): string {
  if (!given.includes('__file__')) return given
  let text = given
    .replace(ownFile, '__file__')
    .replace(besideFile, (_, name: string) => besideSelf(name))
    .replace(ownDirectory, (_, above?: string) => SELF + '/..'.repeat(Number(above ?? 0)))
  for (let depth = 0; depth < 4; depth++)
    text = text.replace(directoryAbove, (_, a?: string, b?: string) => `${a ?? b}/..`)
  text = text.replace(directoryText, (_, a?: string, b?: string) => a ?? b ?? '')
  const names = new Map(
    [...text.matchAll(namedDirectory)].slice(0, MAX_NAMES).map(([, name = '', at = '']) => [name, at]),
  )
  if (names.size > 0)
    text = text
      .replace(
        new RegExp(`(?<![\\w.])(?:${[...names.keys()].join('|')})\\b(?!\\s{0,9}=[^=])`, 'g'),
        (name) => names.get(name) ?? name,
      )
      .replace(directoryText, (_, a?: string, b?: string) => a ?? b ?? '')
  for (let depth = 0; depth < 2; depth++)
    text = text.replace(directoryAbove, (_, a?: string, b?: string) => `${a ?? b}/..`)
  return text.replace(below, (_, base: string, parts: string) => besideSelf(parts, base))
}

const fromImport = /^[ \t]*from[ \t]+(\.{0,5})([\w.]{0,200})[ \t]+import[ \t]+(\([^)]{0,2000}\)|[^#\n;(]{1,500})/gm
const plainImport = /^[ \t]*import[ \t]+([^#\n;]{1,500})/gm
const searchPath = /\bsys\.path\.(?:insert|append|extend)\s{0,9}\(([^\n]{1,300})/g

export function findInPython(text: string, directory: string, context: ImportContext): readonly string[] {
  const { system } = context.platform
  const added = [...text.matchAll(searchPath)].map((match) =>
    join(system, directory, ...[...(match[1] ?? '').matchAll(/["']([^"'\n]{1,200})["']/g)].map((one) => one[1] ?? '')),
  )
  const bases = [...new Set([directory, context.main, ...added])]
  const named = nameDirectories(text)
  const found: string[] = [
    ...namedBeside(named).map((name) => join(system, directory, name)),
    ...findStarted(named, starts, starters, directory, context),
  ]
  const addModule = (base: string, dotted: string): void => {
    const parts = dotted.split('.').filter((part) => part !== '')
    for (let length = 1; length <= parts.length; length++) {
      const module = join(system, base, ...parts.slice(0, length))
      if (length === parts.length) found.push(`${module}.py`)
      found.push(join(system, module, '__init__.py'))
    }
  }
  for (const match of text.matchAll(plainImport))
    for (const name of namesIn(match[1] ?? '')) for (const base of bases) addModule(base, name)
  for (const match of text.matchAll(fromImport)) {
    const [, dots = '', module = '', names = ''] = match
    const from = dots === '' ? bases : [join(system, directory, ...Array(dots.length - 1).fill('..'))]
    for (const base of from) {
      if (module !== '') addModule(base, module)
      for (const name of namesIn(names)) if (dots !== '' || module !== '') addModule(base, `${module}.${name}`)
    }
  }
  return found
}
const namesIn = (list: string): readonly string[] =>
  list
    .replace(/[()\\]/g, ' ')
    .split(',')
    .map((part) => part.trim().split(/\s/, 1)[0] ?? '')
    .filter((name) => /^[\w.]+$/.test(name))
