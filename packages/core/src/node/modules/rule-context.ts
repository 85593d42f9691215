/** What rules need from the machine: regular expressions in bounded time and the shell reader, each loaded on first use. */
import type { Matchers } from '../../matchers/matcher.ts'
import { toLinear } from '../../matchers/matcher-syntax.ts'
import { patternsOf, readsShell } from '../../rules/rule.ts'
import type { RuleRunnerRim } from '../../runners/rule.ts'
import type { ShellReading } from '../../shell/types.ts'
import { readRegularText } from '../system/regular-file.ts'

/** A longer transcript counts as empty, like one that cannot be read. */
const MAX_TRANSCRIPT_BYTES = 64 * 2 ** 20

type Re2 = { compile(pattern: string): { matcher(text: string): { replaceAll(replacement: string): string } } }

export function createRuleContext(matchers: Matchers): RuleRunnerRim {
  let readShell: ((text: string) => ShellReading) | undefined
  let re2: Re2 | undefined
  return {
    async prepare(rules) {
      await matchers.prepare(rules.flatMap(({ when }) => patternsOf(when)))
      if (rules.some(({ when }) => readsShell(when))) readShell ??= (await import('../../shell/index.ts')).readShell
      // RE2JS has these two methods; its own types are wider.
      if (rules.some(({ replace }) => replace.length > 0)) re2 ??= (await import('re2js')).RE2JS as unknown as Re2
    },
    search: matchers.search,
    matchesUnicode: matchers.matchesUnicode,
    readTranscript: async (path) => readRegularText(path, MAX_TRANSCRIPT_BYTES) ?? '',
    // `prepare` always runs first. If the reader is missing anyway, that must not look like "nothing found".
    readShell: (text) =>
      readShell?.(text) ?? { commands: [], files: [], doubts: [{ kind: 'unparsable', detail: '', from: [] }] },
    replaceAll: (text, regex, replacement) =>
      re2
        ?.compile(toLinear(regex) ?? regex)
        .matcher(text)
        .replaceAll(replacement) ?? text,
  }
}
