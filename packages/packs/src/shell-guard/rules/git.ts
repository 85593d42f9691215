/** Finds git commands that rewrite shared history, lose uncommitted changes, or run programs from settings. */
import type { ShellCommand } from '@hookline/core/shell'
import { skipsChecks } from '../../lib/git/environment-settings.ts'
import { expandAlias, expandOption, rehearses } from '../../lib/git/git-options.ts'
import { asksForHelp, fromVerb, has, hasShort, joined, list, onlyShows, operands, says } from '../options.ts'
import { ask, type CommandView, deny, type Finding, type Rule } from '../rule.ts'
import { isOpen, isSecretFile } from '../secret-files.ts'
import { discardByCheckout, discardByPatch, discardByRestore } from './git-discard.ts'
import { environmentSetting, gitSetting, givenProgram, inlineSetting } from './git-settings.ts'

const globals = list('-C -c --git-dir --work-tree --namespace --exec-path --config-env')

/** The command from its verb on: `git -C x push -f` becomes `push -f`. */
export const gitVerb = (command: ShellCommand): ShellCommand | undefined => {
  const verb = fromVerb(expandAlias(command), globals)
  const given = verb?.words[0]?.text ?? ''
  const name = /^(send-pack|http-push)$/.test(given) ? 'push' : given
  if (verb !== undefined && verb.words[0] !== undefined && name !== given)
    return { ...verb, words: [{ ...verb.words[0], text: name }, ...verb.words.slice(1)] }
  return verb && { ...verb, words: verb.words.map((word) => ({ ...word, text: expandOption(name, word.text) })) }
}

const valued = new Set(list('-o --push-option --receive-pack --exec --repo -e --exclude'))
/** It only shows what it would do. */
export const isRehearsal = ({ words }: ShellCommand): boolean =>
  rehearses(
    words.slice(1).map(({ text }) => text),
    'n',
    valued,
  )

export const forced = (verb: ShellCommand): boolean => hasShort(verb, 'f') || says(verb, '--force')
const wholeTree = (verb: ShellCommand): boolean =>
  operands(verb, '-s', '--source', '-b', '-B').some(({ text }) => /^(\.|\.\/|:\/|\*|\.\/\*|:\(top\))$/.test(text))
/** In `branch -M old existing` the second branch may be lost. With one name the current branch is renamed. */
function overwrites(verb: ShellCommand): boolean {
  const [from, to] = operands(verb)
  return hasShort(verb, 'MC') && to !== undefined && !(from?.text === 'master' && to.text === 'main')
}
const second = (verb: ShellCommand): string => verb.words[1]?.text ?? ''

function push(verb: ShellCommand): Finding | undefined {
  const [to, ...refs] = operands(verb, '-o', '--push-option', '--receive-pack', '--repo')
  if (isRehearsal(verb)) return undefined
  if (says(verb, '--no-verify')) return ask('skip the checks of the repository (push --no-verify)')
  if (says(verb, '--delete') || hasShort(verb, 'd') || refs.some((ref) => /^:./.test(ref.text)))
    return ask('delete a branch or tag of the remote')
  if (says(verb, '--prune')) return ask('delete branches of the remote that are not here')
  if (/^(heroku|dokku|prod|production|live)$/.test(to?.text ?? '')) return ask(`deploy by a push to ${to?.text}`)
  return /^([\w+]+:\/\/|[\w.-]+@[\w.-]+:)/.test(to?.text ?? '')
    ? ask(`push to ${to?.text}, which is not a configured remote`)
    : undefined
}

/** Changing the push URL is a setting; a push directly after it may be a leak. */
function remote(verb: ShellCommand, { reading }: CommandView): Finding | undefined {
  if (!['add', 'remove', 'rm', 'set-url'].includes(second(verb))) return undefined
  const pushes = reading.commands.some((one) => one.name === 'git' && gitVerb(one)?.words[0]?.text === 'push')
  if (second(verb) === 'add' && !pushes) return undefined
  return ask('change where this repository is pushed to', pushes ? 'high' : 'strict')
}

/** Finds a key file among the paths that are committed. */
function addsSecret(verb: ShellCommand): Finding | undefined {
  const secret = operands(verb).find(
    (word) => isSecretFile(word.text) && !isOpen(word.text) && !/\.npmrc$/.test(word.text),
  )
  return secret === undefined ? undefined : ask(`put a secret into the history (${secret.text})`)
}

type Verb = (verb: ShellCommand, sight: CommandView) => Finding | undefined
const when =
  (test: (verb: ShellCommand) => boolean, finding: Finding): Verb =>
  (verb) =>
    test(verb) ? finding : undefined
const lost = (how: string): Finding => ask(`discard uncommitted changes (${how})`)

/** What each verb would do that is hard to undo. */
const verbRules: Readonly<Record<string, Verb>> = {
  push,
  remote,
  config: gitSetting,
  reset: when((verb) => says(verb, '--hard', '--merge'), lost('reset')),
  clean: (verb, { command }) =>
    (forced(verb) || isSet(command, /^clean\.requireforce=(false|no|off|0)$/i)) && !isRehearsal(verb)
      ? ask('delete files that git does not track (clean)')
      : undefined,
  checkout(verb, sight) {
    if (forced(verb)) return lost('checkout --force')
    return wholeTree(verb) ? lost('checkout .') : discardByCheckout(verb, sight)
  },
  restore: discardByRestore,
  apply: discardByPatch,
  switch: when((verb) => forced(verb) || says(verb, '--discard-changes'), lost('switch')),
  branch: when(
    (verb) =>
      hasShort(verb, 'Df') || says(verb, '--force') || (has(verb, 'd', 'delete') && forced(verb)) || overwrites(verb),
    ask('delete or move a branch that may not be merged (branch -D, -f)'),
  ),
  stash: when((verb) => ['drop', 'clear'].includes(second(verb)), ask('delete stashed changes (stash)')),
  reflog: when(
    (verb) => ['expire', 'delete'].includes(second(verb)),
    ask('delete the reflog, which is needed to recover lost commits'),
  ),
  gc: deletesUnreachable,
  maintenance: deletesUnreachable,
  prune: (verb) => ask('delete unreachable commits', says(verb, '--expire') ? 'high' : 'strict'),
  'filter-branch': () => deny('rewrite the whole history'),
  'filter-repo': () => deny('rewrite the whole history'),
  'update-ref': (verb, { command }) => {
    if (has(verb, 'd')) return ask('delete a reference')
    const { stdin } = command
    const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : undefined
    return says(verb, '--stdin') && (text === undefined || /^\s*delete\b/m.test(text))
      ? ask('delete references')
      : undefined
  },
  'symbolic-ref': when((verb) => has(verb, 'd', 'delete'), ask('delete a reference')),
  tag: when((verb) => has(verb, 'd', 'delete'), ask('delete a tag', 'strict')),
  worktree: when((verb) => second(verb) === 'remove' && forced(verb), ask('delete a working tree with its changes')),
  'read-tree': when((verb) => says(verb, '--reset') && hasShort(verb, 'u'), lost('read-tree --reset')),
  'checkout-index': when(forced, lost('checkout-index --force')),
  lfs: when((verb) => second(verb) === 'prune', ask('delete large files that are kept here')),
  submodule: when((verb) => second(verb) === 'deinit' && forced(verb), lost('submodule deinit --force')),
  credential: when((verb) => second(verb) === 'fill', ask('print a stored password')),
  rm(verb) {
    if (says(verb, '--cached') || isRehearsal(verb)) return undefined
    if (wholeTree(verb))
      return has(verb, 'r') ? deny('delete every tracked file') : ask('delete every tracked file here')
    return forced(verb) ? lost('rm --force') : undefined
  },
  rebase(verb) {
    if (says(verb, '--root')) return ask('rewrite the whole history (rebase --root)')
    return says(verb, '-x', '--exec') ? ask('run a command for every commit', 'strict') : undefined
  },
  replace: when(
    (verb) => verb.words.length > 2 && !says(verb, '-l', '--list'),
    ask('replace existing commits with others'),
  ),
  'send-email': when((verb) => !says(verb, '--dry-run'), ask('send mail to others')),
  add: addsSecret,
  stage: addsSecret,
  'update-index': (verb) => (says(verb, '--add', '--cacheinfo') ? addsSecret(verb) : undefined),
  commit: (verb) =>
    hasShort(verb, 'n') || says(verb, '--no-verify')
      ? ask('skip the checks of the repository (commit --no-verify)')
      : addsSecret(verb),
}

/** Whether `-c` sets this before the verb. */
const isSet = ({ words }: ShellCommand, setting: RegExp): boolean =>
  words.some(({ text }, at) => words[at - 1]?.text === '-c' && setting.test(text))

/** Settings with which git forgets at once what only the reflog still holds. */
const forgets = /^gc\.(prune|reflog|worktreePrune)expire\w*=(now|all)$/i
function deletesUnreachable(verb: ShellCommand, { command }: CommandView): Finding | undefined {
  return /--prune=(now|all)/.test(joined(verb.words)) || isSet(command, forgets)
    ? ask('delete unreachable commits at once')
    : undefined
}

/** Other version control systems. */
const others: Readonly<Record<string, readonly (readonly [RegExp, Finding])[]>> = {
  bfg: [[/./, deny('rewrite the whole history')]],
  hg: [
    [/^(strip|rollback|histedit)\b/, ask('remove commits')],
    [/^(update|up|checkout|co)\b.*(--clean|-C\b)/, lost('update --clean')],
    [/^revert\b.*(--all|-a\b)/, lost('revert --all')],
    [/^purge\b/, ask('delete files that are not tracked')],
    [/^push\b.*(-f\b|--force)/, deny('overwrite the history that others have (force push)')],
  ],
  svn: [
    [/^revert\b/, lost('revert')],
    [/^cleanup\b.*--remove-/, ask('delete files that are not tracked')],
    [/^(delete|rm|remove)\b.*\w+:\/\//, ask('delete from the repository others use')],
  ],
  p4: [
    [/^revert\b(?!.*\s-[an]\b)/, lost('revert')],
    [/^(obliterate|client -d|archive)\b/, ask('delete from the repository others use')],
  ],
  fossil: [[/^(purge|scrub|shun)\b/, ask('remove commits')]],
  jj: [
    [/^git push\b.*--(deleted|all|tracked)/, ask('delete or change branches of the remote')],
    [/^(abandon|op(eration)? (abandon|restore))\b/, ask('drop changes')],
  ],
}

export const gitRules: readonly Rule[] = [
  {
    name: 'git',
    programs: ['git', 'hub'],
    instead: 'Push your own branch (`--force-with-lease` is allowed), commit or stash first, or ask the person.',
    find(sight) {
      if (skipsChecks(sight.command) && /^(commit|push|merge)$/.test(gitVerb(sight.command)?.words[0]?.text ?? ''))
        return ask('skip the checks of the repository (HUSKY=0, SKIP)')
      const verb = gitVerb(sight.command)
      const inline = inlineSetting(sight.command) ?? environmentSetting(sight.command) ?? givenProgram(verb)
      if (inline !== undefined) return inline
      const name = verb?.words[0]?.text ?? ''
      if (verb === undefined || asksForHelp(verb) || !Object.hasOwn(verbRules, name)) return undefined
      return verbRules[name]?.(verb, sight)
    },
  },
  {
    name: 'version-control',
    programs: Object.keys(others),
    instead: 'Save the changes first, or ask the person.',
    find({ command }) {
      if (onlyShows(command)) return undefined
      const text = joined(fromVerb(command, list('--config --cwd -R -c -u -p -P'))?.words ?? [])
      return others[command.name]?.find(([pattern]) => pattern.test(text))?.[1]
    },
  },
]
