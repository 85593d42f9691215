/** Finds package manager commands that would remove or replace Hookline's program. Reads package.json. */
import { basename, join, resolve } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import type { ShellCommand } from '@hookline/core/shell'
import { exists } from './guarded.ts'

const managers = new Set('npm cnpm tnpm pnpm yarn bun volta deno brew corepack vp nypm ni nun'.split(' '))
const removing = new Set('uninstall remove rm r un unlink del delete uninst unistall'.split(' '))
const installing = new Set(
  'install i in ins add link ln ci clean-install install-clean upgrade focus up update'.split(' '),
)
const ours = /^(hookline|@hookline\/[\w-]+)(@.*)?$/
/** A different version or source, as opposed to the plain name, `@latest` or a newer range. */
const replaced = /^(hookline|@hookline\/[\w-]+)@(?!latest$|next$|\^|>)/
const production = /^(--production|--prod|-P|--only=prod(uction)?|--omit=dev|--no-dev)$/

export function removesProgram(command: ShellCommand, cwd: string): boolean {
  const { name, words, assignments } = command
  const args = words.slice(1).map(({ text }) => text)
  if (name === 'nun') return args.some((text) => ours.test(text))
  if (!managers.has(name) || args.some((text) => /^--dry-run$/.test(text))) return false
  const isBare = args.some(isProduction) || /(^| )--omit dev( |$)/.test(args.join(' '))
  const at = directoryOf(args, resolve(cwd, command.cwd ?? '.'))
  const verbs = args.filter((text, index) => !text.startsWith('-') && !valued.test(args[index - 1] ?? ''))
  const verb = verbs.find((text, index) => !isBefore(text, verbs[index - 1])) ?? ''
  const operands = verbs.slice(verbs.indexOf(verb) + 1)
  if (removing.has(verb)) return operands.some((text) => ours.test(text) || isUnsure(text))
  if (verb === 'pkg')
    return /^(delete|set)$/.test(operands[0] ?? '') && operands.some((text) => /(^|[.[])@?hookline\b/.test(text))
  if (verb === 'prune') return isThere(at) && !(isBare ? listed(at, true) : listed(at, false))
  if (!installing.has(verb) && !(name === 'yarn' && verb === '')) return false
  if (/^(link|ln)$/.test(verb) && operands.some(isNamedLikeIt)) return true
  if (operands.some((text) => replaced.test(text) || (isNamedLikeIt(text) && /[/:]/.test(text) && !ours.test(text))))
    return isThere(at) || args.some(isGlobal)
  const bare = isBare || assignments.some((one) => one.name === 'NODE_ENV' && one.value.text === 'production')
  return bare && isThere(at) && !listed(at, true)
}

/** Words before the verb: `global`, `workspace <name>`, `workspaces`, and the manager that corepack starts. */
const isBefore = (text: string, before: string | undefined): boolean =>
  /^(global|workspaces?|foreach|(npm|pnpm|yarn)(@.*)?)$/.test(text) || before === 'workspace'
const isProduction = (text: string): boolean => production.test(text)
const isGlobal = (text: string): boolean => /^(-g|--global|--location=global)$/.test(text)
/** The word is known only at run time and contains the name of Hookline. */
const isUnsure = (text: string): boolean => /hookline/i.test(text) && /[$`*?]/.test(text)
/** Matches `./tools/hookline`, `github:x/hookline` and `hookline`. */
const isNamedLikeIt = (text: string): boolean =>
  /^hookline(-[\d.]+\.tgz|\.tgz|\.git)?([#@].*)?$/.test(basename(text.replace(/^[a-z+]+:/, '')))

/** Options whose value is the next word. */
const valued = /^(--prefix|-C|--dir|--cwd|-w|--workspace|--filter|-F|--registry|--userconfig|--cache|--loglevel|--tag)$/

function directoryOf(args: readonly string[], cwd: string): string {
  const at = args.findIndex((text) => /^(--prefix|-C|--dir|--cwd)$/.test(text))
  const joined = args.find((text) => /^(--prefix|--dir|--cwd)=/.test(text))
  return resolve(cwd, joined?.replace(/^[^=]*=/, '') ?? (at === -1 ? '.' : (args[at + 1] ?? '.')))
}

const isThere = (directory: string): boolean =>
  exists(join(directory, 'node_modules/hookline')) || exists(join(directory, 'node_modules/.bin/hookline'))

/** Whether package.json lists Hookline, in the dependencies only or in any list. */
function listed(directory: string, dependenciesOnly: boolean): boolean {
  const keys = dependenciesOnly
    ? ['dependencies']
    : ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
  try {
    // Object.hasOwn accepts every other type too, and null is replaced.
    const manifest = JSON.parse(readRegularText(join(directory, 'package.json')) ?? '{}') as Readonly<
      Record<string, object | undefined>
    >
    return keys.some((key) => Object.hasOwn(manifest[key] ?? {}, 'hookline'))
  } catch {
    return false
  }
}
