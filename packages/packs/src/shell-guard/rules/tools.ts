/** Tools that work on what lives elsewhere, or that others share: a table for each theme. */
import type { ShellCommand } from '@hookline/core/shell'
import { fromVerb, joined, list, onlyShows } from '../options.ts'
import { ask, type Rule } from '../rule.ts'
import { cloudTools } from './tools/clouds.ts'
import { clusterTools } from './tools/clusters.ts'
import { containerTools } from './tools/containers.ts'
import { dataTools } from './tools/data.ts'
import { infrastructureTools } from './tools/infrastructure.ts'
import { machineTools } from './tools/machine.ts'
import type { Tool } from './tools/tool.ts'

const tools: Readonly<Record<string, Tool>> = {
  ...containerTools,
  ...clusterTools,
  ...infrastructureTools,
  ...cloudTools,
  ...dataTools,
  ...machineTools,
}

/** From its verb on; a program that is told by options alone, as a whole. */
function textOf(command: ShellCommand, { takes = '', prefix = '' }: Tool): string {
  const verb = fromVerb(command, list(takes))
  const words = verb === undefined || takes === '*' ? command.words.slice(1) : verb.words
  return `${prefix}${joined(words)}`
}

export const toolRules: readonly Rule[] = [
  {
    name: 'services-elsewhere',
    programs: Object.keys(tools),
    instead: 'Show the command and let the person run it.',
    find({ command }) {
      const tool = tools[command.name] ?? tools[command.name.replace(/\..*$/, '')]
      if (tool === undefined || onlyShows(command)) return undefined
      const text = textOf(command, tool)
      const row = tool.rows.find(([pattern]) => pattern.test(text))
      return row === undefined ? undefined : ask(row[1])
    },
  },
]
