/** Finds commands that change the permissions of files. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'
import { has, list, operands, says } from '../options.ts'
import type { PathKind } from '../path-kind.ts'
import { ask, deny, type Rule } from '../rule.ts'
import { sensitiveAt } from '../what-runs.ts'

const wide: ReadonlySet<PathKind> = new Set(['root', 'system', 'home', 'above'])

/** Modes with which everyone may write: by the last digit, or `o+w` and the like. */
const opens = /^0?[0-7]?[0-7][0-7][2367]$|^([ugo]*[oa][ugo]*)[+=][rxst]*w|^\+[rxst]*w[rxst]*.*o/
/** Modes with which a program runs as its owner. */
const actsAsOwner = /(^|,)([ugoa]*\+[rwx]*s|[4267][0-7]{3}$)/
/** Modes that give others any permission. */
const shares = /^0?[0-7]?[0-7]([1-7][0-7]|0[1-7])$|[goa][+=]|^\+/

/** The operands. In `chmod -x file` the word `-x` is the mode, although it looks like an option. */
function withMode(command: ShellCommand): readonly ShellWord[] {
  const words = operands(command, '-m', '-x', '--reference')
  const taken = command.name === 'chmod' ? command.words.find(({ text }) => /^-[rwxst]+$/.test(text)) : undefined
  return taken === undefined ? words : [taken, ...command.words.slice(command.words.indexOf(taken) + 1)]
}

export const rightsRules: readonly Rule[] = [
  {
    name: 'rights',
    programs: list('chmod chown chgrp setfacl icacls takeown'),
    instead: 'Change the permissions of the single file that needs it.',
    find(sight) {
      const { command } = sight
      const [first, ...paths] = withMode(command)
      const mode = command.name === 'chmod' && !says(command, '--reference') ? (first?.text ?? '') : ''
      const all = has(command, 'R', 'recursive') || says(command, '/T', '/t')
      // With `--reference` another file provides the mode.
      const hasMode = !/^(setfacl|icacls|takeown)$/.test(command.name) && !says(command, '--reference')
      const targets = !hasMode && first !== undefined ? [first, ...paths] : paths
      if (all && targets.some((word) => wide.has(sight.kindOf(word))))
        return deny('change the rights of a whole system or home directory')
      if (all && /^0?[0-3]?0?0?0$/.test(mode) && targets.some((word) => sight.kindOf(word) === 'workspace'))
        return ask('remove all access to the workspace')
      if (opens.test(mode) && targets.some((word) => /\/\.(ssh|aws|gnupg|kube)\b/.test(word.text)))
        return ask('give everyone on this machine access to keys')
      const unhooks = /^(0?[0-7]?[0246]{3}|[ugoa]*-[rw]*x[rw]*)$/.test(mode)
      if (
        unhooks &&
        targets.some((word) => /(^|\/)(\.git\/hooks|\.husky|\.hookline|\.cursor\/hooks)(\/|$)/.test(word.text))
      )
        return ask('prevent hooks from running')
      if (actsAsOwner.test(mode)) return ask('let a program run as its owner (set-user-ID)')
      // Removing permissions of others from an own file is always fine.
      const closes = command.name === 'chmod' && !shares.test(mode)
      const theirs = targets.some(
        (word) => wide.has(sight.kindOf(word)) || (!closes && sensitiveAt(word.text) !== undefined),
      )
      if (theirs) return ask('change the rights of a file of the system')
      return opens.test(mode)
        ? ask('let everyone on this machine write', all || mode.includes('777') ? 'high' : 'strict')
        : undefined
    },
  },
]
