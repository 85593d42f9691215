/** The shell guard as a pack: the judgement, what the parameters make of it, and its words. */
import { isAmong } from '../lib/paths.ts'
import { asked, refused, type Word } from '../lib/said.ts'
import { choice, packHook, packOf, shellCanary, texts, type Values } from '../pack-of.ts'
import { type Judged, judge, remarksOn, rules } from './judge.ts'
import type { Surroundings } from './places.ts'

const parameters = {
  level: choice(
    ['critical', 'high', 'strict'],
    'high',
    'How much it minds: critical is what cannot be undone, high adds work that may be lost, strict what a careful team wants to see.',
  ),
  allowPaths: texts([], 'Directories where deleting is routine, beside /tmp and what a build makes.'),
  protectedBranches: texts(
    ['main', 'master'],
    'Branches that are not rewritten, with a lease either; wildcards are allowed.',
  ),
  sudo: choice(['ask', 'allow', 'deny'], 'ask', 'Administrator rights (sudo, doas, su).'),
  pipeToShell: choice(['deny', 'ask'], 'deny', 'Running what is downloaded or decoded, unread.'),
  unknownParse: choice(['ask', 'deny', 'allow'], 'ask', 'What cannot be read before it runs.'),
}
type Settings = Values<typeof parameters>

/** The rules that a parameter has the last word on. */
const worded: Readonly<Record<string, (settings: Settings) => Word>> = {
  'as-administrator': ({ sudo }) => sudo,
  'pipe-to-shell': ({ pipeToShell }) => pipeToShell,
  'unknown-code': ({ unknownParse }) => unknownParse,
  unparsable: ({ unknownParse }) => unknownParse,
}
const wordOf = (found: Judged, settings: Settings): Word => worded[found.rule]?.(settings) ?? found.verdict

const around = (cwd: string | undefined, roots: readonly string[], settings: Settings): Surroundings => ({
  roots,
  ...(cwd === undefined || cwd === '' ? {} : { cwd }),
  allowPaths: settings.allowPaths,
  protectedBranches: settings.protectedBranches,
})

/** The gravest finding that is left, or none. */
function gravest(command: string, where: Surroundings, settings: Settings) {
  const found = judge(command, settings.level, where).map((one) => ({ ...one, word: wordOf(one, settings) }))
  return found.find(({ word }) => word === 'deny') ?? found.find(({ word }) => word === 'ask')
}

export const shellGuard = packOf({
  name: 'shell-guard',
  description: 'refuses or asks before shell commands that destroy: on a real parse, wrappers and all',
  about:
    'Reads the command as bash would and follows it into what it starts. Every answer names the rule, what the command would do, and a way out. What it minds at each level, and how well it judges, with figures: docs/shell-guard.md.',
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
          if (gravest(command, where, settings) !== undefined) return []
          const all = `no match (${rules.length} rules at level ${settings.level})`
          return [...remarksOn(command, settings.level, where), all]
        },
      },
      ({ command, cwd }, { roots }) => {
        const found = gravest(command, around(cwd, roots, settings), settings)
        if (found === undefined) return undefined
        const why = {
          rule: `shell-guard/${found.rule}`,
          reason: `This would ${found.would}.`,
          instead: found.instead,
          cure: cureOf(found),
        }
        return found.word === 'deny' ? refused(why) : asked(why)
      },
    ),
  ],
  canaries: ({ level, protectedBranches }) => [
    shellCanary('deny', 'rm -rf ~'),
    shellCanary('deny', 'cd x && git push --force origin main'),
    ...(isAmong(protectedBranches, 'main') ? [shellCanary('deny', 'git push --force-with-lease origin main')] : []),
    ...(level === 'critical' ? [] : [shellCanary('ask', 'git reset --hard HEAD~3')]),
    ...(isAmong(protectedBranches, 'my-feature')
      ? []
      : [shellCanary('allow', 'git push --force-with-lease origin my-feature')]),
    shellCanary('allow', 'git status'),
  ],
})

const cures: Readonly<Record<string, string>> = {
  'as-administrator': 'yours to set: hookline add shell-guard --set sudo=allow',
  'delete-recursively': 'a directory of your own: hookline add shell-guard --set allowPaths+=<dir>',
  'unknown-code': 'yours to set: hookline add shell-guard --set unknownParse=allow',
  unparsable: 'yours to set: hookline add shell-guard --set unknownParse=allow',
}
const leased = 'yours to set: hookline add shell-guard --set protectedBranches=<branches>; else run it yourself'
/** Which branches are protected decides about a lease alone: a plain force push is refused on any. */
const cureOf = ({ rule, command }: Judged): string =>
  (rule === 'force-push' && command.includes('--force-with-lease') ? leased : cures[rule]) ??
  'run it yourself if you mean it'
