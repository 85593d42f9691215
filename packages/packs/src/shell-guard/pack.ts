/** The shell guard as a pack: applies the parameters to the findings of the rules and builds the messages. */

import {
  choice,
  definePack,
  ofRule,
  packHook,
  type RuleRow,
  shellCanary,
  strings,
  type Values,
} from '../define-pack.ts'
import { matchesAny } from '../lib/paths.ts'
import { decide, type Levels, type Permission } from '../lib/reasons.ts'
import { isAtLevel, judge, type RuleFinding, remarksOn } from './judge.ts'
import type { CommandContext } from './path-kind.ts'
import type { Level } from './rule.ts'
import { catalogue } from './rules/catalogue.ts'
import { allRules } from './rules/index.ts'

const parameters = {
  level: choice(
    ['critical', 'high', 'strict'],
    'high',
    'How strict it is: critical covers what cannot be undone, high adds work that may be lost, strict adds what a careful team wants to see.',
  ),
  allowPaths: strings([], 'Directories where deleting is routine, in addition to /tmp and build output.'),
  protectedBranches: strings(
    ['main', 'master'],
    'Branches that must not be rewritten, not even with --force-with-lease; wildcards are allowed.',
  ),
  sudo: choice(['ask', 'allow', 'deny'], 'ask', 'Administrator rights (sudo, doas, su).'),
  pipeToShell: choice(['deny', 'ask'], 'deny', 'Running downloaded or decoded code that no one has read.'),
  unknownParse: choice(['ask', 'deny', 'allow'], 'ask', 'Commands that cannot be read before they run.'),
}
type Settings = Values<typeof parameters>

/** Rules whose verdict a parameter decides. */
const decidedBySetting: Readonly<Record<string, (settings: Settings) => Permission>> = {
  'as-administrator': ({ sudo }) => sudo,
  'pipe-to-shell': ({ pipeToShell }) => pipeToShell,
  'unknown-code': ({ unknownParse }) => unknownParse,
  unparsable: ({ unknownParse }) => unknownParse,
}
const permissionFor = (found: RuleFinding, settings: Settings, levels: Levels): Permission =>
  levels.of(found.rule, decidedBySetting[found.rule]?.(settings) ?? found.verdict)

const ruleRows = (): Readonly<Record<string, RuleRow<Settings>>> =>
  Object.fromEntries(
    Object.entries(catalogue).map(([id, { catches, verdict, from = 'critical', example, wants }]) => [
      id,
      {
        catches,
        level: (settings: Settings) =>
          decidedBySetting[id]?.(settings) ?? (isAtLevel(from, settings.level) ? verdict : 'allow'),
        example: shellCanary(wants ?? (verdict === 'ask' ? 'ask' : 'deny'), example),
        ...(from === 'strict' ? { given: { level: 'strict' as const } } : {}),
      },
    ]),
  )

const around = (cwd: string | undefined, roots: readonly string[], settings: Settings): CommandContext => ({
  roots,
  ...(cwd === undefined || cwd === '' ? {} : { cwd }),
  allowPaths: settings.allowPaths,
  protectedBranches: settings.protectedBranches,
})

/** The most severe finding that the settings and the levels do not allow; undefined if there is none. */
function findWorst(command: string, where: CommandContext, settings: Settings, levels: Levels) {
  const found = [...judge(command, settings.level, where), ...turnedOn(command, where, settings, levels)].map(
    (one) => ({ ...one, word: permissionFor(one, settings, levels) }),
  )
  return found.find(({ word }) => word === 'deny') ?? found.find(({ word }) => word === 'ask')
}

/** The findings of rules that find nothing at the level of the pack, and whose own level is set. */
function turnedOn(command: string, where: CommandContext, { level }: Settings, levels: Levels): readonly RuleFinding[] {
  const ids = idsTurnedOn.get(levels) ?? findTurnedOn(level, levels)
  idsTurnedOn.set(levels, ids)
  return ids.length === 0 ? [] : judge(command, 'strict', where).filter(({ rule }) => ids.includes(rule))
}

const findTurnedOn = (level: Level, levels: Levels): readonly string[] =>
  Object.keys(catalogue).filter((id) => levels.turnsOn(id) && !isAtLevel(catalogue[id]?.from ?? 'critical', level))

/** The levels are made with the settings, once for each reading of them. */
const idsTurnedOn = new WeakMap<Levels, readonly string[]>()

export const shellGuard = definePack({
  name: 'shell-guard',
  description: 'refuses or asks about destructive shell commands; it parses them like a shell, including wrappers',
  about:
    'Reads a command as bash does, including the commands that it starts. Every refusal names the rule, what the command would do, and an alternative. docs/shell-guard.md lists what it checks at each level, with measured accuracy.',
  judges: true,
  parameters,
  rules: ruleRows,
  hooks: (settings, levels) => [
    packHook(
      'beforeShellExecution',
      {
        name: 'commands',
        failClosed: true,
        pure: true,
        remarks({ command, cwd, workspace_roots }) {
          const where = around(cwd, workspace_roots ?? [], settings)
          if (findWorst(command, where, settings, levels) !== undefined) return []
          const all = `no match (${allRules().length} rules at level ${settings.level})`
          return [...remarksOn(command, settings.level, where), all]
        },
      },
      ({ command, cwd }, { roots }) => {
        const found = findWorst(command, around(cwd, roots, settings), settings, levels)
        if (found === undefined) return undefined
        const userHint = hintFor(found)
        return decide(found.word, {
          rule: `shell-guard/${found.rule}`,
          reason: `This would ${found.would}.`,
          instead: found.instead,
          ...(userHint === undefined ? {} : { userHint }),
        })
      },
    ),
  ],
  canaries: ({ level, protectedBranches }) => [
    ofRule('delete-recursively', shellCanary('deny', 'rm -rf ~')),
    ofRule('force-push', shellCanary('deny', 'cd x && git push --force origin main')),
    ...(matchesAny(protectedBranches, 'main')
      ? [ofRule('force-push', shellCanary('deny', 'git push --force-with-lease origin main'))]
      : []),
    ...(level === 'critical' ? [] : [ofRule('git', shellCanary('ask', 'git reset --hard HEAD~3'))]),
    ...(matchesAny(protectedBranches, 'my-feature')
      ? []
      : [shellCanary('allow', 'git push --force-with-lease origin my-feature')]),
    shellCanary('allow', 'git status'),
  ],
})

const allowDirectory = 'to allow a directory: hookline add shell-guard --set allowPaths+=<dir>'
const protectBranches = 'to protect other branches: hookline add shell-guard --set protectedBranches=<branches>'
/** The list of protected branches only matters with --force-with-lease; a plain force push is refused on any branch. */
const hintFor = ({ rule, command }: RuleFinding): string | undefined =>
  rule === 'delete-recursively'
    ? allowDirectory
    : rule === 'force-push' && command.includes('--force-with-lease')
      ? protectBranches
      : undefined
