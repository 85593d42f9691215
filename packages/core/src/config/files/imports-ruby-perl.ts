/** What Ruby and Perl load or start. */
import { HOME, projectNames, ROOT } from './command-files.ts'
import { createFolder, DIRECTORIES, KNOWN_PATH, LITERAL, SELF_FILE } from './fold-paths.ts'
import {
  CWD,
  type Finder,
  type ImportContext,
  literalsIn,
  SELF,
  scriptsBesideSelf,
  wholePath,
} from './import-context.ts'
import { findStarted } from './imports-started.ts'

const MAX_LIBRARIES = 8
const starts = /\b(system|exec|spawn|popen|capture2e?|capture3)\s{0,9}\(?\s{0,9}(?=["'[(])/g
const rubyFile = /\brequire_relative\s{0,9}\(?\s{0,9}(["'])([^"'\n#]{1,300})\1/g
const rubyPath = new RegExp(
  `\\b(?:require|load)\\s{0,9}\\(?\\s{0,9}(["'])(\\.{1,2}\\/[^"'\\n#]{1,300}|[${DIRECTORIES}][^"'\\n#]{1,300})\\1`,
  'g',
)
const expanded = new RegExp(
  `(?:File\\.)?expand_path\\(\\s{0,9}(${LITERAL})\\s{0,9},\\s{0,9}${KNOWN_PATH}\\s{0,9}\\)`,
  'g',
)
const ofProject = (before: string, after: string): RegExp => new RegExp(`${before}(?:${projectNames})${after}`, 'g')

const foldRuby = createFolder({
  known: [
    [/\b__dir__\b/g, `"${SELF}"`],
    [/\b__FILE__\b|\$0\b|\$PROGRAM_NAME\b/g, `"${SELF_FILE}"`],
    [/\bDir\.pwd\b/g, `"${CWD}"`],
    [/\bDir\.home\b/g, `"${HOME}"`],
    [ofProject(`\\bENV(?:\\[|\\.fetch\\()["']`, `["'](?:\\]|\\s{0,9}(?:,[^()\\n]{0,60})?\\))`), `"${ROOT}"`],
  ],
  same: 'expand_path|realpath|Pathname|new',
  above: 'dirname',
  below: 'join',
  operators: [
    ['\\+', ''],
    ['\\/', '/'],
  ],
  further: (text) =>
    text.replace(expanded, (_, name: string, path: string) => `"${path}/${literalsIn(name)[0] ?? ''}"`),
})

const rubyLoadPath = /(?:\$LOAD_PATH|\$:)(?:\.(?:unshift|push|append|prepend)\b|\s{0,9}<<)([^\n;]{1,300})/g
const rubyName = /\brequire\s{0,9}\(?\s{0,9}["'](\w[\w/-]{0,200})["']/g

const loadPathIn = (text: string, directory: string, context: ImportContext): readonly string[] =>
  [...text.matchAll(rubyLoadPath)]
    .slice(0, MAX_LIBRARIES)
    .flatMap(([, list = '']) => literalsIn(list).map((path) => wholePath(path, context.cwd, directory, context)))

export const findInRuby: Finder = (given, directory, context) => {
  const text = foldRuby(given)
  const libraries = [...loadPathIn(text, directory, context), ...(context.searched ?? [])]
  const whole = (base: string, name: string): string => {
    const path = wholePath(name, base, directory, context)
    return path.endsWith('.rb') ? path : `${path}.rb`
  }
  return [
    ...[...text.matchAll(rubyFile)].map((match) => whole(directory, match[2] ?? '')),
    ...[...text.matchAll(rubyPath)].map((match) => whole(context.cwd, match[2] ?? '')),
    ...[...text.matchAll(rubyName)].flatMap(([, name = '']) => libraries.map((library) => whole(library, name))),
    ...scriptsBesideSelf(text, directory, context),
    ...findStarted(text, starts, {}, directory, context),
  ]
}

const foldPerl = createFolder({
  known: [
    [/"\$\{?(?:FindBin::)?(?:Real)?Bin\}?/g, `"${SELF}`],
    [/\$\{?(?:FindBin::)?(?:Real)?Bin\}?/g, `"${SELF}"`],
    [/\b__FILE__\b|\$0\b/g, `"${SELF_FILE}"`],
    [/\b(?:get)?cwd\(\)/g, `"${CWD}"`],
    [ofProject('"\\$ENV\\{', '\\}'), `"${ROOT}`],
    [ofProject('\\$ENV\\{["\']?', '["\']?\\}'), `"${ROOT}"`],
  ],
  same: 'rel2abs|abs_path|realpath|catdir|catfile',
  above: 'dirname',
  below: 'catfile|catdir',
  operators: [['\\.', '']],
})

const perlFile = new RegExp(
  `\\b(?:require|do)\\s{1,9}(["'])(\\.{1,2}\\/[^"'\\n$]{1,300}|[${DIRECTORIES}][^"'\\n$]{1,300})\\1`,
  'g',
)
const perlLibrary = /(?:(?:^|;)[ \t]*use[ \t]+lib[ \t]+|\b(?:unshift|push)[ \t(]+@INC\b)([^\n;]{1,300})/gm
const perlModule = /(?:^|;)[ \t]*(?:use|require)[ \t]+([A-Z]\w{0,99}(?:::\w{1,99}){0,9})/gm

const librariesIn = (text: string, directory: string, context: ImportContext): readonly string[] =>
  [...text.matchAll(perlLibrary)].slice(0, MAX_LIBRARIES).flatMap(([, list = '']) => {
    const paths = literalsIn(list.replace(/\bqw\s{0,9}\(([^()\n]{1,300})\)/, "'$1'"))
    return paths.map((path) => wholePath(path, context.cwd, directory, context))
  })

/** Where it says that modules are searched. */
export const searchedByPerl: Finder = (given, directory, context) => librariesIn(foldPerl(given), directory, context)
export const searchedByRuby: Finder = (given, directory, context) => loadPathIn(foldRuby(given), directory, context)

/** Perl takes a relative path from the working directory. */
export const findInPerl: Finder = (given, directory, context) => {
  const text = foldPerl(given)
  const libraries = librariesIn(text, directory, context)
  const modules = [...text.matchAll(perlModule)].map(([, name = '']) => `${name.replaceAll('::', '/')}.pm`)
  return [
    ...[...text.matchAll(perlFile)].map((match) => wholePath(match[2] ?? '', context.cwd, directory, context)),
    ...[...libraries, ...(context.searched ?? [])].flatMap((library) =>
      modules.map((name) => wholePath(name, library, directory, context)),
    ),
    ...scriptsBesideSelf(text, directory, context),
    ...findStarted(text, starts, {}, directory, context),
  ]
}
