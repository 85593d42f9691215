/** Reports hooks with a sandbox that cannot run here, and scripts that do what their sandbox forbids (CONTRACT §19). */
import { basename } from 'node:path'
import type { SandboxLevel } from '@hookline/core/node'
import type { EntryContext } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

const levelOf = ({ entry }: EntryContext): SandboxLevel | undefined =>
  entry.sandbox === undefined || entry.sandbox === 'none' || entry.type !== 'command' ? undefined : entry.sandbox

export const sandboxUnavailable: Rule = {
  code: 'sandbox-unavailable',
  checks: 'entry',
  find(context): readonly RuleFinding[] {
    const level = levelOf(context)
    const why = level === undefined ? undefined : context.file.facts.noSandbox(level)
    if (why === undefined) return []
    return [
      {
        at: context.at('sandbox'),
        message: `the hook never runs on this machine, because ${why}`,
        hint: 'Install bubblewrap (bwrap) and run: hookline doctor',
      },
    ]
  },
}

/** A script or a command, and how it is written. */
interface Text {
  readonly name: string
  readonly lines: readonly string[]
  readonly isShell: boolean
}

const readCode = ({ command, scripts, file }: EntryContext): readonly Text[] => [
  { name: 'the command', lines: [command?.text ?? ''], isShell: true },
  ...scripts.flatMap(({ path }) => {
    const text = path === undefined ? undefined : file.facts.read(path)
    if (path === undefined || text === undefined) return []
    const isShell = /\.(ba|z|k|da)?sh$/.test(path) || /^#!.*\b(ba|z|k|da)?sh\b/.test(text)
    return [{ name: basename(path), lines: text.split('\n'), isShell }]
  }),
]

/** The first line in which something is found, without comments. */
function findLine(context: EntryContext, find: (line: string, text: Text) => string | undefined) {
  for (const text of readCode(context))
    for (const [at, line] of text.lines.entries()) {
      const found = /^\s*(#|\/\/)/.test(line) ? undefined : find(line, text)
      if (found !== undefined) return { where: text.lines.length === 1 ? text.name : `${text.name}:${at + 1}`, found }
    }
  return undefined
}

const report = (context: EntryContext, message: string, hint: string): readonly RuleFinding[] => [
  { at: context.at('sandbox'), message, hint },
]

/** Places that can be written in every sandbox. */
const temporary = /^["']?(\/tmp\/|\/dev\/(null|stdout|stderr|tty|fd\/)|\$\{?(TMPDIR|\w+_ENV_FILE)\b|&|-$)/
const redirection = /(?<![<>&=-])(?:\d|&)?>>?\|?\s*(?![&>(])(["']?[\w~./$][^\s;|&)<>]*)/g
const writers =
  /(?:^|[;&|(]\s*|\b(?:then|do|else)\s+)(?:tee(?:\s+-a)?|touch|mkdir(?:\s+-p)?|rm(?:\s+-\w+)*|sed\s+-i\S*|mv|hookline\s+state\s+(?:set|incr|delete))\s+(["']?[\w~./$][^\s;|&)]*)/
const inCode =
  /\b(?:writeFile|appendFile|createWriteStream|mkdirSync|unlinkSync|renameSync)\w*\(\s*([^,)]*)|\bopen\(\s*([^,)]*),\s*["'][wax]|\.write_text\(/

/** What a line writes to that is not a temporary place. A variable counts if the script says that it is such a place. */
function findWrite(line: string, { lines, isShell }: Text): string | undefined {
  if (isShell) {
    const written = [...[...line.matchAll(redirection)].map((match) => match[1]), writers.exec(line)?.[1]]
    return written.find((target) => target !== undefined && isElsewhere(target, lines))
  }
  const code = inCode.exec(line)
  return code === null || /tmp|temp/i.test(code[1] ?? code[2] ?? '') ? undefined : code[0].replace(/\(.*/, '')
}

function isElsewhere(target: string, all: readonly string[]): boolean {
  const plain = target.replaceAll(/["']/g, '')
  if (plain === '' || temporary.test(plain)) return false
  const variable = /^\$\{?(\w+)/.exec(plain)?.[1]
  if (variable === undefined) return true
  const assigned = all.find((line) => new RegExp(`^\\s*(?:export\\s+|local\\s+|readonly\\s+)?${variable}=`).test(line))
  // What is not assigned here may be anything; a variable of the agent names a directory of the project.
  if (assigned === undefined) return /^(HOME|PWD|\w+_PROJECT_DIR)$/.test(variable)
  return (
    !/mktemp|TMPDIR|=["']?\/tmp\b/.test(assigned) && /=["']?[\w~./$]/.test(assigned) && !/=["']?\$\(/.test(assigned)
  )
}

export const sandboxWrite: Rule = {
  code: 'sandbox-write',
  checks: 'entry',
  find(context): readonly RuleFinding[] {
    const level = levelOf(context)
    const found = level === undefined || level === 'no-network' ? undefined : findLine(context, findWrite)
    if (found === undefined) return []
    return report(
      context,
      `${found.where} writes (${found.found}), which the sandbox "${level}" forbids`,
      'Write below $TMPDIR, print to stderr, which Hookline records, or use "no-network".',
    )
  },
}

const network =
  /(?:^|[;&|(]\s*|\$\(\s*|\b(?:then|do|else|if|!)\s+)(curl|wget|nc|ncat|ssh|scp|rsync|telnet|gh|docker|kubectl|aws|gcloud|git\s+(?:push|pull|fetch|clone|ls-remote)|npm\s+(?:install|ci|view|publish)|npx|pip3?\s+install)\b|\b(fetch|https?\.(?:get|request)|net\.connect|requests\.\w+|urllib\.request|socket\.socket)\s*\(/

export const sandboxNetwork: Rule = {
  code: 'sandbox-network',
  checks: 'entry',
  find(context): readonly RuleFinding[] {
    const level = levelOf(context)
    const find = (line: string) => {
      const match = network.exec(line)
      return match?.[1] ?? match?.[2]
    }
    const found = level === undefined || level === 'read-only' ? undefined : findLine(context, find)
    if (found === undefined) return []
    return report(
      context,
      `${found.where} uses ${found.found}, which needs a connection that the sandbox "${level}" forbids`,
      'Use "read-only", or an HTTP hook for the request.',
    )
  },
}
