/** What JavaScript and TypeScript load or start. */
import { join } from '../paths.ts'
import { HOME, projectNames, ROOT } from './command-files.ts'
import { createFolder, DIRECTORIES, KNOWN_PATH, LITERAL, SELF_FILE } from './fold-paths.ts'
import { CWD, type ImportContext, literalsIn, SELF, scriptsBesideSelf, wholePath } from './import-context.ts'
import { findStarted } from './imports-started.ts'
import { packageNames } from './packages.ts'

const named = `(["'\`])(\\.{1,2}(?:\\/[^"'\`\\n$]{0,300})?|[${DIRECTORIES}][^"'\`\\n$]{1,400})\\1`
const loaded = new RegExp(
  `(?:\\bfrom\\s{0,9}|\\bimport\\s{0,9}\\(?\\s{0,9}|\\b(?:require|import\\.meta)(?:\\.resolve)?\\s{0,9}\\(\\s{0,9}|\\bURL\\s{0,9}\\(\\s{0,9})${named}`,
  'g',
)
/** A function that `createRequire` returned may have any name. */
const loadedByName = new RegExp(`[\\w$)]\\s{0,9}\\(\\s{0,9}${named}`, 'g')
/** A name that is computed in its last part: `./handlers/${name}.mjs`, `'./handlers/' + name`, or `join(__dirname, 'handlers', name)`. */
const computedName = new RegExp(
  `\\b(?:import|require)\\s{0,9}\\(\\s{0,9}(?:["'\`]((?:\\.{1,2}\\/|[${DIRECTORIES}])[^"'\`$\\n]{0,300})` +
    `(?:\\$\\{[^{}\\n]{1,100}\\}|["'\`]\\s{0,9}\\+\\s{0,9}[\\w.]{1,60}(?:\\s{0,9}\\+\\s{0,9}["'\`])?)([\\w.-]{0,60})|` +
    `(?:pathToFileURL\\(\\s{0,9})?(?:\\w{1,30}\\.)?(?:join|resolve)\\(\\s{0,9}${KNOWN_PATH}((?:\\s{0,9},\\s{0,9}${LITERAL}){0,4})\\s{0,9},\\s{0,9}[\\w.]{1,60}\\s{0,9}\\))`,
  'g',
)
const relativeToFile = new RegExp(`\\bnew URL\\(\\s{0,9}(${LITERAL})\\s{0,9},\\s{0,9}${KNOWN_PATH}\\s{0,9}\\)`, 'g')
const comment = /\/\*[^*/\n]{0,300}\*\//g
const starts = /\b(fork|Worker|spawn|spawnSync|exec|execSync|execFile|execFileSync)\s{0,9}\(/g
const starters = { fork: 'node', Worker: 'node' }
const moduleEndings = [
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.mts',
  '.cts',
  '/index.js',
  '/index.mjs',
  '/index.cjs',
  '/index.ts',
]
const isModule = /\.[mc]?[jt]sx?$/i

const fold = createFolder({
  known: [
    [/\b__filename\b|\bimport\.meta\.(?:url|filename)\b|\brequire\.main\.filename\b/g, `"${SELF_FILE}"`],
    [/\b__dirname\b|\bimport\.meta\.dirname\b|\brequire\.main\.path\b/g, `"${SELF}"`],
    [/\bprocess\.argv\[1\]/g, `"${SELF_FILE}"`],
    [/\bprocess\.cwd\(\)/g, `"${CWD}"`],
    [new RegExp(`\\bprocess\\.env(?:\\.|\\[["'])(?:${projectNames})(?:["']\\]|\\b)`, 'g'), `"${ROOT}"`],
    [/\b(?:os\.)?homedir\(\)|\bprocess\.env\.HOME\b/g, `"${HOME}"`],
    [/\bprocess\.execPath\b/g, '"node"'],
    // What is resolved without a known directory is below the working directory.
    [/(?<![\w.])(?:path\.)?resolve\(\s{0,9}(?=["'`][\w.][^"'`\n$]{0,300}["'`]\s{0,9}[,)])/g, `resolve("${CWD}", `],
  ],
  same: 'fileURLToPath|pathToFileURL|URL|String|normalize|realpathSync|resolve|join',
  above: 'dirname',
  below: 'join|resolve',
  members: '\\.(?:href|pathname|toString\\(\\))',
  operators: [['\\+', '']],
  further: (text) =>
    text.replace(relativeToFile, (_, name: string, path: string) => `"${path}/../${literalsIn(name)[0] ?? ''}"`),
})

export function findInJavaScript(given: string, directory: string, context: ImportContext): readonly string[] {
  const text = fold(given.includes('/*') ? given.replace(comment, ' ') : given)
  const byName = text.includes('createRequire') ? [...text.matchAll(loadedByName)] : []
  const names = [
    ...[...text.matchAll(loaded)].map((match) => match[2] ?? ''),
    ...byName.map((match) => match[2] ?? '').filter((name) => isModule.test(name)),
  ]
  const { searched = [], platform } = context
  const bare = searched.length === 0 ? [] : packageNames(text).flatMap(moduleFiles)
  return [
    ...[...text.matchAll(computedName)].flatMap(([, before = '', after = '', base, below = '']) =>
      patternsOf(base === undefined ? before : `${[base, ...literalsIn(below)].join('/')}/`, after).map((name) =>
        wholePath(name, directory, directory, context),
      ),
    ),
    ...searched.flatMap((base) => bare.map((name) => join(platform.system, base, name))),
    ...names.flatMap(moduleFiles).map((name) => wholePath(name, directory, directory, context)),
    ...scriptsBesideSelf(text, directory, context).flatMap(moduleFiles),
    ...findStarted(text, starts, starters, directory, context),
  ]
}

/** Globs in the last part; without any letter in it, only programs count. */
const patternsOf = (before: string, after: string): readonly string[] =>
  isModule.test(after) ? [`${before}*${after}`] : moduleEndings.slice(0, 6).map((end) => `${before}*${after}${end}`)

const dataEnding =
  /\.(json[5cl]?|txt|md|ya?ml|toml|csv|tsv|x?html?|xml|s?css|svg|png|jpe?g|gif|sql|graphql|lock|env|log)$/i
const isDirectoryName = /(?:^|\/)\.{0,2}$/

/** The files that a specifier may mean: TypeScript is imported under the name of its output. */
function moduleFiles(name: string): readonly string[] {
  if (isModule.test(name)) return /\.[mc]?jsx?$/i.test(name) ? [name, name.replace(/js(x?)$/i, 'ts$1')] : [name]
  // Data that is imported runs nothing, and the script may write it.
  if (dataEnding.test(name)) return []
  if (isDirectoryName.test(name)) return moduleEndings.filter((end) => end.startsWith('/')).map((end) => name + end)
  // An ending that is not known may be a part of the name, or native code.
  return [...(/\.\w+$/.test(name) ? [name] : []), ...moduleEndings.map((end) => name + end)]
}
