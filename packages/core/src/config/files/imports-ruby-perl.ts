/** What Ruby and Perl load or start. */
import { join, resolve } from '../paths.ts'
import { besideSelf, type Finder, namedBeside, SELF } from './import-context.ts'
import { findStarted } from './imports-started.ts'

const rubyFile = /\brequire_relative\s{0,9}\(?\s{0,9}(["'])([^"'\n#]{1,300})\1/g
const rubyPath = /\b(?:require|load)\s{0,9}\(?\s{0,9}(["'])(\.{1,2}\/[^"'\n#]{1,300}|\uE003[^"'\n#]{1,300})\1/g
const rubyBelow =
  /(?:File\.)?join\(\s{0,9}__dir__((?:\s{0,9},\s{0,9}(?:"[^"\n#]{0,200}"|'[^'\n]{0,200}')){1,6})\s{0,9}\)/g
const rubyExpanded =
  /(?:File\.)?expand_path\(\s{0,9}("[^"\n#]{0,300}"|'[^'\n]{0,300}')\s{0,9},\s{0,9}(__dir__|__FILE__)\s{0,9}\)/g
const starts = /\b(system|exec|spawn|popen|capture2e?|capture3)\s{0,9}\(?\s{0,9}((?=["'[(])[^\n]{1,300})/g

export const findInRuby: Finder = (given, directory, context) => {
  const { cwd, platform } = context
  const { system } = platform
  const text = given
    .replaceAll('#{__dir__}', SELF)
    .replace(rubyBelow, (_, parts: string) => besideSelf(parts))
    .replace(rubyExpanded, (_, path: string, from: string) =>
      besideSelf(path, from === '__FILE__' ? `${SELF}/_` : SELF),
    )
  const whole = (base: string, name: string): string => {
    const path = join(system, base, name)
    return path.endsWith('.rb') ? path : `${path}.rb`
  }
  return [
    ...[...text.matchAll(rubyFile)].map((match) => whole(directory, match[2] ?? '')),
    ...[...text.matchAll(rubyPath)].map(([, , name = '']) =>
      name.startsWith(SELF) ? whole(directory, name.slice(1)) : whole(cwd, name),
    ),
    ...namedBeside(text).map((name) => join(system, directory, name)),
    ...findStarted(text, starts, {}, directory, context),
  ]
}

const perlFile = /\b(?:require|do)\s{1,9}(["'])(\.{1,2}\/[^"'\n$]{1,300})\1/g
const perlBeside = /\b(?:require|do)\s{1,9}"\$(?:FindBin::)?(?:Real)?Bin(\/[^"\n$]{1,300})"/g
const perlLibrary = /(?:^|;)[ \t]*use[ \t]+lib[ \t]+([^\n;]{1,300})/gm
const perlModule = /(?:^|;)[ \t]*(?:use|require)[ \t]+([A-Z]\w{0,99}(?:::\w{1,99}){0,9})/gm
const perlDirectory = /\$\{?(?:FindBin::)?(?:Real)?Bin\}?/g
const MAX_LIBRARIES = 8

/** Perl takes a relative path from the working directory. */
export const findInPerl: Finder = (text, directory, context) => {
  const { cwd, platform } = context
  const { system } = platform
  const libraries = [...text.matchAll(perlLibrary)].slice(0, MAX_LIBRARIES).flatMap(([, given = '']) => {
    const named = given.replace(perlDirectory, SELF).replace(/\bqw\s{0,9}\(([^()\n]{1,300})\)/, "'$1'")
    return [...named.matchAll(/["']([^"'\n$]{1,300})["']/g)].map(([, path = '']) =>
      path.startsWith(SELF) ? join(system, directory, path.slice(1)) : resolve(system, cwd, path),
    )
  })
  const modules = [...text.matchAll(perlModule)].map(([, name = '']) => `${name.replaceAll('::', '/')}.pm`)
  return [
    ...[...text.matchAll(perlFile)].map((match) => join(system, cwd, match[2] ?? '')),
    ...[...text.matchAll(perlBeside)].map((match) => join(system, directory, match[1] ?? '')),
    ...libraries.flatMap((library) => modules.map((name) => join(system, library, name))),
    ...findStarted(text.replace(perlDirectory, SELF), starts, {}, directory, context),
  ]
}
