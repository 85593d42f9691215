/** Checks tools that work on remote or shared resources, with one table for each theme. */
import { createNameIndex, type ShellCommand } from '@hookline/core/shell'
import { fromVerb, joined, list, onlyShows } from '../options.ts'
import { ask, type Rule } from '../rule.ts'
import { isKeyCommand, isLocalCluster, isTestData } from './test-data.ts'
import { readServices, type ServiceRow, serviceEffect } from './tools/services/grammar.ts'
import { serviceTables, toolTables } from './tools/tables.ts'
import type { Tool } from './tools/tool.ts'
import { serviceIndex, toolIndex } from './tools/tool-index.ts'

const toolNames = createNameIndex(toolIndex)
const serviceNames = createNameIndex(serviceIndex)
const madeServices = new Map<string, ReturnType<typeof readServices>>()

function findTool(name: string): Tool | undefined {
  const location = toolNames.find(name)
  return location === undefined ? undefined : tableAt(toolTables, location)[name]
}

function findServices(name: string): readonly ServiceRow[] | undefined {
  const locations = serviceNames.find(name)
  if (locations === undefined) return undefined
  const services =
    madeServices.get(locations) ?? readServices(...locations.split(',').map((at) => tableAt(serviceTables, at)))
  madeServices.set(locations, services)
  return services.get(name)
}

/** A table that cannot be loaded is an error: without it the guard would take its programs for harmless ones. */
function tableAt<T>(tables: readonly (() => T)[], location: string): T {
  const table = tables[Number(location)]
  if (table === undefined) throw new Error(`the table ${location} of tools is missing`)
  return table()
}

/** `java -jar jenkins-cli.jar delete-job x` runs the program in the archive. */
export function unpackJar(command: ShellCommand): ShellCommand {
  const at = command.name === 'java' ? command.words.findIndex((word) => word.text === '-jar') : -1
  const jar = at === -1 ? undefined : command.words[at + 1]
  if (jar === undefined) return command
  const name = (jar.text.split('/').at(-1) ?? '').replace(/(-\d[\w.]*)?\.jar$/, '')
  return { ...command, name, words: command.words.slice(at + 1) }
}

/** The command from its verb on; a program that uses only options, as a whole. */
function textOf(command: ShellCommand, { takes = '', prefix = '' }: Tool): string {
  const verb = fromVerb(command, list(takes))
  const words = verb === undefined || takes === '*' ? command.words.slice(1) : verb.words
  return `${prefix}${joined(words)}`
}

export const toolRules: readonly Rule[] = [
  {
    name: 'services-elsewhere',
    get programs() {
      return [...new Set([...toolNames.names(), ...serviceNames.names(), 'java'])]
    },
    instead: 'Show the command and let the person run it.',
    find({ command }) {
      if (onlyShows(command) || isTestData(command) || isLocalCluster(command) || isKeyCommand(command))
        return undefined
      const tool = findTool(command.name) ?? findTool(command.name.replace(/\..*$/, ''))
      const text = tool === undefined ? '' : textOf(command, tool)
      const row = tool?.rows.find(([pattern]) => pattern.test(text))
      if (row !== undefined) return ask(row[1])
      const own = unpackJar(command)
      const rows = findServices(own.name) ?? findServices(own.name.replace(/\..*$/, ''))
      const would = rows === undefined ? undefined : serviceEffect(rows, own)
      return would === undefined ? undefined : ask(would)
    },
  },
]
