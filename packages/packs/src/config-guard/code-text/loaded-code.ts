/** Finds commands that load other code into the process of Hookline: `NODE_OPTIONS=--require=x hookline run`. */
import type { ShellCommand, ShellReading, ShellWord } from '@hookline/core/shell'

type Assignment = ShellCommand['assignments'][number]
const loadingOption = /(^|\s)(-r|(--require|--import|--loader|--experimental-loader|--env-file\S*)(?=[\s=]|$))/
const isLoading = ({ name, value: { text } }: Assignment): boolean =>
  (name === 'NODE_OPTIONS' && loadingOption.test(text)) ||
  (/^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)$/.test(name) && text !== '')

/** Commands that set variables for the commands after them. */
const lasting = /^(export|declare|typeset|local|readonly|set|setenv)$/

/** `starts` says whether a command starts Hookline, with whatever arguments. */
export function loadsCode(
  { commands }: ReadingText,
  text: string,
  starts: (command: ShellCommand) => boolean,
): boolean {
  const started = commands.filter(starts)
  if (started.length === 0) return false
  const mentions = (command: ShellCommand) => command.words.some((word) => /hookline/i.test(word.text))
  return commands.some((command) => {
    const given = command.words.slice(1).flatMap(assigned)
    if (lasting.test(command.name))
      return given.some(isLoading) || (isExported(command) && isLoading({ name: 'NODE_OPTIONS', value: valueIn(text) }))
    if (!mentions(command)) return false
    return [...command.assignments, ...given].some(isLoading) || (started.includes(command) && isPreloaded(command))
  })
}
type ReadingText = Pick<ShellReading, 'commands'>

/** `NODE_OPTIONS=…; export NODE_OPTIONS`, `set -a; NODE_OPTIONS=…` */
const isExported = ({ words }: ShellCommand): boolean =>
  words.some(({ text }) => /^(NODE_OPTIONS|-\w*a|allexport)$/.test(text))
const valueIn = (text: string): ShellWord => ({
  text: [...text.matchAll(/\bNODE_OPTIONS\+?=("[^"]*"|'[^']*'|[^\s;&|]*)/g)]
    .map((found) => (found[1] ?? '').replace(/["']/g, ''))
    .join(' '),
  known: true,
  glob: false,
})
const assigned = (word: ShellWord): readonly Assignment[] => {
  const [, name, text] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word.text) ?? []
  return name === undefined || text === undefined ? [] : [{ name, value: { ...word, text } }]
}

/** `node --import x hookline.cjs list` */
function isPreloaded({ name, words }: ShellCommand): boolean {
  if (!/^(node|nodejs|bun|deno|tsx)$/.test(name)) return false
  const script = words.findIndex(({ text }) => /hookline/i.test(text))
  return words.slice(1, script).some(({ text }) => loadingOption.test(text) || /^--preload$/.test(text))
}
