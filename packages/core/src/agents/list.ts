/** The list of all agents, and facts about all of them together. Everything that differs between agents is in their rows. */
import type { Agent, AgentFiles } from './agent.ts'
import * as members from './members.ts'
import { otherAgents } from './others.ts'

const withFolder: readonly Agent[] = Object.values(members)
const [usual, ...furtherUsual] = withFolder.filter((agent) => agent.usual === true)
if (usual === undefined || furtherUsual.length > 0) throw new Error('exactly one agent must be the usual one')

/** The agent whose names and hooks.json Hookline uses as its own. */
export const usualAgent: Agent = usual
/** Its directory and its hooks file, relative to a workspace or the home directory. */
export const usualDirectory: string = usual.files.directories[0] ?? '.hookline'
export const usualFile: string = usual.files.hookFiles[0] ?? `${usualDirectory}/hooks.json`
/** The usual agent first, then those with a folder, then those of which only the files are known. */
export const agents: readonly Agent[] = [usual, ...withFolder.filter((agent) => agent !== usual), ...otherAgents]
export const findAgent = (name: string): Agent | undefined => agents.find((agent) => agent.name === name)

/** The agents that can call Hookline. */
export const answeredAgents: readonly Agent[] = agents.filter((agent) => 'dialect' in agent)
/** The agents whose hook files Hookline runs. */
export const readAgents: readonly Agent[] = agents.filter(
  (agent) => agent.usual === true || agent.sources !== undefined,
)
/** The directories of their hooks and settings, relative to a workspace or the home directory. */
export const agentDirectories: readonly string[] = readAgents.flatMap(({ files }) => files.directories)

const variables = agents.flatMap((agent) => (agent.variables === undefined ? [] : [agent.variables]))
/** The variables of all agents that hold the project directory. */
export const projectVariables: readonly string[] = variables.flatMap(({ project }) => project ?? [])
/** All variables that hold a directory: of the project, of a plugin, of a plugin's data. */
export const directoryVariables: readonly string[] = variables.flatMap(({ project, pluginRoot, pluginData }) =>
  [project, pluginRoot, pluginData].filter((name) => name !== undefined),
)
/** The value of a variable by its purpose, from the agent that set it. */
export const readVariable = (
  env: Readonly<Record<string, string | undefined>>,
  purpose: 'userEmail' | 'remote',
): string | undefined => variables.flatMap((names) => env[names[purpose] ?? ''] ?? []).find((value) => value !== '')

export type AgentName = string
export const agentFiles: Readonly<Record<AgentName, AgentFiles>> = Object.fromEntries(
  agents.map(({ name, files }) => [name, files]),
)
export const agentFileRows: readonly AgentFiles[] = agents.map(({ files }) => files)

/** The variable that shows that an agent's shell tool started the process. Undefined in a person's own terminal. */
export const agentShellVariable = (env: Readonly<Record<string, string | undefined>>): string | undefined =>
  agentFileRows
    .flatMap(({ shellVariables }) => shellVariables)
    .find((name) => env[name] !== undefined && env[name] !== '')
