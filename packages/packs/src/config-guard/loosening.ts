/** Commands that loosen what guards an agent: Hookline's own, and git's where it looks for hooks. Pure. */
import type { ShellCommand } from '@hookline/core/shell'
import { gitCall } from '../lib/git-call.ts'

const verbs = new Set(['trust', 'disable', 'remove', 'add', 'init', 'enable', 'uninstall'])
/** These loosen something only with the option. */
const withOption: Readonly<Record<string, RegExp>> = {
  panel: /^--write$/,
  check: /^--fix(=|$)/,
  lint: /^--fix(=|$)/,
  import: /^(--yes|-y|--write|--force)$/,
}
/** `npx hookline@latest`, `node …/hookline.mjs`. */
const itself = /(^|\/)hookline(@[\w.^~-]+)?(\.[cm]?js)?$/
const withValue = new Set(['-C', '--cwd', '--root', '--home', '--dir', '--directory', '--config'])

export function loosened({ words }: ShellCommand): boolean {
  const texts = words.map(({ text }) => text)
  const start = texts.findIndex((text) => itself.test(text))
  if (start < 0) return false
  let at = start + 1
  while (texts[at]?.startsWith('-') === true) at += withValue.has(texts[at] ?? '') ? 2 : 1
  const verb = texts[at] ?? ''
  const option = Object.hasOwn(withOption, verb) ? withOption[verb] : undefined
  if (verb === 'trust' && /^(list|show|status|check)$/.test(texts[at + 1] ?? '')) return false
  return verbs.has(verb) || (option !== undefined && texts.slice(at + 1).some((text) => option.test(text)))
}

/** `git config core.hooksPath x`, and its taking away. */
export function movesHooks(command: ShellCommand): boolean {
  const call = gitCall(command, '/')
  if (call?.verb !== 'config') return false
  const [first, ...rest] = call.operands
  const given = /^(set|unset)$/.test(first ?? '') ? rest : [first, ...rest]
  const takes = first === 'unset' || call.words.some((word) => /^--(unset|unset-all|remove-section)$/.test(word))
  return /^core\.hookspath$/i.test(given[0] ?? '') && (given.length > 1 || takes)
}
