/** Reads options as git does: expands abbreviated names and aliases given with `-c`, and finds dry runs. Pure. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'
import { environmentSettings } from './environment-settings.ts'

/** The options that matter here, by verb. Git accepts every unambiguous abbreviation. */
const names: Readonly<Record<string, readonly string[]>> = {
  push: ['mirror', 'delete', 'force', 'prune', 'no-verify', 'dry-run', 'no-dry-run', 'all', 'receive-pack', 'exec'],
  reset: ['hard', 'merge'],
  clean: ['force', 'dry-run', 'no-dry-run'],
  checkout: ['force'],
  switch: ['force', 'discard-changes'],
  branch: ['force', 'delete'],
  commit: ['no-verify'],
  rm: ['cached', 'dry-run', 'no-dry-run', 'force'],
  rebase: ['root', 'exec'],
  clone: ['upload-pack'],
  fetch: ['upload-pack'],
  pull: ['upload-pack'],
  'ls-remote': ['upload-pack', 'exec'],
  difftool: ['extcmd'],
}

/** Expands `git reset --har` to `--hard`. */
export function expandOption(verb: string, text: string): string {
  const [, given, rest = ''] = /^--([a-z][a-z-]*)(=.*)?$/s.exec(text) ?? []
  if (given === undefined || !Object.hasOwn(names, verb)) return text
  const found = names[verb]?.filter((name) => name.startsWith(given)) ?? []
  return found.length === 1 ? `--${found[0]}${rest}` : text
}

/** Expands `git -c alias.x='push -f' x` to `git push -f`, and the same with an alias in variables. */
export function expandAlias(command: ShellCommand): ShellCommand {
  const { words } = command
  const inline = words.flatMap(({ text }, at) => (words[at - 1]?.text === '-c' ? [{ text, at }] : []))
  const given = environmentSettings(command).map((text) => ({ text, at: 0 }))
  for (const { text, at } of [...inline, ...given]) {
    const [, name, value] = /^alias\.([\w-]+)=([^!].*)$/is.exec(text) ?? []
    const used = name === undefined ? -1 : words.findIndex((word, index) => index > at && word.text === name)
    if (value === undefined || used === -1) continue
    const put = value
      .split(/\s+/)
      .map((one): ShellWord => ({ text: one.replace(/["']/g, ''), known: true, glob: false }))
    return { ...command, words: [...words.slice(0, used), ...put, ...words.slice(used + 1)] }
  }
  return command
}

/** The last option decides. Values of other options and words after `--` do not count. */
export function rehearses(words: readonly string[], letter: string, valued: ReadonlySet<string>): boolean {
  let dry = false
  for (let at = 0; at < words.length; at++) {
    const text = words[at] ?? ''
    if (text === '--') break
    if (valued.has(text)) at++
    else if (text.length > 4 && '--dry-run'.startsWith(text)) dry = true
    else if (text.length > 5 && '--no-dry-run'.startsWith(text)) dry = false
    else if (letter !== '' && /^-[a-zA-Z]+$/.test(text) && clusterHas(text, letter, valued)) dry = true
  }
  return dry
}
/** The letters after one that takes a value are the value. */
function clusterHas(text: string, letter: string, valued: ReadonlySet<string>): boolean {
  for (const one of text.slice(1)) {
    if (one === letter) return true
    if (valued.has(`-${one}`)) return false
  }
  return false
}
