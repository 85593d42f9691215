/** Finds settings of git that make it run a program, trust another server, or skip checks. */
import type { ShellCommand } from '@hookline/core/shell'
import { environmentSettings } from '../../lib/git/environment-settings.ts'
import { has, operands } from '../options.ts'
import { ask, type Finding } from '../rule.ts'

const runs =
  /^(core\.(hooksPath|fsmonitor|sshCommand)|init\.templateDir|credential\..*helper|diff\..*\.command|filter\..*|tar\..*\.command)$/i
/** An alias or a pager runs a program only in some spellings. */
const mayRun = /^(alias\..*|core\.(pager|editor)|pager\..*)$/i
const startsShell = /^!|\b(sh|bash|curl|wget|rm|eval)\b/

/** What a setting of `git config …` would make git do. */
export function gitSetting(verb: ShellCommand): Finding | undefined {
  const given = operands(verb, '-f', '--file').map((word) => word.text)
  // Newer versions use `git config set name value`.
  const [name, value] = given[0] === 'set' ? given.slice(1) : given
  if (/\.gpgSign$/i.test(name ?? '') && has(verb, '', 'unset', 'unset-all'))
    return ask('leave commits without a signature')
  if (name === undefined || value === undefined || has(verb, '', 'get', 'get-all', 'unset', 'unset-all', 'list'))
    return undefined
  return judged(name, value)
}

/** `ssh` itself, with a key, a port or a harmless setting. */
const plainSsh =
  /^(\/usr\/bin\/)?ssh( +-(i|p|F|l) *[\w@%+=:,./~-]+| +-o *(?!\w*command)\w+=[\w@%+:,./~-]+| +-[46qTvaxC]+)*$/i

function judged(name: string, value: string): Finding | undefined {
  if (runs.test(name)) return ask(`set a program that git will run (${name})`)
  if (mayRun.test(name) && startsShell.test(value)) return ask(`set a program that git will run (${name})`)
  if (/^url\..*\.(insteadOf|pushInsteadOf)$/i.test(name)) return ask('redirect fetches and pushes to another server')
  if (/^https?\.(.*\.)?proxy$/i.test(name) && /^\w+:\/\/(?!localhost|127\.)/.test(value))
    return ask('send what git fetches and pushes through another machine')
  if (/^http\..*sslVerify$|^http\.sslVerify$/i.test(name) && /^(false|0|no|off)$/i.test(value))
    return ask('trust any server, without checking certificates')
  if (/^(commit|tag|push)\.gpgSign$/i.test(name) && no.test(value)) return ask('leave commits without a signature')
  if (/^receive\.deny/i.test(name) && no.test(value)) return ask('let others rewrite the history')
  if (/^safe\.directory$/i.test(name) && value === '*') return ask('trust the settings of every repository')
  return undefined
}
const no = /^(false|0|no|off|ignore)$/i

/** Checks `name=value`. */
function judgedPair(setting: string): Finding | undefined {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(setting) ?? []
  return name === undefined ? undefined : judged(name, value)
}

/** Checks settings for one command, and where git looks for its programs: `git -c core.pager='…' log`, `git --config-env=core.pager=P log`. */
export function inlineSetting({ words, assignments }: ShellCommand): Finding | undefined {
  for (const [at, { text }] of words.entries()) {
    const before = words[at - 1]?.text
    const [, name = '', variable] =
      /^(?:--config-env=)?([^=]+)=(\w+)$/.exec(
        before === '--config-env' || text.startsWith('--config-env=') ? text : '',
      ) ?? []
    const given = assignments.find((one) => one.name === variable)?.value.text ?? '!'
    // For a single command it is common to skip the signature or choose a key.
    const isUsual = /^[\w.]*\.gpgSign=/i.test(text) || plainSsh.test(/^core\.sshCommand=(.*)$/is.exec(text)?.[1] ?? '')
    const inline = before === '-c' && !isUsual ? judgedPair(text) : undefined
    const finding =
      (text.startsWith('--exec-path=') ? ask('set where git looks for its programs') : inline) ??
      (variable === undefined ? undefined : judged(name, given))
    if (finding !== undefined) return finding
  }
  return undefined
}

/** Checks `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=… GIT_CONFIG_VALUE_0=…`, and editors that run other commands. */
export function environmentSetting(command: ShellCommand): Finding | undefined {
  for (const setting of environmentSettings(command)) {
    const finding = judgedPair(setting)
    if (finding !== undefined) return finding
  }
  const editor = command.assignments.find(
    ({ name, value }) =>
      /^GIT_(SEQUENCE_)?EDITOR$/.test(name) && /\b(sh|bash|curl|wget|rm|eval|nc)\b\s/.test(value.text),
  )
  return editor && ask(`set a program that git will run (${editor.name})`)
}

/** Options whose value is a program, and their usual values, by verb. */
const programs: Readonly<Record<string, RegExp>> = {
  'clone fetch pull ls-remote push archive': /^--(?:upload-pack|receive-pack|exec)=?(.*)$/s,
  clone: /^-u(.*)$/s,
  grep: /^(?:-O|--open-files-in-pager=)(.+)$/s,
  difftool: /^(?:-x|--extcmd)=?(.*)$/s,
}
const usual =
  /^(([\w./-]*\/)?git[- ](upload|receive|upload-archive)-?(pack|archive)?|less|vi|vim|diff|meld|code|emacs)( |$)/

/** A program that the command itself names: `--upload-pack=…`, `grep -O…`, `ext::…`. */
export function givenProgram(verb: ShellCommand | undefined): Finding | undefined {
  const [first, ...rest] = verb?.words.map(({ text }) => text) ?? []
  for (const [at, text] of rest.entries()) {
    if (text === '--') return undefined
    if (/^(ext|fd)::/.test(text)) return ask(`run a program named in the address (${text.slice(0, 60)})`)
    for (const [verbs, option] of Object.entries(programs)) {
      const found = verbs.split(' ').includes(first ?? '') ? option.exec(text) : null
      const program = found === null ? undefined : found[1] || rest[at + 1]
      if (program !== undefined && !usual.test(program))
        return ask(`run a program of its own (${program.slice(0, 60)})`)
    }
  }
  return undefined
}
