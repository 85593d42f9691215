/** The shell guard as a pack: applies the parameters to the findings of the rules and builds the messages. */

import { choice, definePack, packHook, shellCanary, strings, type Values } from '../define-pack.ts'
import { matchesAny } from '../lib/paths.ts'
import { askPerson, type Permission, refuse } from '../lib/reasons.ts'
import { judge, type RuleFinding, remarksOn, rules } from './judge.ts'
import type { CommandContext } from './path-kind.ts'

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
const permissionFor = (found: RuleFinding, settings: Settings): Permission =>
  decidedBySetting[found.rule]?.(settings) ?? found.verdict

const around = (cwd: string | undefined, roots: readonly string[], settings: Settings): CommandContext => ({
  roots,
  ...(cwd === undefined || cwd === '' ? {} : { cwd }),
  allowPaths: settings.allowPaths,
  protectedBranches: settings.protectedBranches,
})

/** The most severe finding that the settings do not allow; undefined if there is none. */
function findWorst(command: string, where: CommandContext, settings: Settings) {
  const found = judge(command, settings.level, where).map((one) => ({ ...one, word: permissionFor(one, settings) }))
  return found.find(({ word }) => word === 'deny') ?? found.find(({ word }) => word === 'ask')
}

export const shellGuard = definePack({
  name: 'shell-guard',
  description: 'refuses or asks about destructive shell commands; it parses them like a shell, including wrappers',
  about:
    'Reads a command as bash does, including the commands that it starts. Every refusal names the rule, what the command would do, and an alternative. docs/shell-guard.md lists what it checks at each level, with measured accuracy.',
  parameters,
  hooks: (settings) => [
    packHook(
      'beforeShellExecution',
      {
        name: 'commands',
        failClosed: true,
        pure: true,
        remarks({ command, cwd, workspace_roots }) {
          const where = around(cwd, workspace_roots ?? [], settings)
          if (findWorst(command, where, settings) !== undefined) return []
          const all = `no match (${rules.length} rules at level ${settings.level})`
          return [...remarksOn(command, settings.level, where), all]
        },
      },
      ({ command, cwd }, { roots }) => {
        const found = findWorst(command, around(cwd, roots, settings), settings)
        if (found === undefined) return undefined
        const why = {
          rule: `shell-guard/${found.rule}`,
          reason: `This would ${found.would}.`,
          instead: found.instead,
          userHint: hintFor(found),
        }
        return found.word === 'deny' ? refuse(why) : askPerson(why)
      },
    ),
  ],
  canaries: ({ level, protectedBranches }) => [
    shellCanary('deny', 'rm -rf ~'),
    shellCanary('deny', 'cd x && git push --force origin main'),
    ...(matchesAny(protectedBranches, 'main') ? [shellCanary('deny', 'git push --force-with-lease origin main')] : []),
    ...(level === 'critical' ? [] : [shellCanary('ask', 'git reset --hard HEAD~3')]),
    ...(matchesAny(protectedBranches, 'my-feature')
      ? []
      : [shellCanary('allow', 'git push --force-with-lease origin my-feature')]),
    shellCanary('allow', 'git status'),
  ],
})

const settingHints: Readonly<Record<string, string>> = {
  'as-administrator': 'to change this: hookline add shell-guard --set sudo=allow',
  'delete-recursively': 'to allow a directory: hookline add shell-guard --set allowPaths+=<dir>',
  'unknown-code': 'to change this: hookline add shell-guard --set unknownParse=allow',
  unparsable: 'to change this: hookline add shell-guard --set unknownParse=allow',
}
const leaseHint = 'to change this: hookline add shell-guard --set protectedBranches=<branches>, or run it yourself'
/** The list of protected branches only matters with --force-with-lease; a plain force push is refused on any branch. */
const hintFor = ({ rule, command }: RuleFinding): string =>
  (rule === 'force-push' && command.includes('--force-with-lease') ? leaseHint : settingHints[rule]) ??
  'if you want this, run it yourself'
