/** Finds git commands that discard changes of named files: `git checkout -- FILE`, `git restore FILE` and the like. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'
import { has, operands, says } from '../options.ts'
import { ask, type CommandView, type Finding } from '../rule.ts'

/** Files that a package manager, a test run or a build creates again. */
const regenerated = new RegExp(
  [
    String.raw`(^|/)([\w.-]*[.-]lock(\.(json|ya?ml|hcl))?|lock\.json|[\w.-]*\.lockb?|npm-shrinkwrap\.json|go\.sum|go\.work\.sum)$`,
    String.raw`(^|/)(gradle\.lockfile|Package\.resolved|packages\.lock\.json|cabal\.project\.freeze|deps\.edn\.lock)$`,
    String.raw`(^|/)__(snapshots|image_snapshots)__(/|$)|\.(snap|min\.js|min\.css|map|tsbuildinfo|g\.dart|pb\.go|generated\.\w+)$`,
  ].join('|'),
)

/** Whether no work of a person can be lost there. */
const isRegenerated = (word: ShellWord, sight: CommandView): boolean =>
  regenerated.test(word.text) || ['made', 'temporary'].includes(sight.kindOf(word))

/** A single word after `git checkout` may be a branch. These extensions, names and spellings are those of files. */
const fileName = new RegExp(
  [
    String.raw`^(\.{1,2}/|/|~/|:[/(!])|/$|[*?]`,
    String.raw`\.(?:[cm]?[jt]sx?|py[iwx]?|rb|go|rs|java|kts?|scala|swift|cc?|cpp|cxx|hh?|hpp|mm?|cs|fs|php|pl|pm|lua|r|jl|exs?|erl|hs|clj|sql)$`,
    String.raw`\.(?:json[c5l]?|ya?ml|toml|ini|cfg|conf|xml|html?|s?css|sass|less|vue|svelte|astro|mdx?|rst|txt|csv|tsv|sh|bash|zsh|fish|ps1|bat)$`,
    String.raw`\.(?:env|proto|graphql|tf|tfvars|gradle|lock|snap|svg|png|jpe?g|gif|ipynb|ejs|hbs|erb|tex|properties|gitignore|editorconfig)$`,
    String.raw`(^|/)(Makefile|Dockerfile|README|LICENSE|CHANGELOG|Gemfile|Rakefile|Procfile|Vagrantfile|Jenkinsfile|Justfile|justfile|go\.mod)$`,
    String.raw`^(src|lib|app|docs?|tests?|packages|scripts|internal|cmd|pkg|components|public)(/[\w.-]+)*$`,
  ].join('|'),
)

const lost = (words: readonly ShellWord[], how: string): Finding =>
  ask(
    words.length === 0
      ? `throw away changes that are not committed (${how})`
      : `throw away changes of ${words[0]?.text} that are not committed (${how})`,
  )

/** Answers from a pipe or a file are not given by a person. */
const isAnswered = ({ stdin }: ShellCommand): boolean => stdin.kind !== 'none'

/** What a command would lose that overwrites these paths with another version. */
function discard(
  verb: ShellCommand,
  paths: readonly ShellWord[],
  how: string,
  sight: CommandView,
): Finding | undefined {
  if (has(verb, 'p', 'patch')) return isAnswered(sight.command) ? lost([], `${how} --patch`) : undefined
  if (has(verb, '', 'pathspec-from-file')) return lost([], `${how} --pathspec-from-file`)
  const written = paths.filter((word) => !isRegenerated(word, sight))
  return written.length === 0 ? undefined : lost(written, how)
}

/** The paths of `git checkout`: all words after `--`, or all except the branch or commit. */
function checkoutPaths(verb: ShellCommand): readonly ShellWord[] {
  const dashes = verb.words.findIndex((word) => word.text === '--')
  if (dashes !== -1) return verb.words.slice(dashes + 1)
  const [first, ...rest] = operands(verb, '-b', '-B', '--orphan', '--conflict')
  if (first === undefined) return []
  return fileName.test(first.text) ? [first, ...rest] : rest
}

/** Checks `git checkout` of paths. With `--ours` and `--theirs` it resolves a conflict; with a new branch it takes no paths. */
export function discardByCheckout(verb: ShellCommand, sight: CommandView): Finding | undefined {
  if (has(verb, 'bB', 'orphan', 'ours', 'theirs')) return undefined
  if (has(verb, 'td', 'track', 'detach') && operands(verb).length < 2) return undefined
  return discard(verb, checkoutPaths(verb), 'checkout', sight)
}

/** Checks `git restore`; with `--staged` alone the files do not change. */
export function discardByRestore(verb: ShellCommand, sight: CommandView): Finding | undefined {
  if (has(verb, '', 'ours', 'theirs')) return undefined
  if (has(verb, 'S', 'staged') && !has(verb, 'W', 'worktree') && !says(verb, '--no-staged')) return undefined
  return discard(verb, operands(verb, '-s', '--source'), 'restore', sight)
}

/** `git diff | git apply -R` reverts the changes of the working tree. */
export function discardByPatch(verb: ShellCommand, { command }: CommandView): Finding | undefined {
  const { stdin } = command
  const fed = stdin.kind === 'pipe' && stdin.from.some((one) => one.name === 'git' && says(one, 'diff'))
  const changes = !has(verb, '', 'check', 'stat', 'numstat', 'summary') && !has(verb, '', 'cached')
  return fed && changes && has(verb, 'R', 'reverse') ? lost([], 'apply --reverse') : undefined
}
