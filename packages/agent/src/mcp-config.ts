/** Which MCP servers are configured, in the format of the usual agent: the workspace's, the person's, and a file that was named. */

import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { usualDirectory } from '@hookline/core/agents'
import { readRegularText } from '@hookline/core/files'
import { z } from 'zod'
import { type Approval, workspaceServers } from './mcp-approval.ts'
import { SetupError } from './setup-error.ts'

const texts = z.record(z.string(), z.string())
const serverShape = z.union([
  z.object({ command: z.string(), args: z.array(z.string()).default([]), env: texts.default({}) }),
  z.object({ url: z.url(), headers: texts.default({}) }),
])
const fileShape = z.object({ mcpServers: z.record(z.string(), serverShape) })

export type McpServer = z.infer<typeof serverShape> & { readonly name: string; readonly file: string }
export interface McpConfig {
  readonly servers: readonly McpServer[]
  /** What is there and not used, and why. */
  readonly notes: readonly string[]
}

export interface McpPlaces {
  readonly root: string
  /** Of the workspace's own file. */
  readonly approval?: Approval | undefined
  /** `--mcp-config`: naming it is consent. */
  readonly named?: string | undefined
  readonly home?: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A name of a nearer file wins: named, workspace, person. Throws where the file that was named cannot be used. */
export function readMcpConfig({ root, approval, named, home = homedir(), env }: McpPlaces): McpConfig {
  const notes: string[] = []
  const found = new Map<string, McpServer>()
  const add = (file: string, text: string, isNamed = false): void => {
    const read = readServers(file, text, { root, home, env })
    if (typeof read === 'string' && isNamed) throw new SetupError(read)
    if (typeof read === 'string') notes.push(`${read}; its servers are not started`)
    else for (const server of read) found.set(server.name, server)
  }
  const ofHome = join(home, usualDirectory, 'mcp.json')
  if (existsSync(ofHome)) add(ofHome, readRegularText(ofHome) ?? '')
  const ofRoot = workspaceServers(root)
  if (approval !== undefined && 'text' in approval) add(ofRoot, approval.text)
  else if (approval !== undefined && root !== home)
    notes.push(`${ofRoot} is not used: ${approval.refusal}, or name it with --mcp-config`)
  if (named !== undefined) add(named, readNamed(named), true)
  return { servers: [...found.values()], notes }
}

function readNamed(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    throw new SetupError(`${file} cannot be used: ${thrown instanceof Error ? thrown.message : thrown}`)
  }
}

type Variables = Pick<Required<McpPlaces>, 'root' | 'home' | 'env'>

function readServers(file: string, text: string, variables: Variables): readonly McpServer[] | string {
  try {
    const raw: unknown = JSON.parse(text, (_key, value) =>
      typeof value === 'string' ? filledIn(value, variables) : value,
    )
    const read = fileShape.safeParse(raw)
    if (read.success) return Object.entries(read.data.mcpServers).map(([name, server]) => ({ ...server, name, file }))
    const issue = read.error.issues[0]
    return `${file}: ${issue?.path.join('.')}: ${issue?.message === 'Invalid input' ? 'needs a command or a url' : issue?.message}`
  } catch (thrown) {
    return `${file} cannot be used: ${thrown instanceof Error ? thrown.message : thrown}`
  }
}

/** The variables that the usual agent knows in this file. */
const filledIn = (text: string, { root, home, env }: Variables): string =>
  text
    .replace(/\$\{env:(\w+)\}/g, (_all, name: string) => env[name] ?? '')
    .replace(/\$\{workspaceFolder\}/g, () => root)
    .replace(/\$\{userHome\}/g, () => home)
