/** A guard that is asked only where a text matcher fits the command. */
import { problemCodes } from '@hookline/core/protocol'
import { isGate, matchesCommands } from '../rows.ts'
import type { Found, Rule } from '../rule.ts'
import { matchesAll } from '../tools.ts'

const guards = /guard|block|deny|secur|protect|prevent|forbid|danger|safe|polic|secret|approv/i
const dangers =
  /\brm\b|push|force|--hard|sudo|curl|wget|chmod|drop\b|delete|destroy|kubectl|terraform|publish|deploy|commit/i

export const textMatcherGuard: Rule = {
  code: 'text-matcher-guard',
  looksAt: 'entry',
  find({ entry: { event, matcher, command = '' }, at }): readonly Found[] {
    if (matcher === undefined || matchesAll(matcher) || matcher === '.*') return []
    if (!isGate(event) || !matchesCommands(event) || !(guards.test(command) || dangers.test(matcher))) return []
    const anchored = /^\^(?!\.\*)/.test(matcher)
    const message = anchored
      ? `the guard is asked only for commands that begin with ${JSON.stringify(matcher)}: \`cd x && …\` passes unseen`
      : `the guard is asked only where ${JSON.stringify(matcher)} fits the command's text; other spellings pass unseen`
    return [
      {
        at: at('matcher'),
        message,
        hint: problemCodes['text-matcher-guard'].cure,
        severity: anchored ? 'warning' : 'note',
      },
    ]
  },
}
