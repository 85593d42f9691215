/** Finds the shell commands in the input of any tool, by the tool's name and the names of the fields (CONTRACT §2). Pure. */
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import { isEditTool } from './tools.ts'

/** Tools with an event of their own, and tools whose `command` is not a shell command but the name of an operation. */
const notShell: ReadonlySet<string> = new Set(
  'Read Grep Glob LS Delete Task Agent SlashCommand Skill memory'.split(' '),
)

/** A field whose name has one of these words holds a command line, unless its name also has a word of `aboutCommands`. */
const commandWords = new Set(['command', 'commands', 'cmd', 'cmds', 'cmdline', 'commandline'])
const aboutCommands = new Set(
  `id ids name names type kind timeout ms seconds description count index status output result results exit code
   history limit prefix palette uuid title label`.split(/\s+/),
)
/** Fields that hold a command if this is their whole name. */
const shellFields = new Set(['bash', 'sh', 'shell', 'zsh', 'powershell', 'pwsh', 'script', 'run', 'exec'])
/** Fields that hold input for a shell or process, if the tool's name is that of a shell. */
const typedFields = new Set(['script', 'keys', 'chars', 'stdin', 'input', 'text', 'line', 'lines', 'data', 'run'])
const shellNames = new Set(
  `shell bash sh zsh fish dash ksh powershell pwsh cmd terminal term tty pty tmux screen console process stdin ssh
   exec`.split(/\s+/),
)
const argumentFields = ['args', 'arguments', 'argv', 'parameters', 'params'] as const

const MAX_DEPTH = 8
/** How many values are read. With more than that, the call counts as a command that cannot be read. */
const MAX_VALUES = 10_000
/** A command that no gate can parse, because its quotation mark is not closed. */
const UNREADABLE = "'"

/** The input of the shell gate for a command in another tool's input, or undefined if there is no command. */
export function shellInputOf(tool: string, toolInput: unknown, cwd: unknown): JsonObject | undefined {
  const command = commandOfTool(tool, toolInput)
  if (command === undefined) return undefined
  const value = asValue(toolInput)
  const fields = isObject(value) ? value : {}
  const ownDirectory = directoryFields
    .map((field) => fields[field])
    .find((one) => typeof one === 'string' && one !== '')
  const directory = ownDirectory ?? cwd
  return { command, ...(typeof directory === 'string' ? { cwd: directory } : {}), sandbox: false, tool_name: tool }
}
const directoryFields = ['working_directory', 'workdir', 'cwd', 'workingDirectory', 'directory'] as const

/** The shell commands that a call of this tool runs, one per line, or undefined if it runs none. */
export function commandOfTool(tool: string, toolInput: unknown): string | undefined {
  if (notShell.has(tool) || isEditTool(tool)) return undefined
  const isMcp = tool.startsWith('MCP:')
  const isShell = splitWords(tool.replace(/^MCP:/, '')).some((word) => shellNames.has(word))
  const isCommand = (field: string): boolean => {
    const words = splitWords(field)
    if (words.some((word) => commandWords.has(word))) return !words.some((word) => aboutCommands.has(word))
    const name = words.join('')
    // A script of an MCP server may be in any language, so it counts only if the tool's name is that of a shell.
    return (shellFields.has(name) && (!isMcp || isShell)) || (typedFields.has(name) && isShell)
  }
  const found = findCommands(toolInput, isCommand)
  return found.length === 0 ? undefined : found.join('\n')
}

function findCommands(toolInput: unknown, isCommand: (field: string) => boolean): readonly string[] {
  const found = new Set<string>()
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: asValue(toolInput), depth: 0 }]
  let seen = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next
    if (seen++ > MAX_VALUES || depth > MAX_DEPTH) return [...found, UNREADABLE]
    if (Array.isArray(value)) for (const one of value) waiting.push({ value: one, depth: depth + 1 })
    if (!isObject(value)) continue
    for (const [field, inner] of Object.entries(value)) {
      const text = isCommand(field) ? commandIn(inner, field, value) : undefined
      if (text !== undefined) found.add(text)
      if (typeof inner === 'object') waiting.push({ value: inner, depth: depth + 1 })
    }
  }
  return [...found]
}

/** Some hosts send the input as JSON text. */
function asValue(toolInput: unknown): unknown {
  if (typeof toolInput !== 'string') return toolInput
  try {
    return JSON.parse(toolInput)
  } catch {
    return undefined
  }
}

function commandIn(value: unknown, field: string, around: JsonObject): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : `${value}${argumentsIn(around)}`
  if (!Array.isArray(value) || !value.every((one): one is string => typeof one === 'string') || value.length === 0)
    return undefined
  // A list is a program with its arguments, unless the field name is a plural or the first item contains a space.
  const isList =
    splitWords(field).some((word) => word.endsWith('s') && commandWords.has(word)) || /\s/.test(value[0] ?? '')
  return isList ? value.join('\n') : `${value.map(quote).join(' ')}${argumentsIn(around)}`
}

/** The arguments that another field of the same object holds. */
function argumentsIn(around: JsonObject): string {
  const given = argumentFields.map((field) => around[field]).find((value) => value !== undefined)
  if (typeof given === 'string' && given.trim() !== '') return ` ${given}`
  if (!Array.isArray(given)) return ''
  const words = given.filter((one): one is string => typeof one === 'string')
  return words.length === 0 ? '' : ` ${words.map(quote).join(' ')}`
}

const quote = (word: string): string => (/^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** Splits a name into lower-case words: `shellCommand`, `shell_command` and `Shell-Command` give the same two. */
const splitWords = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
