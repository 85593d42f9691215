/** Checks tools that work on remote or shared resources, with one table for each theme. */
import type { ShellCommand } from '@hookline/core/shell'
import { fromVerb, joined, list, onlyShows } from '../options.ts'
import { ask, type Rule } from '../rule.ts'
import { isKeyCommand, isLocalCluster, isTestData } from './test-data.ts'
import { cloudTools } from './tools/clouds.ts'
import { clusterTools } from './tools/clusters.ts'
import { containerTools } from './tools/containers.ts'
import { dataTools } from './tools/data.ts'
import { infrastructureTools } from './tools/infrastructure.ts'
import { machineTools } from './tools/machine.ts'
import { accountServices } from './tools/services/accounts.ts'
import { dataServices } from './tools/services/data.ts'
import { readServices, serviceEffect } from './tools/services/grammar.ts'
import { machineServices } from './tools/services/machines.ts'
import type { Tool } from './tools/tool.ts'

const tools: Readonly<Record<string, Tool>> = {
  ...containerTools,
  ...clusterTools,
  ...infrastructureTools,
  ...cloudTools,
  ...dataTools,
  ...machineTools,
}

const services = readServices(dataServices, machineServices, accountServices)

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
      return [...new Set([...Object.keys(tools), ...services.names(), 'java'])]
    },
    instead: 'Show the command and let the person run it.',
    find({ command }) {
      if (onlyShows(command) || isTestData(command) || isLocalCluster(command) || isKeyCommand(command))
        return undefined
      const tool = tools[command.name] ?? tools[command.name.replace(/\..*$/, '')]
      const text = tool === undefined ? '' : textOf(command, tool)
      const row = tool?.rows.find(([pattern]) => pattern.test(text))
      if (row !== undefined) return ask(row[1])
      const own = unpackJar(command)
      const rows = services.get(own.name) ?? services.get(own.name.replace(/\..*$/, ''))
      const would = rows === undefined ? undefined : serviceEffect(rows, own)
      return would === undefined ? undefined : ask(would)
    },
  },
]
