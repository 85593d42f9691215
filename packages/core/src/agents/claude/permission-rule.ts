/** Claude Code's permission rules in a hook's `if`: whether one matches a tool call. As measured on 2.1.325; a doubt matches. */

import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { readShell, type ShellCommand } from '../../shell/index.ts'
import { textOf } from '../values.ts'

/** One call under the names that it may go by there. */
export interface TheirCall {
  readonly names: readonly string[]
  readonly input: JsonObject
  /** Where relative patterns start. */
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

/** Each simple command of the text is tested, without the assignments in front of it. */
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
 * What Claude Code's own parser gives up on, and then every rule matches: braces, functions, `case`, process substitutions,
 * here-documents, a line that goes on, a variable between double quotes, the variable of a loop.
 */
const tooComplex =
  /(?:^|[^$])\{(?!\})|\w\s*\(\s*\)|\bcase\b[^\n]*\bin\b|[<>]\(|<<(?!<)(?<!<<<)|\\\n|"[^"]*\$[A-Za-z_{]|\bfor\b[\s\S]*\$/

/** Substitutions and `xargs` are looked into there; `sudo`, `env` and `sh -c` are not. */
const isSeen = (via: string): boolean => ['$(…)', '<(…)', '>(…)', 'xargs'].includes(via)

const isUncertain = ({ assignments, name }: ShellCommand): boolean =>
  name === '' || assignments.some(({ value }) => !value.known)

/** `git:*` and `git *` mean the words themselves and whatever follows them. */
const prefixOf = (pattern: string): string | undefined => /^([^*]+?)(?::\*| +\*)$/.exec(pattern)?.[1]?.trim()

function commandPattern(pattern: string, prefix: string | undefined): RegExp {
  const spaced = (text: string) => text.replace(/\s+/g, ' ')
  return prefix === undefined ? wildcard(spaced(pattern)) : new RegExp(`^${escaped(spaced(prefix))}(?: [\\s\\S]*)?$`)
}

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
const wildcard = (pattern: string): RegExp => new RegExp(`^${pattern.split('*').map(escaped).join('[\\s\\S]*')}$`)

// ---------------------------------------------------------------- paths and domains

/** As in .gitignore: without a slash at any depth, a directory means all below it; `//` is the root of the file system. */
function matchesPath(pattern: string, file: string, cwd: string): boolean {
  const path = file.replaceAll('\\', '/')
  if (pattern.startsWith('//')) return globbed(pattern.slice(1)).test(path)
  // The home directory is not known here: what the pattern says below it is enough.
  if (pattern.startsWith('~/')) return globbed(`**${pattern.slice(1)}`).test(path)
  const base = cwd.replaceAll('\\', '/').replace(/\/$/, '')
  const relative = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path
  const own = pattern.replace(/^\.?\//, '')
  const anchored = /^\.?\//.test(pattern)
    ? own.includes('/') || pattern.startsWith('/')
    : own.replace(/\/$/, '').includes('/')
  return globbed(anchored ? own : `**/${own}`).test(relative)
}

/** `**` crosses directories, `*` and `?` do not; what names a directory matches what is in it. */
function globbed(pattern: string): RegExp {
  const source = pattern
    .replace(/\/$/, '')
    .split(/(\*\*\/|\/\*\*$|\*\*|\*|\?)/)
    .map((part) => globs[part] ?? escaped(part))
    .join('')
  return new RegExp(`^${source}(?:/.*)?$`)
}
const globs: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '/**': '/.*',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
}

function matchesDomain(domain: string, url: string): boolean {
  const host = /^[a-z]+:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase()
  return host === undefined || wildcard(domain.toLowerCase()).test(host)
}

/** The input of a call, where it is an object. */
export const inputOf = (value: unknown): JsonObject => (isObject(value) ? value : {})
