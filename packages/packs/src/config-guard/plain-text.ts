/** Decides whether a word of a command is plainly text: a message, a title, a pattern or a file name, which no program runs. */
import type { ShellCommand } from '@hookline/core/shell'

/** Programs whose arguments are text, patterns or files, so that naming Hookline there starts nothing. */
const talks = new Set(
  `echo printf cat less more head tail bat grep egrep fgrep rg ag ack sed awk gawk jq yq git hub gh glab ls ll tree stat file find fd
  which type whereis whatis command man info tldr apropos curl wget code open diff cmp wc sort uniq cut tr tee cp mv rm ln mkdir touch
  chmod chown test [ [[ cd pushd export unset readlink realpath basename dirname pgrep pidof ps kill pkill killall man jira slack
  notify-send say logger true false : rsync scp tar zip unzip gzip hash alias unalias unset declare local readonly
  npm pnpm yarn brew apt apt-get dnf yum pip pip3 cargo docker podman kubectl helm
  vitest jest mocha pytest ava`
    .trim()
    .split(/\s+/),
)
export const isTalking = (name: string): boolean => talks.has(name)

/** Options whose value is a command in every program that has them: `--pager`, `--extcmd`, `--sendmail-cmd`. */
const commandOption =
  /^--(pre|pager|editor|browser|shell|script-shell|extcmd|exec|rsh|rsync-path|open-files-in-pager|to-command|info-script|checkpoint-action|run|call|([\w-]+-)?(command|cmd|program|hook))(=|$)/
/** Options whose value is a text in every program that has them. */
const textOption = /^--(message|title|body|grep|test-name-pattern|testNamePattern)(=|$)/
/** Short options of one program whose value is a command. */
const shortCommandOptions: Readonly<Record<string, RegExp>> = {
  man: /^-[PH]/,
  zip: /^-TT/,
  tar: /^-[IF]/,
  rsync: /^-\w*e/,
  scp: /^-[SD]/,
}

/** Programs with commands of their own. An option of theirs that is not listed here may hold a program. */
interface Speaker {
  /** Options whose value is a text, detached or attached. */
  readonly textOptions: RegExp
  /** Commands whose arguments may hold a program: settings, aliases, loops. */
  readonly starting: RegExp
}
const git: Speaker = {
  textOptions:
    /^(-[a-zA-Z]*m|--message|--grep|-[SGe]|--author|--committer|--date|--since|--until|--after|--before|--format|--pretty|--trailer|--subject-prefix|--subject|--note|--fixup|--squash)(?=$|=|[^-=])/,
  starting: /^(config|bisect|submodule|for-each-repo|filter-branch|rebase|difftool|mergetool|send-email|maintenance)$/,
}
const hosting: Speaker = {
  textOptions:
    /^(-[tbcnfFdSqHRlam]|--([a-z]+-)?(title|body|notes|search|description|comment|subject|label|query|message|field|raw-field|milestone|assignee|reason|note|name))(?=$|=|[^-=])/,
  starting: /^(alias|config|extension|ext|codespace|cs)$/,
}
const packages: Speaker = {
  textOptions:
    /^(-m|-t|-F|-w|--(message|tag|testNamePattern|grep|description|filter|workspace|otp|keywords))(?=$|=|[^-=])/,
  starting: /^(config|c|set|pkg|set-script|edit|explore|exec|x|dlx)$/,
}
const speakers: Readonly<Record<string, Speaker>> = {
  git,
  hub: git,
  gh: hosting,
  glab: hosting,
  ...Object.fromEntries(
    'npm pnpm yarn bun npx bunx pnpx corepack volta deno mise'.split(' ').map((one) => [one, packages]),
  ),
}
/** Settings of git that are about a person or a text. */
const textSetting = /^(user|author|committer|i18n|format)\.|^branch\..*\.description$|^core\.commentchar$/i

/** Whether this word of a command is text for it. Where that is in doubt, a caller reads the word as a command. */
export function isPlainText({ name, words }: ShellCommand, at: number): boolean {
  const text = words[at]?.text ?? ''
  const before = words[at - 1]?.text ?? ''
  if (textOption.test(text) || (textOption.test(before) && !before.includes('='))) return true
  const speaker = Object.hasOwn(speakers, name) ? speakers[name] : undefined
  if (speaker === undefined && !talks.has(name)) return false
  const short = Object.hasOwn(shortCommandOptions, name) ? shortCommandOptions[name] : undefined
  const holdsCommand = (word: string) => commandOption.test(word) || short?.test(word) === true
  // Git starts the rest of such an address as a program.
  if (text.startsWith('ext::') || holdsCommand(text) || (holdsCommand(before) && !before.includes('='))) return false
  const args = words.slice(1, at).map((one) => one.text)
  return speaker === undefined || isSpoken(speaker, { name, text, before, args })
}

interface Spoken {
  readonly name: string
  readonly text: string
  readonly before: string
  /** The words before it. */
  readonly args: readonly string[]
}
function isSpoken({ textOptions, starting }: Speaker, { name, text, before, args }: Spoken): boolean {
  const verbs = verbsIn(args)
  // The first arguments of git may themselves hold a program: `git -c core.editor=…`.
  if (verbs.length === 0) return !/^(-c|--config)$/.test(before) && !text.startsWith('-')
  if (name === 'git' && verbs.includes('config')) return textSetting.test(before)
  if (verbs.some((verb) => starting.test(verb))) return false
  if (name === 'git' && verbs.includes('grep')) return !/^(-\w*O|--open)/.test(text)
  // The words after `--` belong to a script or are files: `npm test -- -t text`.
  if (args.includes('--')) return true
  if (text.startsWith('-')) return textOptions.test(text)
  return !before.startsWith('-') || textOptions.test(before)
}

/** Options before the command of a program that surely take a value. */
const valued = /^(-c|-C|--config|--config-env|--prefix|--git-dir|--work-tree|--namespace|--dir|--cwd)$/
/** The command of a program. After an option, a word may be its value instead, so the next word may be the command too. */
function verbsIn(args: readonly string[]): readonly string[] {
  const first = args.findIndex((one, nth) => !one.startsWith('-') && args[nth - 1]?.startsWith('-') !== true)
  const before = first === -1 ? args : args.slice(0, first + 1)
  return before.filter((one, nth) => !one.startsWith('-') && !valued.test(args[nth - 1] ?? ''))
}
