/** The modules that the options of an interpreter load, and the directories that they search. */

interface ModuleOption {
  /** Names of files, which may lack their ending. */
  readonly modules: readonly string[]
  readonly directory?: string
}
type Reader = (word: string, before: string) => ModuleOption

const imported = /\b(?:import|from)\s{1,9}([\w.]{1,200})/g
const searchPath = /\bsys\.path\.(?:insert|append)\s{0,9}\([^"'\n]{0,20}(["'])([^"'\n]{1,300})\1/
const used = /\b(?:use|require)\s{1,9}([A-Z]\w{0,99}(?:::\w{1,99}){0,9})/g
const required = /\b(?:import|from|require)\s{0,9}\(?\s{0,9}["'](\.{1,2}\/[^"'\n$]{1,200})["']/g
const toFile = (name: string): string => `${name.replaceAll('::', '/')}.pm`

const python: Reader = (word, before) => {
  if (before === '-m') return { modules: [word.replaceAll('.', '/')], directory: '.' }
  if (!/^-\w*c$/.test(before)) return { modules: [] }
  const [, , directory] = searchPath.exec(word) ?? []
  const modules = [...word.matchAll(imported)].map(([, name = '']) => name.replaceAll('.', '/'))
  return { modules, ...(directory === undefined ? {} : { directory }) }
}

const perl: Reader = (word, before) => {
  const [, loaded] = /^-[mM]-?([\w:]{1,300})/.exec(word) ?? []
  const modules = /^-\w*[eE]$/.test(before) ? [...word.matchAll(used)].map(([, name = '']) => name) : []
  return { modules: [...(loaded === undefined ? [] : [loaded]), ...modules].map(toFile), ...directoryOf(word, before) }
}

const ruby: Reader = (word, before) => {
  const loaded = before === '-r' ? word : /^-r(.{1,300})$/.exec(word)?.[1]
  const modules = loaded === undefined ? [] : [loaded.endsWith('.rb') ? loaded : `${loaded}.rb`]
  return { modules, ...directoryOf(word, before) }
}

const javaScript: Reader = (word, before) => ({
  modules: /^(-\w*[ep]|--eval|--print)$/.test(before) ? [...word.matchAll(required)].map(([, name = '']) => name) : [],
})

/** A program is in the file after `-f`. */
const byFile: Reader = (word, before) => ({
  modules: /^(-f|--file|--from-file|--makefile)$/.test(before) ? [word] : [],
})

function directoryOf(word: string, before: string): Pick<ModuleOption, 'directory'> {
  const directory = before === '-I' ? word : /^-I(.{1,1000})$/.exec(word)?.[1]
  return directory === undefined ? {} : { directory }
}

const readers: Readonly<Record<string, Reader>> = {
  ...{ python, py: python, perl, ruby, node: javaScript, bun: javaScript, tsx: javaScript },
  ...Object.fromEntries('awk gawk mawk sed jq make gmake'.split(' ').map((name) => [name, byFile])),
}

/** `by` is the interpreter, or empty. */
export const readModuleOption = (by: string, word: string, before: string): ModuleOption =>
  readers[by.replace(/[\d.]+$/, '')]?.(word, before) ?? { modules: [] }
