/** Rights of files. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'
import { has, list, operands, says } from '../options.ts'
import type { Place } from '../places.ts'
import { ask, deny, type Rule } from '../rule.ts'
import { sensitiveAt } from '../what-runs.ts'

const wide: ReadonlySet<Place> = new Set(['root', 'system', 'home', 'above'])

/** Everybody may write: the last digit, or `o+w` and its kin. */
const opens = /^0?[0-7]?[0-7][0-7][2367]$|^([ugo]*[oa][ugo]*)[+=][rxst]*w|^\+[rxst]*w[rxst]*.*o/
/** The program acts as its owner. */
const actsAsOwner = /(^|,)([ugoa]*\+[rwx]*s|[4267][0-7]{3}$)/
/** Others may do something with it. */
const shares = /^0?[0-7]?[0-7]([1-7][0-7]|0[1-7])$|[goa][+=]|^\+/

/** The operands; `-x` of `chmod -x file` is the mode, though it is spelled as an option. */
function withMode(command: ShellCommand): readonly ShellWord[] {
  const words = operands(command, '-m', '-x', '--reference')
  const taken = command.name === 'chmod' ? command.words.find(({ text }) => /^-[rwxst]+$/.test(text)) : undefined
  return taken === undefined ? words : [taken, ...command.words.slice(command.words.indexOf(taken) + 1)]
}

export const rightsRules: readonly Rule[] = [
  {
    name: 'rights',
    programs: list('chmod chown chgrp setfacl icacls takeown'),
    instead: 'Change the rights of the one file that needs it.',
    find(sight) {
      const { command } = sight
      const [first, ...paths] = withMode(command)
      const mode = command.name === 'chmod' && !says(command, '--reference') ? (first?.text ?? '') : ''
      const all = has(command, 'R', 'recursive') || says(command, '/T', '/t')
      // With `--reference` another file stands for the mode.
      const hasMode = !/^(setfacl|icacls|takeown)$/.test(command.name) && !says(command, '--reference')
      const targets = !hasMode && first !== undefined ? [first, ...paths] : paths
      if (all && targets.some((word) => wide.has(sight.placeOf(word))))
        return deny('change the rights of a whole system or home directory')
      if (all && /^0?[0-3]?0?0?0$/.test(mode) && targets.some((word) => sight.placeOf(word) === 'workspace'))
        return ask('lock everybody out of the workspace')
      if (opens.test(mode) && targets.some((word) => /\/\.(ssh|aws|gnupg|kube)\b/.test(word.text)))
        return ask('let everybody on this machine at keys')
      const unhooks = /^(0?[0-7]?[0246]{3}|[ugoa]*-[rw]*x[rw]*)$/.test(mode)
      if (
        unhooks &&
        targets.some((word) => /(^|\/)(\.git\/hooks|\.husky|\.hookline|\.cursor\/hooks)(\/|$)/.test(word.text))
      )
        return ask('keep hooks from running')
      if (actsAsOwner.test(mode)) return ask('let a program act as its owner (set-user-ID)')
      // Closing a file of one's own to others is never wrong.
      const closes = command.name === 'chmod' && !shares.test(mode)
      const theirs = targets.some(
        (word) => wide.has(sight.placeOf(word)) || (!closes && sensitiveAt(word.text) !== undefined),
      )
      if (theirs) return ask('change the rights of a file of the system')
      return opens.test(mode)
        ? ask('let everybody on this machine write', all || mode.includes('777') ? 'high' : 'strict')
        : undefined
    },
  },
]
