/** Links that the text itself makes, so that later words are read as the places that they lead to. */
import { grammarOf } from './programs/index.ts'
import { readArguments } from './programs/read-arguments.ts'
import type { ShellWord } from './types.ts'

/** Where each link leads, both as paths from where the text begins. */
export type Links = Map<string, string>

const MOST_LINKS = 50
const MOST_STEPS = 8

/** A path from where the text begins, without `.` and `..` where they can be taken out. */
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

/** Remembers the links that this command makes. */
export function makeLinks(name: string, args: readonly ShellWord[], cwd: string | undefined, links: Links): void {
  for (const [target, link] of linksOf(name, args)) addLink(target, link, cwd, links)
}

export function addLink(target: string, link: string, cwd: string | undefined, links: Links): void {
  if (links.size >= MOST_LINKS) return
  const at = fullPath(link, cwd)
  const to = /^[/~]/.test(target) ? target : fullPath(target, parentOf(at) === '' ? undefined : parentOf(at))
  const leads = followPath(to, undefined, links)
  if (leads === at) return
  links.set(at, leads)
  // Where the name is a directory, the link lies in it.
  links.set(fullPath(`${link}/${lastOf(target)}`, cwd), leads)
}

/** Pairs of what is linked and the link. */
function linksOf(name: string, args: readonly ShellWord[]): readonly (readonly [string, string])[] {
  const texts = args.map(({ text }) => text)
  const has = (pattern: RegExp): boolean => texts.some((text) => pattern.test(text))
  if (name === 'mklink') {
    const [link, target] = texts.filter((text) => !/^\/[a-z]$/i.test(text))
    return link === undefined || target === undefined ? [] : [[target, link]]
  }
  if (/^(new-item|ni)$/i.test(name) && has(/^(symboliclink|junction|hardlink)$/i)) {
    const after = (pattern: RegExp): string | undefined => texts[texts.findIndex((text) => pattern.test(text)) + 1]
    const [link, target] = [after(/^-path$|^-name$/i), after(/^-(target|value)$/i)]
    return link === undefined || target === undefined ? [] : [[target, link]]
  }
  if (name === 'hash') return hashedPrograms(texts)
  if (name === 'dd') {
    const valueAfter = (key: string): string => texts.find((text) => text.startsWith(key))?.slice(key.length) ?? ''
    const program = programAt(valueAfter('if='))
    return program === undefined || valueAfter('of=') === '' ? [] : [[program, valueAfter('of=')]]
  }
  // A copy of a program does what the program does.
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
    ) ?? texts.filter((text) => !text.startsWith('-'))
  if (directory !== undefined) return operands.map((target) => [target, `${directory}/${lastOf(target)}`])
  const link = operands.length === 1 ? lastOf(operands[0] ?? '') : (operands.at(-1) ?? '')
  if (copies)
    return operands.slice(0, -1).flatMap((one) => {
      const program = programAt(one)
      return program === undefined ? [] : [[program, link] as const]
    })
  return operands.slice(0, Math.max(1, operands.length - 1)).map((target) => [target, link])
}

/** `hash -p /bin/rm x`, and `hash x=/bin/rm` of zsh. */
function hashedPrograms(texts: readonly string[]): readonly (readonly [string, string])[] {
  const at = texts.indexOf('-p')
  const [path, name] = at === -1 ? [] : texts.slice(at + 1)
  if (path !== undefined && name !== undefined) return [[path, name]]
  return texts.flatMap((text) => {
    const [, short, target] = /^([\w.-]+)=(\/.+)$/.exec(text) ?? []
    return short === undefined || target === undefined ? [] : [[target, short] as const]
  })
}

const programFile = /^(?:\/usr)?(?:\/local)?\/s?bin\/[\w.+-]+$/
const programSearch = /^(?:\$\(|`)\s*(?:which|command\s+-v|type\s+-[pP]|whence\s+-p)\s+([\w.+-]+)\s*[)`]$/
const isProgramFile = (text: string): boolean => programAt(text) !== undefined

/** The program that a path names: `/usr/bin/rm`, `$(which rm)`. */
function programAt(text: string): string | undefined {
  if (programFile.test(text)) return text
  const found = programSearch.exec(text)?.[1]
  return found === undefined ? undefined : `/bin/${found}`
}

/** A bare name is searched for in directories: the copy of a program that has it may be the one that is found. */
function copyCalled(name: string, links: Links): string | undefined {
  if (!/^[\w.+-]+$/.test(name)) return undefined
  for (const [link, target] of links) if (lastOf(link) === name && programFile.test(target)) return target
  return undefined
}

/** Where a path leads; the same path where no link is on its way. */
export function followPath(path: string, cwd: string | undefined, links: Links): string {
  let own = fullPath(path, cwd)
  let isLed = false
  for (let step = 0; step < MOST_STEPS; step++) {
    const found = prefixOf(own, links)
    if (found === undefined) break
    own = `${links.get(found)?.replace(/\/$/, '')}${own.slice(found.length)}` || '/'
    isLed = true
  }
  return isLed ? `${own}${/\/\*?$/.test(path) && !own.endsWith('/') && !own.endsWith('*') ? '/' : ''}` : path
}

/** The longest link that the path goes through. */
function prefixOf(path: string, links: Links): string | undefined {
  let end = path.length
  while (end > 0) {
    const prefix = path.slice(0, end)
    if (links.has(prefix)) return prefix
    end = path.lastIndexOf('/', end - 1)
  }
  return undefined
}

/** They work on the link itself when its name ends their word. */
const takesLink =
  /^(rm|unlink|mv|ln|ls|readlink|stat|lstat|rmdir|trash|trash-put|test|\[|file|chown|git|echo|printf|gio|ri|rd|del|mkdir|touch)$/

/** The words of a command with each path as the place that it leads to. */
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
    const led = (at === 0 && option === '' ? copyCalled(path, links) : undefined) ?? followPath(path, cwd, links)
    // A program that is known only when it runs keeps the name of its link, and busybox does what the link is called.
    if (led === path || (at === 0 && /\/(busybox|toybox)$/.test(led)) || (at === 0 && /[$`]/.test(led))) return word
    return { ...word, text: `${option}${led}`, known: word.known && !/[$`]/.test(led) }
  })
}
