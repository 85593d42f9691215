/** Settings of git that make it run a program, trust another place, or stop checking. */
import type { ShellCommand } from '@hookline/core/shell'
import { has, operands } from '../options.ts'
import { ask, type Finding } from '../rule.ts'

const runs =
  /^(core\.(hooksPath|fsmonitor|sshCommand)|init\.templateDir|credential\..*helper|diff\..*\.command|filter\..*)$/i
/** An alias or a pager is a program only when it says so. */
const mayRun = /^(alias\..*|core\.(pager|editor)|pager\..*)$/i
const startsShell = /^!|\b(sh|bash|curl|wget|rm|eval)\b/

/** `git config …`: what the setting would make git do. */
export function gitSetting(verb: ShellCommand): Finding | undefined {
  const given = operands(verb, '-f', '--file').map((word) => word.text)
  // Newer versions write `git config set name value`.
  const [name, value] = given[0] === 'set' ? given.slice(1) : given
  if (/\.gpgSign$/i.test(name ?? '') && has(verb, '', 'unset', 'unset-all'))
    return ask('leave commits without a signature')
  if (name === undefined || value === undefined || has(verb, '', 'get', 'get-all', 'unset', 'unset-all', 'list'))
    return undefined
  return judged(name, value)
}

function judged(name: string, value: string): Finding | undefined {
  if (runs.test(name)) return ask(`set a program that git will run (${name})`)
  if (mayRun.test(name) && startsShell.test(value)) return ask(`set a program that git will run (${name})`)
  if (/^url\..*\.(insteadOf|pushInsteadOf)$/i.test(name))
    return ask('fetch from and push to another place than it seems')
  if (/^http\..*sslVerify$|^http\.sslVerify$/i.test(name) && /^(false|0|no|off)$/i.test(value))
    return ask('trust any server, without checking certificates')
  if (/^(commit|tag|push)\.gpgSign$/i.test(name) && no.test(value)) return ask('leave commits without a signature')
  if (/^receive\.deny/i.test(name) && no.test(value)) return ask('let others rewrite the history')
  if (/^safe\.directory$/i.test(name) && value === '*') return ask('trust the settings of every repository')
  return undefined
}
const no = /^(false|0|no|off|ignore)$/i

/** `git -c core.pager='…' log`: the same for one command. */
export function inlineSetting({ words }: ShellCommand): Finding | undefined {
  for (const [at, word] of words.entries()) {
    const [, name, value] = /^([\w.-]+)=(.*)$/s.exec(words[at - 1]?.text === '-c' ? word.text : '') ?? []
    // For one command, tests and scripts leave the signature out every day.
    const finding = name === undefined || /\.gpgSign$/i.test(name) ? undefined : judged(name, value ?? '')
    if (finding !== undefined) return finding
  }
  return undefined
}
