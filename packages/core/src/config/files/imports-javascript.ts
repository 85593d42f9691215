/** What JavaScript and TypeScript load or start. */
import { join } from '../paths.ts'
import { besideSelf, type ImportContext, namedBeside, SELF, scriptEnding } from './import-context.ts'
import { findStarted } from './imports-started.ts'

const relativeModule =
  /(?:\bfrom\s{0,9}|\bimport\s{0,9}\(?\s{0,9}|\brequire(?:\.resolve)?\s{0,9}\(\s{0,9}|\bURL\s{0,9}\(\s{0,9})(["'`])(\.{1,2}(?:\/[^"'`\n$]{0,300})?|\uE003[^"'`\n$]{1,400})\1/g
/** A function that `createRequire` returned may have any name. */
const loadedByName = /[\w$)]\s{0,9}\(\s{0,9}(["'`])(\.{1,2}\/[^"'`\n$]{1,300})\1/g
const ownDirectory = /\$\{(?:__dirname|import\.meta\.dirname)\}/g
const belowOwnDirectory =
  /(?:__dirname|import\.meta\.dirname)((?:\s{0,9}[,+]\s{0,9}(?:"[^"\n$]{0,300}"|'[^'\n$]{0,300}'|`[^`\n$]{0,300}`)){1,6})/g
const starts = /\b(fork|Worker|spawn|spawnSync|exec|execSync|execFile|execFileSync)\s{0,9}\(([^\n]{1,300})/g
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

export function findInJavaScript(given: string, directory: string, context: ImportContext): readonly string[] {
  const { system } = context.platform
  const text = given.includes('dirname')
    ? given.replace(ownDirectory, SELF).replace(belowOwnDirectory, (_, parts: string) => besideSelf(parts))
    : given
  const imported = [...text.matchAll(relativeModule)].map((match) => (match[2] ?? '').replace(SELF, './'))
  const byName = text.includes('createRequire')
    ? [...text.matchAll(loadedByName)].map((match) => match[2] ?? '').filter((name) => isModule.test(name))
    : []
  const beside = namedBeside(text).filter((name) => scriptEnding.test(name))
  return [
    ...[...imported, ...byName, ...beside].flatMap((name) =>
      moduleFiles(name).map((file) => join(system, directory, file)),
    ),
    ...findStarted(text, starts, starters, directory, context),
  ]
}

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
