/** Git: rewriting what others have, losing what is not committed, running what a configuration says. */
import type { ShellCommand } from '@hookline/core/shell'
import { has, operands, says, verbs } from '../options.ts'
import { ask, deny, type Finding, type Rule, type Sight } from '../rule.ts'

const globals = ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env']

/** The command from its verb on: `git -C x push -f` is `push -f`. */
export function gitVerb(command: ShellCommand): ShellCommand | undefined {
  let at = 1
  while (at < command.words.length) {
    const text = command.words[at]?.text ?? ''
    if (globals.includes(text)) at += 2
    else if (text.startsWith('-')) at++
    else break
  }
  return at >= command.words.length ? undefined : { ...command, words: command.words.slice(at) }
}

const forced = (verb: ShellCommand): boolean =>
  has({ ...verb, words: verb.words.filter((word) => !word.text.startsWith('--')) }, 'f') || says(verb, '--force')

type Verb = (verb: ShellCommand, sight: Sight) => Finding | undefined
const wholeTree = (verb: ShellCommand): boolean =>
  operands(verb, '-s', '--source', '-b', '-B').some(({ text }) => /^(\.|\.\/|:\/|\*|\.\/\*|:\(top\))$/.test(text))

/** By verb: what it would do that is not easily undone. */
const verbRules: Readonly<Record<string, Verb>> = {
  push(verb) {
    const refs = operands(verb, '-o', '--push-option', '--receive-pack', '--repo').slice(1)
    if (says(verb, '--mirror')) return deny('make the remote a mirror, deleting its other branches')
    if (has(verb, 'n', 'dry-run')) return undefined
    if (forced(verb)) return deny('overwrite the history that others have (force push)')
    const plus = refs.find((ref) => ref.text.startsWith('+'))
    if (plus !== undefined) return deny(`overwrite the history that others have (${plus.text})`)
    const gone =
      says(verb, '--delete') || has({ ...verb, words: verb.words.filter((word) => !word.text.startsWith('--')) }, 'd')
    if (gone || refs.some((ref) => /^:./.test(ref.text))) return ask('delete a branch or tag of the remote')
    return says(verb, '--prune') ? ask('delete branches of the remote that are not here') : undefined
  },
  reset: (verb) =>
    says(verb, '--hard') ? ask('throw away all changes that are not committed (reset --hard)') : undefined,
  clean: (verb) =>
    forced(verb) && !has(verb, 'n', 'dry-run') ? ask('delete files that git does not track (clean)') : undefined,
  checkout: (verb) => {
    const paths = verb.words.findIndex((word) => word.text === '--')
    if (forced(verb)) return ask('throw away changes that are not committed (checkout --force)')
    if (wholeTree(verb)) return ask('throw away all changes of the working tree (checkout .)')
    return paths > -1 ? ask('throw away the changes of files (checkout --)', 'strict') : undefined
  },
  restore: (verb) => {
    const staged = says(verb, '--staged') || says(verb, '-S')
    if (staged && !says(verb, '--worktree') && !says(verb, '-W')) return undefined
    return ask('throw away changes that are not committed (restore)', wholeTree(verb) ? 'high' : 'strict')
  },
  switch: (verb) =>
    forced(verb) || says(verb, '--discard-changes')
      ? ask('throw away changes that are not committed (switch)')
      : undefined,
  branch: (verb) =>
    verb.words.some((word) => /^-\w*D/.test(word.text)) || (has(verb, 'd', 'delete') && forced(verb))
      ? ask('delete a branch that may not be merged (branch -D)')
      : undefined,
  stash: (verb) =>
    ['drop', 'clear'].includes(verb.words[1]?.text ?? '') ? ask('delete stashed changes (stash)') : undefined,
  reflog: (verb) =>
    ['expire', 'delete'].includes(verb.words[1]?.text ?? '')
      ? ask('delete the record by which lost commits are found again')
      : undefined,
  gc: (verb) =>
    verb.words.some((word) => /^--prune=(now|all)/.test(word.text))
      ? ask('delete unreachable commits at once')
      : undefined,
  prune: () => ask('delete unreachable commits', 'strict'),
  'filter-branch': () => deny('rewrite the whole history'),
  'filter-repo': () => deny('rewrite the whole history'),
  'update-ref': (verb) => (has(verb, 'd') ? ask('delete a reference') : undefined),
  tag: (verb) => (has(verb, 'd', 'delete') ? ask('delete a tag', 'strict') : undefined),
  worktree: (verb) =>
    verb.words[1]?.text === 'remove' && forced(verb) ? ask('delete a working tree with its changes') : undefined,
  rm: (verb) =>
    has(verb, 'r') && wholeTree(verb) && !says(verb, '--cached') ? deny('delete every tracked file') : undefined,
  rebase: (verb) =>
    verb.words.some((word) => /^(-x|--exec)$/.test(word.text))
      ? ask('run a command for every commit', 'strict')
      : undefined,
  commit: (verb) =>
    has({ ...verb, words: verb.words.filter((word) => !word.text.startsWith('--')) }, 'n') || says(verb, '--no-verify')
      ? ask('skip the checks of the repository (commit --no-verify)', 'strict')
      : undefined,
  remote: (verb) =>
    ['remove', 'rm', 'set-url'].includes(verb.words[1]?.text ?? '')
      ? ask('change where this repository is pushed to', 'strict')
      : undefined,
  config: (verb) =>
    verb.words.some((word) =>
      /^(core\.(hooksPath|fsmonitor|sshCommand|pager|editor)|alias\..*|credential\..*)$/i.test(word.text),
    ) &&
    operands(verb, '-f', '--file').length > 1 &&
    !has(verb, '', 'get', 'unset', 'list')
      ? verb.words.some((word) => word.text.startsWith('!') || /hookspath|fsmonitor|sshcommand/i.test(word.text))
        ? ask('set a program that git will run')
        : undefined
      : undefined,
}

export const gitRules: readonly Rule[] = [
  {
    name: 'git',
    programs: ['git'],
    instead: 'Push your own branch (`--force-with-lease` is allowed), commit or stash first, or ask the person.',
    find(sight) {
      const inline = sight.command.words.find(
        (word, at) =>
          sight.command.words[at - 1]?.text === '-c' &&
          /^(alias\..*=!|core\.(sshCommand|fsmonitor|pager|editor|hooksPath)=)/i.test(word.text),
      )
      if (inline !== undefined) return ask(`make git run a program (${inline.text})`)
      const verb = gitVerb(sight.command)
      const name = verb?.words[0]?.text ?? ''
      return verb !== undefined && Object.hasOwn(verbRules, name) ? verbRules[name]?.(verb, sight) : undefined
    },
  },
  {
    name: 'github',
    programs: ['gh', 'glab', 'hub'],
    instead: 'Do this by hand on the site.',
    find({ command }) {
      const [what, how] = verbs(command, '-R', '--repo', '-X', '--method', '-f', '-F', '-H')
      if (what === 'api') {
        const method =
          command.words.some(
            (word, at) => /^delete$/i.test(word.text) && /^(-X|--method)$/.test(command.words[at - 1]?.text ?? ''),
          ) || command.words.some((word) => /^(-XDELETE|--method=DELETE)$/i.test(word.text))
        return method ? ask('delete something through the API') : undefined
      }
      if (what === 'repo' && ['delete', 'archive', 'rename'].includes(how ?? '')) return deny(`${how} a repository`)
      if (['delete', 'remove'].includes(how ?? '')) return ask(`delete a ${what}`)
      if (what === 'repo' && how === 'edit' && says(command, '--visibility')) return ask('change who sees a repository')
      if (what === 'pr' && how === 'merge' && says(command, '--admin'))
        return ask('merge past the rules of the repository')
      return undefined
    },
  },
]
