/** Checks that commits have a sign-off and a signature, if the repository requires them. */

import { type GitCall, hasOption } from '../lib/git/git-call.ts'
import type { RuleFinding } from '../lib/reasons.ts'

type MissingSignature = RuleFinding

const settingHint = (key: string) => `to change this: hookline add git-policy --set ${key}=false`

/** A commit that keeps its message keeps its sign-off. */
export function checkSignoff(call: GitCall): readonly MissingSignature[] {
  if (hasOption(call, '', '--dry-run')) return []
  const off = call.words.includes('--no-signoff')
  const kept = hasOption(call, '', '--no-edit', '--fixup', '--squash')
  const written = call.words.some(
    (word) => /^Signed-off-by: \S/m.test(word) || /^(--trailer=)?Signed-off-by[:=]/.test(word),
  )
  if (!off && (hasOption(call, 's', '--signoff') || written || kept)) return []
  return [
    {
      permission: 'deny',
      rule: 'git-policy/signoff',
      reason: 'Commits in this repository need a sign-off.',
      instead: 'Add --signoff (-s).',
      userHint: settingHint('signoff'),
    },
  ]
}

/** `signs` returns whether git's settings sign commits by default. */
export function checkSignature(call: GitCall, signs: () => boolean): readonly MissingSignature[] {
  const setting = [...call.settings].reverse().find((one) => /^commit\.gpgsign(=|$)/i.test(one))
  const off = call.words.includes('--no-gpg-sign') || (setting !== undefined && /=(false|no|off|0)$/i.test(setting))
  const isRequested =
    call.words.some((word) => /^-[a-zA-Z]*S/.test(word) || /^--gpg-sign(=|$)/.test(word)) ||
    (setting !== undefined && !off)
  if (!off && (isRequested || hasOption(call, '', '--dry-run') || signs())) return []
  return [
    {
      permission: 'deny',
      rule: 'git-policy/gpg',
      reason: off ? 'This would create a commit without a signature.' : 'Commits in this repository must be signed.',
      instead: off ? 'Commit without that option.' : 'Add -S.',
      userHint: settingHint('gpg'),
    },
  ]
}

/** Matches `git config commit.gpgsign false`. */
export const disablesSigning = ({ verb, operands }: GitCall): boolean => {
  const [key = '', value = ''] = operands.filter((one) => one !== 'set')
  return verb === 'config' && /^commit\.gpgsign$/i.test(key) && /^(false|no|off|0)$/i.test(value)
}
