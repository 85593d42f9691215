/** Which words of a command name what it writes, and which what it only handles: rights, an empty directory, a mount. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const all =
  set(`rm unlink shred truncate touch tee del erase rd Remove-Item Set-Content Add-Content Clear-Content Out-File
  Move-Item Rename-Item ri sponge ed ex rename mv srm rimraf`)
const last = set('cp install ln rsync scp Copy-Item copy')
/** The file that it mends comes first. */
const first = set('patch')
const handled = set('chmod chown chgrp chattr setfacl rmdir mount umount')
/** Giving the right to run takes nothing away. */
const harmless = /^([ugoa]*\+[rwxX]+|0?7[0-7]{2})$/
const inPlace = /^(-\w*i|--in-?place|--inplace)/
const inPlacers = set('sed gsed perl ruby yq awk gawk')
const gitWriters = set('rm mv checkout restore clean')
/** Their value is what is written, by program; `*` is all of them. */
const targets: Readonly<Record<string, RegExp>> = {
  '*': /^--(output|output-document|output-file|out-file|outfile)$/,
  curl: /^(-\w*o|--output-dir)$/,
  wget: /^(-\w*[OP]|--directory-prefix)$/,
  sort: /^-\w*o$/,
  patch: /^(-[od]|--directory)$/,
  gpg: /^-\w*o$/,
  openssl: /^-out$/,
  cp: /^(-\w*t|--target-directory)$/,
  mv: /^(-\w*t|--target-directory)$/,
  ln: /^(-\w*t|--target-directory)$/,
  install: /^(-\w*t|--target-directory)$/,
  unzip: /^-\w*d$/,
  '7z': /^-o$/,
  tar: /^(-C|--directory|--one-top-level)$/,
  bsdtar: /^(-C|--directory)$/,
}

export type Way = 'read' | 'write' | 'alter'

/** `option` is the word before it, or the one it is the value of. */
export function wayOf(command: ShellCommand, word: ShellWord, option: string, at: number, count: number): Way {
  const { name, words } = command
  if (handled.has(name)) return 'alter'
  if (targets['*']?.test(option) === true || (isTarget(name, option) && unpacks(command))) return 'write'
  if (all.has(name)) return 'write'
  if (last.has(name)) return at === count - 1 ? 'write' : 'read'
  if (first.has(name)) return at === 0 ? 'write' : 'read'
  if (name === 'dd') return words.some(({ text }) => text === `of=${word.text}`) ? 'write' : 'read'
  if (name === 'git') return words.some(({ text }) => gitWriters.has(text)) ? 'write' : 'read'
  if (name === 'find') return words.some(({ text }) => text === '-delete') ? 'write' : 'read'
  return inPlacers.has(name) && words.some(({ text }) => inPlace.test(text)) ? 'write' : 'read'
}
const isTarget = (name: string, option: string): boolean =>
  Object.hasOwn(targets, name) && targets[name]?.test(option) === true
const unpacks = ({ name, words }: ShellCommand): boolean =>
  !/^(bsd)?tar$/.test(name) ||
  words.some(({ text }, at) => /^(-?[a-zA-Z]*x[a-zA-Z]*|--(extract|get))$/.test(text) && at < 3)

/** Its words name files, though it shows nothing of them. */
export const handles = ({ name, words }: ShellCommand): boolean =>
  handled.has(name) &&
  !(
    name === 'chmod' &&
    harmless.test(words.find(({ text }, at) => at > 0 && !/^-[RvcfhHLP]+$|^--/.test(text))?.text ?? '')
  )

/** All below its words goes with them. */
export const takesAll = ({ name, words }: ShellCommand): boolean =>
  name === 'mv' ||
  (name === 'rm' && words.some(({ text }) => /^(-\w*[rR]|--recursive)/.test(text))) ||
  (name === 'find' &&
    words.some(({ text }) => text === '-delete') &&
    !words.some(({ text }) => /^-[a-z]/.test(text) && !/^-(delete|depth|type|mindepth|maxdepth|print)$/.test(text)))

const changing =
  /\b(write\w*|unlink\w*|remove\w*|rm(Sync|tree|dir\w*)?|rename\w*|truncate\w*|chmod\w*|copy\w*|move|replace|append\w*|dump|symlink\w*|delete|put|system|exec\w*|spawn\w*)\s*\(|["'][waxr]b?\+?t?["']\s*[),]|["']>{1,2}/i
const reading = /["']rb?t?["']\s*[),]/
/** Code in another language that changes something. */
export const changes = (code: string): boolean => changing.test(code.replace(new RegExp(reading, 'g'), ''))
