/** Reports matchers on the text of a command that are unsafe for a guard. */
import { problemCodes } from '@hookline/core/protocol'
import { isGate, matchesCommands } from '../../context/event-rows.ts'
import { matchesAll } from '../../context/tools.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

const guards = /guard|block|deny|secur|protect|prevent|forbid|danger|safe|polic|secret|approv/i
const dangers =
  /\brm\b|push|force|--hard|sudo|curl|wget|chmod|drop\b|delete|destroy|kubectl|terraform|publish|deploy|commit/i

export const textMatcherGuard: Rule = {
  code: 'text-matcher-guard',
  checks: 'entry',
  find({ entry: { event, matcher, command = '' }, at }): readonly RuleFinding[] {
    if (matcher === undefined || matchesAll(matcher) || matcher === '.*') return []
    if (!isGate(event) || !matchesCommands(event) || !(guards.test(command) || dangers.test(matcher))) return []
    const anchored = /^\^(?!\.\*)/.test(matcher)
    const message = anchored
      ? `the guard runs only for commands that begin with ${JSON.stringify(matcher)}, so it does not see \`cd x && …\``
      : `the guard runs only if ${JSON.stringify(matcher)} matches the command's text, so it does not see other spellings`
    return [
      {
        at: at('matcher'),
        message,
        hint: problemCodes['text-matcher-guard'].fix,
        severity: anchored ? 'warning' : 'note',
      },
    ]
  },
}

/** Reports a short word as a matcher: `rm` also matches `terraform`. */
export const wideMatcher: Rule = {
  code: 'wide-matcher',
  checks: 'entry',
  find({ entry: { event, matcher = '' }, at, file }): readonly RuleFinding[] {
    if (file.agent !== undefined || !matchesCommands(event) || matchesAll(matcher)) return []
    const word = matcher
      .replace(/^\((?:\?:)?(.*)\)$/, '$1')
      .split('|')
      .find((one) => /^[a-z]{1,3}$/.test(one))
    if (word === undefined) return []
    const message = `the matcher ${JSON.stringify(word)} also matches inside other words: ${insideOf[word] ?? `any command with these letters`}`
    return [{ at: at('matcher'), message, hint: `Write ${JSON.stringify(`\\b${word}\\b`)}.` }]
  },
}

const insideOf: Readonly<Record<string, string>> = {
  rm: 'terraform, npm run format',
  dd: 'git add',
  mv: 'npm run mvp',
  cp: 'scp, mcp',
  git: 'digit, .gitignore',
  npm: 'pnpm',
  ls: 'tools, false',
}
