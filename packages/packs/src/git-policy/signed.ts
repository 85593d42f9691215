/** What a repository wants of every commit beside its message: a sign-off, a signature. */

import { type GitCall, hasOption } from '../lib/git/git-call.ts'
import type { Word } from '../lib/said.ts'

interface Missing {
  readonly word: Word
  readonly rule: string
  readonly reason: string
  readonly instead: string
  readonly cure: string
}

const yours = (key: string) => `yours to set: hookline add git-policy --set ${key}=false`

/** A commit that keeps its message keeps its sign-off, and git adds none twice. */
export function withoutSignoff(call: GitCall): readonly Missing[] {
  if (hasOption(call, '', '--dry-run')) return []
  const off = call.words.includes('--no-signoff')
  const kept = hasOption(call, '', '--no-edit', '--fixup', '--squash')
  const written = call.words.some(
    (word) => /^Signed-off-by: \S/m.test(word) || /^(--trailer=)?Signed-off-by[:=]/.test(word),
  )
  if (!off && (hasOption(call, 's', '--signoff') || written || kept)) return []
  return [
    {
      word: 'deny',
      rule: 'git-policy/signoff',
      reason: 'Commits of this repository carry a sign-off.',
      instead: 'Add --signoff (-s).',
      cure: yours('signoff'),
    },
  ]
}

/** `signs`: git's own settings sign without being told. */
export function unsigned(call: GitCall, signs: () => boolean): readonly Missing[] {
  const setting = [...call.settings].reverse().find((one) => /^commit\.gpgsign(=|$)/i.test(one))
  const off = call.words.includes('--no-gpg-sign') || (setting !== undefined && /=(false|no|off|0)$/i.test(setting))
  const asked =
    call.words.some((word) => /^-[a-zA-Z]*S/.test(word) || /^--gpg-sign(=|$)/.test(word)) ||
    (setting !== undefined && !off)
  if (!off && (asked || hasOption(call, '', '--dry-run') || signs())) return []
  return [
    {
      word: 'deny',
      rule: 'git-policy/gpg',
      reason: off ? 'This would leave out the signature.' : 'Commits of this repository are signed.',
      instead: off ? 'Commit without that option.' : 'Add -S.',
      cure: yours('gpg'),
    },
  ]
}

/** `git config commit.gpgsign false`. */
export const turnsOff = ({ verb, operands }: GitCall): boolean => {
  const [key = '', value = ''] = operands.filter((one) => one !== 'set')
  return verb === 'config' && /^commit\.gpgsign$/i.test(key) && /^(false|no|off|0)$/i.test(value)
}
