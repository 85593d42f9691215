/** What rules need from the machine: expressions in bounded time, and the shell reader, each loaded when a rule asks for it. */
import type { Matchers } from '../../matchers/matcher.ts'
import { toLinear } from '../../matchers/matcher-syntax.ts'
import { patternsOf, readsShell } from '../../rules/rule.ts'
import type { RuleRunnerRim } from '../../runners/rule.ts'
import type { ShellReading } from '../../shell/types.ts'
import { readRegularText } from '../system/regular-file.ts'

/** A longer conversation is judged by nothing of it, as one that cannot be read. */
const MOST_TRANSCRIPT = 64 * 2 ** 20

type Re2 = { compile(pattern: string): { matcher(text: string): { replaceAll(replacement: string): string } } }

export function ruleRim(matchers: Matchers): RuleRunnerRim {
  let readShell: ((text: string) => ShellReading) | undefined
  let re2: Re2 | undefined
  return {
    async prepare(rule) {
      await matchers.prepare(patternsOf(rule.when))
      if (readsShell(rule.when)) readShell ??= (await import('../../shell/index.ts')).readShell
      if (rule.replace.length > 0) re2 ??= (await import('re2js')).RE2JS as unknown as Re2
    },
    matches: (pattern, subject, ignoreCase, onLimit) => matchers.matches(pattern, [subject], ignoreCase, onLimit),
    matchesUnicode: matchers.matchesUnicode,
    readTranscript: async (path) => readRegularText(path, MOST_TRANSCRIPT) ?? '',
    // Before `prepare` nothing is asked; a reader that is missing all the same must not look like "nothing found".
    readShell: (text) =>
      readShell?.(text) ?? { commands: [], files: [], doubts: [{ kind: 'unparsable', detail: '', from: [] }] },
    replaceAll: (text, regex, replacement) =>
      re2
        ?.compile(toLinear(regex) ?? regex)
        .matcher(text)
        .replaceAll(replacement) ?? text,
  }
}
