/** What Python loads or starts. */
import { join } from '../paths.ts'
import { HOME, projectNames, ROOT } from './command-files.ts'
import { createFolder, KNOWN_PATH, SELF_FILE } from './fold-paths.ts'
import { CWD, type Finder, type ImportContext, literalsIn, scriptsBesideSelf, wholePath } from './import-context.ts'
import { findStarted } from './imports-started.ts'

const starts =
  /\b(run|call|check_call|check_output|Popen|system|popen|exec|exec[lv]p?e?|spawn[lv]p?e?|create_subprocess_exec|create_subprocess_shell|run_path|spec_from_file_location|SourceFileLoader)\s{0,9}\(/g
/** They get code, or a name before the file. */
const starters = { run_path: 'python3', exec: 'python3' }
const members = /\.(?:resolve|absolute|as_posix|expanduser)\(\w{0,20}\)/
const parents = new RegExp(`${KNOWN_PATH}\\.parents\\[(\\d)\\]`, 'g')
const parent = new RegExp(`${KNOWN_PATH}\\.parent\\b`, 'g')
const joinedTo = new RegExp(`${KNOWN_PATH}\\.joinpath\\(([^()\\n]{1,300})\\)`, 'g')
const besideIt = new RegExp(`${KNOWN_PATH}\\.with_name\\(\\s{0,9}(["'][^"'\\n]{1,200}["'])\\s{0,9}\\)`, 'g')
const ofProject = `["'](?:${projectNames})["']`

const fold = createFolder({
  known: [
    [/\b__file__\b|\bsys\.argv\[0\]/g, `"${SELF_FILE}"`],
    [new RegExp(`\\bos\\.environ\\[${ofProject}\\]`, 'g'), `"${ROOT}"`],
    [
      new RegExp(
        `\\bos\\.(?:environ\\.get|getenv)\\(\\s{0,9}${ofProject}(?:\\s{0,9},[^()\\n]{0,80}(?:\\(\\))?)?\\s{0,9}\\)`,
        'g',
      ),
      `"${ROOT}"`,
    ],
    [/\b(?:os\.)?getcwd\(\)|\b(?:pathlib\.)?Path\.cwd\(\)|\b(?:pathlib\.)?Path\(\)/g, `"${CWD}"`],
    [/\b(?:pathlib\.)?Path\.home\(\)/g, `"${HOME}"`],
    [/\bsys\.executable\b/g, '"python3"'],
  ],
  same: 'abspath|realpath|normpath|Path|str|fspath|expanduser|join',
  above: 'dirname',
  below: 'join|Path',
  members: members.source,
  operators: [
    ['\\+', ''],
    ['\\/', '/'],
  ],
  further: (text) =>
    text
      .replace(parents, (_, path: string, above: string) => `"${path}${'/..'.repeat(Number(above) + 1)}"`)
      .replace(parent, (_, path: string) => `"${path}/.."`)
      .replace(besideIt, (_, path: string, name: string) => `"${path}/../${literalsIn(name)[0] ?? ''}"`)
      .replace(joinedTo, (_, path: string, parts: string) => `"${[path, ...literalsIn(parts)].join('/')}"`),
})

const fromImport = /^[ \t]*from[ \t]+(\.{0,5})([\w.]{0,200})[ \t]+import[ \t]+(\([^)]{0,2000}\)|[^#\n;(]{1,500})/gm
const plainImport = /(?:^|[;:])[ \t]*import[ \t]+([^#\n;]{1,500})/gm
/** Any module of a package, by a computed name. */
const computedName = /\b(?:import_module|__import__)\s{0,9}\(\s{0,9}f?["']((?:\w{1,99}\.){1,9})(?:\{|["']\s{0,9}\+)/g
const importedByName = /\b(?:import_module|__import__|run_module|find_spec)\s{0,9}\(\s{0,9}["']([\w.]{1,200})["']/g
const customized = ['sitecustomize.py', 'usercustomize.py']
const searchPath = /\bsys\.path\.(?:insert|append|extend)\s{0,9}\(([^\n]{1,300})/g

/** A relative path is one below the working directory. */
const addedIn = (text: string, directory: string, context: ImportContext): readonly string[] =>
  [...text.matchAll(searchPath)].flatMap((match) =>
    literalsIn(match[1] ?? '').map((path) => wholePath(path, context.cwd, directory, context)),
  )

/** Where it says that modules are searched. */
export const searchedByPython: Finder = (given, directory, context) => addedIn(fold(given), directory, context)

export function findInPython(given: string, directory: string, context: ImportContext): readonly string[] {
  const { system } = context.platform
  const text = fold(given)
  const added = addedIn(text, directory, context)
  const { main, searched = [] } = context
  const bases = [...new Set([directory, main, ...searched, ...added])]
  const found: string[] = [
    // Python itself imports them first.
    ...searched.flatMap((base) => customized.map((name) => join(system, base, name))),
    ...scriptsBesideSelf(text, directory, context),
    ...findStarted(text, starts, starters, directory, context),
  ]
  const addModule = (base: string, dotted: string): void => {
    const parts = dotted.split('.').filter((part) => part !== '')
    for (let length = 1; length <= parts.length; length++) {
      const module = join(system, base, ...parts.slice(0, length))
      if (length === parts.length) found.push(`${module}.py`)
      found.push(join(system, module, '__init__.py'))
    }
  }
  const modules = [
    ...[...text.matchAll(plainImport)].flatMap((match) => namesIn(match[1] ?? '')),
    ...[...text.matchAll(importedByName)].map((match) => match[1] ?? ''),
  ]
  for (const name of modules) for (const base of bases) addModule(base, name)
  for (const [, package_ = ''] of text.matchAll(computedName))
    for (const base of bases) {
      const parts = package_.split('.').slice(0, -1)
      addModule(base, parts.join('.'))
      found.push(join(system, base, ...parts, '*.py'))
    }
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
