/** A setting of git that makes it look for hooks elsewhere. Pure. */
import type { ShellCommand } from '@hookline/core/shell'
import { gitCall } from '../lib/git/git-call.ts'

/** `git config core.hooksPath x`, and its taking away. */
export function movesHooks(command: ShellCommand): boolean {
  const call = gitCall(command, '/')
  if (call?.verb !== 'config') return false
  const [first, ...rest] = call.operands
  const given = /^(set|unset)$/.test(first ?? '') ? rest : [first, ...rest]
  const takes = first === 'unset' || call.words.some((word) => /^--(unset|unset-all|remove-section)$/.test(word))
  return /^core\.hookspath$/i.test(given[0] ?? '') && (given.length > 1 || takes)
}
