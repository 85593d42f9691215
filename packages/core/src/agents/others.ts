/** Agents of which only the files are known. An agent that can call Hookline gets a folder of its own. */
import type { Agent } from './agent.ts'

export const otherAgents: readonly Agent[] = [
  {
    name: 'amp',
    title: 'Amp',
    processes: { names: ['amp'], paths: ['/@sourcegraph/amp/'] },
    inHome: [],
    inRoot: ['.amp'],
    files: {
      hookFiles: [],
      settings: ['.amp/{settings.json,settings.jsonc,plugins/**}', '.config/amp/settings.json'],
      directories: ['.amp'],
      shellVariables: ['AMP_CURRENT_THREAD_ID'],
    },
  },
]
