/** Tests whether a permission rule in a Claude Code hook's `if` matches a tool call. As measured on 2.1.325; a doubtful case matches. */

import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { readShell, type ShellCommand } from '../../shell/index.ts'
import { escapePattern, globPattern } from '../glob-pattern.ts'
import { textOf } from '../values.ts'

/** One call with all names that Claude Code may use for it. */
export interface TheirCall {
  readonly names: readonly string[]
  readonly input: JsonObject
  /** The directory that relative patterns refer to. */
  readonly cwd: string
}

export function matchesRule(rule: string, call: TheirCall): boolean {
  const [, tool, inner] = /^([^\s()]+)(?:\(([\s\S]*)\))?$/.exec(rule) ?? []
  if (tool === undefined || !call.names.some((name) => matchesTool(tool, name))) return false
  const content = inner?.trim() ?? ''
  if (content === '' || content === '*') return true
  const { command, file_path, notebook_path, path, url, subagent_type } = call.input
  if (typeof command === 'string') return matchesCommand(content, command)
  const file = textOf(file_path ?? notebook_path ?? path)
  if (file !== undefined) return matchesPath(content, file, call.cwd)
  const domain = /^domain:(.+)$/.exec(content)?.[1]
  if (domain !== undefined && textOf(url) !== undefined) return matchesDomain(domain, String(url))
  return textOf(subagent_type) === undefined || wildcard(content).test(String(subagent_type))
}

/** `mcp__server` means every tool of that server. */
const matchesTool = (rule: string, name: string): boolean =>
  rule.startsWith('mcp__')
    ? wildcard(rule).test(name) || name.startsWith(`${rule.replace(/__\*?$/, '')}__`)
    : rule === name

// ---------------------------------------------------------------- commands

/** Tests each simple command of the text, without the assignments before it. */
function matchesCommand(pattern: string, text: string): boolean {
  if (tooComplex.test(text.replace(/'[^']*'/g, "''"))) return true
  const { commands, doubts } = readShell(text)
  if (doubts.some(({ kind }) => kind === 'unparsable' || kind === 'too-much')) return true
  const own = commands.filter((one) => one.via.every(isSeen))
  if (own.some(isUncertain)) return true
  const prefix = prefixOf(pattern)
  return own.some((one) => {
    const words = one.words.map((word) => word.text)
    if (prefix !== undefined && !prefix.includes(' ')) return words[0] === prefix
    return one.words.some((word) => !word.known) || commandPattern(pattern, prefix).test(words.join(' '))
  })
}

/**
 * Syntax that Claude Code's own parser cannot read, so that every rule matches: braces, functions, `case`, process
 * substitutions, here-documents, line continuations, a variable in double quotes, the variable of a loop.
 */
const tooComplex =
  /(?:^|[^$])\{(?!\})|\w\s*\(\s*\)|\bcase\b[^\n]*\bin\b|[<>]\(|<<(?!<)(?<!<<<)|\\\n|"[^"]*\$[A-Za-z_{]|\bfor\b[\s\S]*\$/

/** Claude Code reads commands inside substitutions and `xargs`, but not inside `sudo`, `env` and `sh -c`. */
const isSeen = (via: string): boolean => ['$(…)', '<(…)', '>(…)', 'xargs'].includes(via)

const isUncertain = ({ assignments, name }: ShellCommand): boolean =>
  name === '' || assignments.some(({ value }) => !value.known)

/** The prefix of `git:*` or `git *`, which match the prefix alone or followed by anything. */
const prefixOf = (pattern: string): string | undefined => /^([^*]+?)(?::\*| +\*)$/.exec(pattern)?.[1]?.trim()

function commandPattern(pattern: string, prefix: string | undefined): RegExp {
  const singleSpaced = (text: string) => text.replace(/\s+/g, ' ')
  return prefix === undefined
    ? wildcard(singleSpaced(pattern))
    : new RegExp(`^${escapePattern(singleSpaced(prefix))}(?: [\\s\\S]*)?$`)
}

const wildcard = (pattern: string): RegExp => new RegExp(`^${pattern.split('*').map(escapePattern).join('[\\s\\S]*')}$`)

// ---------------------------------------------------------------- paths and domains

/** As in .gitignore: a pattern without a slash matches at any depth, and a directory matches everything below it. `//` is the root of the file system. */
function matchesPath(pattern: string, file: string, cwd: string): boolean {
  const path = file.replaceAll('\\', '/')
  if (pattern.startsWith('//')) return globPattern(pattern.slice(1)).test(path)
  // The home directory is not known here, so only the part of the pattern below it is tested.
  if (pattern.startsWith('~/')) return globPattern(`**${pattern.slice(1)}`).test(path)
  const base = cwd.replaceAll('\\', '/').replace(/\/$/, '')
  const relative = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path
  const own = pattern.replace(/^\.?\//, '')
  const anchored = /^\.?\//.test(pattern)
    ? own.includes('/') || pattern.startsWith('/')
    : own.replace(/\/$/, '').includes('/')
  return globPattern(anchored ? own : `**/${own}`).test(relative)
}

function matchesDomain(domain: string, url: string): boolean {
  const host = /^[a-z]+:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase()
  return host === undefined || wildcard(domain.toLowerCase()).test(host)
}

/** The input of a call, or an empty object if it is not an object. */
export const inputOf = (value: unknown): JsonObject => (isObject(value) ? value : {})
