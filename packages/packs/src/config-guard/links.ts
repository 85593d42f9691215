/** Finds links that a command creates and then uses: `ln -s .cursor x && echo > x/hooks.json`. */
import { basename, dirname, join, resolve } from 'node:path'
import { argumentsOf, type ShellCommand, type ShellReading } from '@hookline/core/shell'
import { isBelow } from './guarded.ts'

export interface Link {
  /** Absolute. */
  readonly from: string
  readonly to: string
}

const MAX_LINKS = 20
const makers = new Set(['ln', 'gln', 'link', 'symlink', 'cp', 'gcp', 'mount', 'bindfs', 'mklink'])

/** Whether the command creates a hard link. A later write through it cannot be recognised. */
export const isHardLink = (command: ShellCommand): boolean => {
  const given = new Set(argumentsOf(command)?.options.map(({ name }) => name))
  const spelled = command.words.slice(1).map(({ text }) => text)
  if (/^g?cp$/.test(command.name)) return spelled.some((text) => /^(-[a-zA-Z]*l[a-zA-Z]*|--link)$/.test(text))
  return command.name === 'link' || (/^g?ln$/.test(command.name) && !given.has('-s'))
}

export const linksIn = ({ commands }: ShellReading, cwd: string): readonly Link[] =>
  commands.flatMap((command) => (makers.has(command.name) ? linksOf(command, cwd) : [])).slice(0, MAX_LINKS)

function linksOf(command: ShellCommand, cwd: string): readonly Link[] {
  const linksByName =
    /^g?cp$/.test(command.name) && command.words.some(({ text }) => /^(-\w*s\w*|--symbolic-link)$/.test(text))
  if (/^g?cp$/.test(command.name) && !linksByName && !isHardLink(command)) return []
  const at = resolve(cwd, command.cwd ?? '.')
  const into = argumentsOf(command)?.all.find(({ option }) => option === '-t')?.word.text
  const operands = command.words
    .slice(1)
    .map(({ text }) => text)
    .filter((text) => !text.startsWith('-') && text !== into)
  const last = into ?? (operands.length > 1 ? operands.pop() : undefined) ?? '.'
  return operands.flatMap((target) => {
    const names = [resolve(at, last), join(resolve(at, last), basename(target))]
    // A relative target starts at the directory of the link; with -r, and for hard links, at the current directory.
    return names.flatMap((from) => [resolve(dirname(from), target), resolve(at, target)].map((to) => ({ from, to })))
  })
}

const MAX_STEPS = 4
/** The paths that a path leads to once the links exist. */
export function throughLinks(path: string, links: readonly Link[]): readonly string[] {
  let found: readonly string[] = [path]
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = found.flatMap((one) =>
      links.flatMap(({ from, to }) => (isBelow(one, from) && from !== to ? [to + one.slice(from.length)] : [])),
    )
    const more = next.filter((one) => !found.includes(one))
    if (more.length === 0) break
    found = [...new Set([...found, ...more])].slice(0, 50)
  }
  return found
}
