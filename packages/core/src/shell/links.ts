/** Follows links that the text itself creates, so that later words are read as their targets. */
import { grammarOf } from './programs/index.ts'
import { readArguments } from './programs/read-arguments.ts'
import type { ShellWord } from './types.ts'

/** The target of each link. Both paths are relative to the directory in which the text begins. */
export type Links = Map<string, string>

const MAX_LINKS = 50
const MAX_STEPS = 8

/** A path from the directory in which the text begins, without `.` and `..` where possible. */
function fullPath(path: string, cwd: string | undefined): string {
  const whole = /^[/~$`…<]/.test(path) || cwd === undefined ? path : `${cwd}/${path}`
  const kept: string[] = []
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue
    const last = kept.at(-1)
    if (part === '..' && last !== undefined && last !== '..' && !/^[~$`…<]/.test(last)) kept.pop()
    else if (part !== '..' || !whole.startsWith('/')) kept.push(part)
  }
  return (whole.startsWith('/') ? '/' : '') + kept.join('/') || '.'
}

const parentOf = (path: string): string => path.replace(/\/?[^/]*$/, '')
const lastOf = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) ?? ''

/** Records the links that this command creates. */
export function makeLinks(name: string, args: readonly ShellWord[], cwd: string | undefined, links: Links): void {
  for (const [target, link] of findLinks(name, args)) addLink(target, link, cwd, links)
}

export function addLink(target: string, link: string, cwd: string | undefined, links: Links): void {
  if (links.size >= MAX_LINKS) return
  const at = fullPath(link, cwd)
  const to = /^[/~]/.test(target) ? target : fullPath(target, parentOf(at) === '' ? undefined : parentOf(at))
  const leads = followPath(to, undefined, links)
  if (leads === at) return
  links.set(at, leads)
  // If the name is a directory, the link is created inside it.
  links.set(fullPath(`${link}/${lastOf(target)}`, cwd), leads)
}

/** Pairs of target and link. */
function findLinks(name: string, args: readonly ShellWord[]): readonly (readonly [string, string])[] {
  const values = args.map(({ text }) => text)
  const has = (pattern: RegExp): boolean => values.some((text) => pattern.test(text))
  if (name === 'mklink') {
    const [link, target] = values.filter((text) => !/^\/[a-z]$/i.test(text))
    return link === undefined || target === undefined ? [] : [[target, link]]
  }
  if (/^(new-item|ni)$/i.test(name) && has(/^(symboliclink|junction|hardlink)$/i)) {
    const after = (pattern: RegExp): string | undefined => values[values.findIndex((text) => pattern.test(text)) + 1]
    const [link, target] = [after(/^-path$|^-name$/i), after(/^-(target|value)$/i)]
    return link === undefined || target === undefined ? [] : [[target, link]]
  }
  if (name === 'hash') return findHashedPrograms(values)
  if (name === 'dd') {
    const valueAfter = (key: string): string => values.find((text) => text.startsWith(key))?.slice(key.length) ?? ''
    const program = findProgram(valueAfter('if='))
    return program === undefined || valueAfter('of=') === '' ? [] : [[program, valueAfter('of=')]]
  }
  // A copy of a program does the same as the program.
  const copies =
    /^(cp|gcp|install|ginstall|copy|copy-item)$/i.test(name) && args.some(({ text }) => isProgramFile(text))
  const makes =
    name === 'ln' ||
    copies ||
    (name === 'cp' && has(/^(--symbolic-link|--link|-[a-zA-Z]*[sl][a-zA-Z]*)$/)) ||
    (name === 'mount' && has(/^(--r?bind|-[a-zA-Z]*[BR][a-zA-Z]*)$|(^|,)r?bind(,|$)/))
  if (!makes) return []
  const row = grammarOf(name)
  const read = row === undefined ? undefined : readArguments(row, args)
  const directory = read?.all.find((one) => one.kind !== 'option' && /^(-t|--target-directory)$/.test(one.option ?? ''))
    ?.word.text
  const operands =
    read?.all.flatMap(({ word, kind, option }) =>
      option === undefined && kind !== 'separator' && kind !== 'option' ? [word.text] : [],
    ) ?? values.filter((text) => !text.startsWith('-'))
  if (directory !== undefined) return operands.map((target) => [target, `${directory}/${lastOf(target)}`])
  const link = operands.length === 1 ? lastOf(operands[0] ?? '') : (operands.at(-1) ?? '')
  if (copies)
    return operands.slice(0, -1).flatMap((one) => {
      const program = findProgram(one)
      return program === undefined ? [] : [[program, link] as const]
    })
  return operands.slice(0, Math.max(1, operands.length - 1)).map((target) => [target, link])
}

/** `hash -p /bin/rm x`, and `hash x=/bin/rm` of zsh. */
function findHashedPrograms(values: readonly string[]): readonly (readonly [string, string])[] {
  const at = values.indexOf('-p')
  const [path, name] = at === -1 ? [] : values.slice(at + 1)
  if (path !== undefined && name !== undefined) return [[path, name]]
  return values.flatMap((text) => {
    const [, short, target] = /^([\w.-]+)=(\/.+)$/.exec(text) ?? []
    return short === undefined || target === undefined ? [] : [[target, short] as const]
  })
}

const programFile = /^(?:\/usr)?(?:\/local)?\/s?bin\/[\w.+-]+$/
const programSearch = /^(?:\$\(|`)\s*(?:which|command\s+-v|type\s+-[pP]|whence\s+-p)\s+([\w.+-]+)\s*[)`]$/
const isProgramFile = (text: string): boolean => findProgram(text) !== undefined

/** The program that a path names: `/usr/bin/rm`, `$(which rm)`. */
function findProgram(text: string): string | undefined {
  if (programFile.test(text)) return text
  const found = programSearch.exec(text)?.[1]
  return found === undefined ? undefined : `/bin/${found}`
}

/** A bare name is searched for in PATH, which may find a copy of a program that has this name. */
function findCopy(name: string, links: Links): string | undefined {
  if (!/^[\w.+-]+$/.test(name)) return undefined
  for (const [link, target] of links) if (lastOf(link) === name && programFile.test(target)) return target
  return undefined
}

/** The target of a path; the same path if it contains no link. */
export function followPath(path: string, cwd: string | undefined, links: Links): string {
  let own = fullPath(path, cwd)
  let isLinked = false
  for (let step = 0; step < MAX_STEPS; step++) {
    const found = findLinkPrefix(own, links)
    if (found === undefined) break
    own = `${links.get(found)?.replace(/\/$/, '')}${own.slice(found.length)}` || '/'
    isLinked = true
  }
  return isLinked ? `${own}${/\/\*?$/.test(path) && !own.endsWith('/') && !own.endsWith('*') ? '/' : ''}` : path
}

/** The longest link that is a prefix of the path. */
function findLinkPrefix(path: string, links: Links): string | undefined {
  let end = path.length
  while (end > 0) {
    const prefix = path.slice(0, end)
    if (links.has(prefix)) return prefix
    end = path.lastIndexOf('/', end - 1)
  }
  return undefined
}

/** Programs that act on the link itself if the word ends with its name. */
const takesLink =
  /^(rm|unlink|mv|ln|ls|readlink|stat|lstat|rmdir|trash|trash-put|test|\[|file|chown|git|echo|printf|gio|ri|rd|del|mkdir|touch)$/

/** The words of a command with each path replaced by its target. */
export function followLinks(
  name: string,
  words: readonly ShellWord[],
  cwd: string | undefined,
  links: Links,
): readonly ShellWord[] {
  if (links.size === 0) return words
  return words.map((word, at) => {
    const [, option = '', path = ''] = /^((?:-{1,2}[\w-]+=|of=|if=|@|\w+=@)?)(.*)$/s.exec(word.text) ?? []
    if (
      path === '' ||
      path.startsWith('-') ||
      (at > 0 && takesLink.test(name) && !/\/./.test(path) && !path.endsWith('/'))
    )
      return word
    const target = (at === 0 && option === '' ? findCopy(path, links) : undefined) ?? followPath(path, cwd, links)
    // A program that is known only at run time keeps the name of its link, and busybox acts by the name of the link.
    if (target === path || (at === 0 && /\/(busybox|toybox)$/.test(target)) || (at === 0 && /[$`]/.test(target)))
      return word
    return { ...word, text: `${option}${target}`, known: word.known && !/[$`]/.test(target) }
  })
}
