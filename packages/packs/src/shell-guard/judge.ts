/** The shell guard's judgement: a text in, what speaks against it out. Pure, and without a process. */
import { readShell, type ShellReading, type ShellWord } from '@hookline/core/shell'
import { placeOf, type Surroundings } from './places.ts'
import type { Finding, Level, Rule } from './rule.ts'
import { deletingRules } from './rules/deleting.ts'
import { gitRules } from './rules/git.ts'
import { networkRules } from './rules/network.ts'
import { serviceRules } from './rules/services.ts'
import { systemRules } from './rules/system.ts'

export const rules: readonly Rule[] = [...deletingRules, ...gitRules, ...networkRules, ...systemRules, ...serviceRules]

const byProgram = new Map<string, Rule[]>()
for (const rule of rules) for (const name of rule.programs) byProgram.set(name, [...(byProgram.get(name) ?? []), rule])
const always = byProgram.get('*') ?? []

export interface Judged extends Finding {
  readonly rule: string
  readonly instead: string
  /** The command it was found in, as it would run. */
  readonly command: string
}

const depth: Readonly<Record<Level, number>> = { critical: 0, high: 1, strict: 2 }

/** All that speaks against the text at this level, the gravest first. */
export function judge(
  text: string,
  level: Level,
  where: Surroundings,
  reading: ShellReading = readShell(text),
): readonly Judged[] {
  const found: Judged[] = []
  for (const command of reading.commands) {
    const sight = {
      command,
      reading,
      text,
      level,
      placeOf: (word: ShellWord) => placeOf(word, command, where),
    }
    const own = byProgram.get(command.name) ?? (/^mkfs\./.test(command.name) ? byProgram.get('mkfs') : undefined) ?? []
    for (const rule of [...(own === always ? [] : own), ...always]) {
      const finding = rule.find(sight)
      if (finding === undefined || depth[finding.level] > depth[level]) continue
      found.push({
        ...finding,
        rule: rule.name,
        instead: rule.instead,
        command: command.words.map((word) => word.text).join(' '),
      })
    }
  }
  return found.sort((one, two) => weight(one) - weight(two))
}

const weight = (one: Judged): number => (one.verdict === 'deny' ? 0 : 10) + depth[one.level]
