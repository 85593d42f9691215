/** Agents of which only the files are known. An agent that can call Hookline gets a folder of its own. */
import type { Agent } from './agent.ts'

export const otherAgents: readonly Agent[] = [
  {
    name: 'gemini',
    title: 'Gemini CLI',
    processes: { names: ['gemini'], paths: ['/@google/gemini-cli/'] },
    inHome: ['.gemini'],
    inRoot: ['.gemini'],
    files: {
      hookFiles: ['.gemini/settings.json'],
      settings: ['.gemini/{hooks,extensions,policies}/**'],
      directories: ['.gemini'],
      managed: {
        linux: '/etc/gemini-cli',
        darwin: '/Library/Application Support/GeminiCli',
        win32: 'C:\\ProgramData\\gemini-cli',
      },
      shellVariables: ['GEMINI_CLI'],
    },
  },
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
