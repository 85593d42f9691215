/** Reads the configured MCP servers in the format of the usual agent: from the workspace, the home directory and `--mcp-config`. */
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { usualDirectory } from '@hookline/core/agents'
import { readRegularText } from '@hookline/core/files'
import { z } from 'zod'
import { SetupError } from '../setup-error.ts'
import { type Approval, workspaceMcpFile } from './mcp-approval.ts'

const stringMap = z.record(z.string(), z.string())
const serverShape = z.union([
  z.object({ command: z.string(), args: z.array(z.string()).default([]), env: stringMap.default({}) }),
  z.object({ url: z.url(), headers: stringMap.default({}) }),
])
const fileShape = z.object({ mcpServers: z.record(z.string(), serverShape) })

export type McpServer = z.infer<typeof serverShape> & { readonly name: string; readonly file: string }
export interface McpConfig {
  readonly servers: readonly McpServer[]
  /** Files that are not used, with the reason. */
  readonly notes: readonly string[]
}

export interface McpConfigOptions {
  readonly root: string
  /** The decision about the workspace's file. It is absent if there is no such file. */
  readonly approval?: Approval | undefined
  /** The file of `--mcp-config`. It needs no approval, because the person named it. */
  readonly flagFile?: string | undefined
  readonly home?: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * For servers with the same name, `--mcp-config` wins over the workspace, and the workspace over the home directory.
 * Throws if the file of `--mcp-config` is invalid.
 */
export function readMcpConfig({ root, approval, flagFile, home = homedir(), env }: McpConfigOptions): McpConfig {
  const notes: string[] = []
  const serversByName = new Map<string, McpServer>()
  const add = (file: string, text: string, isFlagFile = false): void => {
    const result = readServers(file, text, { root, home, env })
    if (typeof result === 'string' && isFlagFile) throw new SetupError(result)
    if (typeof result === 'string') notes.push(`${result}; its servers are not started`)
    else for (const server of result) serversByName.set(server.name, server)
  }
  const userFile = join(home, usualDirectory, 'mcp.json')
  if (existsSync(userFile)) add(userFile, readRegularText(userFile) ?? '')
  const workspaceFile = workspaceMcpFile(root)
  if (approval !== undefined && 'text' in approval) add(workspaceFile, approval.text)
  else if (approval !== undefined && root !== home)
    notes.push(`${workspaceFile} is not used: ${approval.refusal}. To use it this time: --mcp-config ${workspaceFile}`)
  if (flagFile !== undefined) add(flagFile, readFlagFile(flagFile), true)
  return { servers: [...serversByName.values()], notes }
}

function readFlagFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    throw new SetupError(`${file} cannot be used: ${thrown instanceof Error ? thrown.message : thrown}`)
  }
}

type Variables = Pick<Required<McpConfigOptions>, 'root' | 'home' | 'env'>

/** Returns the servers, or a message that names the problem. */
function readServers(file: string, text: string, variables: Variables): readonly McpServer[] | string {
  try {
    const raw: unknown = JSON.parse(text, (_key, value) =>
      typeof value === 'string' ? expandVariables(value, variables) : value,
    )
    const result = fileShape.safeParse(raw)
    if (result.success)
      return Object.entries(result.data.mcpServers).map(([name, server]) => ({ ...server, name, file }))
    const issue = result.error.issues[0]
    return `${file}: ${issue?.path.join('.')}: ${issue?.message === 'Invalid input' ? 'needs a command or a url' : issue?.message}`
  } catch (thrown) {
    return `${file} cannot be used: ${thrown instanceof Error ? thrown.message : thrown}`
  }
}

/** Expands the variables that the usual agent supports in this file. */
const expandVariables = (text: string, { root, home, env }: Variables): string =>
  text
    .replace(/\$\{env:(\w+)\}/g, (_all, name: string) => env[name] ?? '')
    .replace(/\$\{workspaceFolder\}/g, () => root)
    .replace(/\$\{userHome\}/g, () => home)
