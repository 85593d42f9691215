/** Whether the MCP servers that a workspace brings along may start: they are programs, and what changes is another program. */

import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { usualDirectory } from '@hookline/core/agents'
import { readRegularText } from '@hookline/core/files'
import { logDirectory, type TrustFinding } from '@hookline/core/node'
import type { Person } from './person.ts'

export interface Starting {
  readonly root: string
  readonly trust: Pick<TrustFinding, 'state' | 'content'>
  readonly person: Person
  readonly signal: AbortSignal
}

export const workspaceServers = (root: string): string => join(root, usualDirectory, 'mcp.json')

/** The file as it was approved, or why its servers may not start. */
export type Approval = { readonly text: string } | { readonly refusal: string }

/** Undefined: there is no such file. Trust in the hooks is no look at the servers: that is asked once. */
export async function approveServers({ root, trust, person, signal }: Starting): Promise<Approval | undefined> {
  const text = readText(workspaceServers(root))
  if (text === undefined) return undefined
  if (trust.state === 'followed') return { text }
  const isTrusted = trust.state === 'trusted' || (trust.state === 'untrusted' && trust.content.items.length === 0)
  if (!isTrusted) return { refusal: 'the workspace is not trusted (hookline trust add)' }
  const hash = createHash('sha256').update(text).digest('hex')
  const approved = readApproved()
  if (approved[root] === hash) return { text }
  if (person.approve === undefined) return { refusal: 'it is new, or has changed: look at it once at a terminal' }
  const question = `${workspaceServers(root)} starts programs:\n${text.trim()}\nStart them, now and until the file changes?`
  if (!(await person.agrees(question, signal))) return { refusal: 'you said no' }
  save({ ...approved, [root]: hash })
  return { text }
}

type Approved = Readonly<Record<string, unknown>>
const approvedFile = () => join(dirname(logDirectory()), 'mcp-approved.json')

/** What cannot be read approves nothing. */
function readApproved(): Approved {
  try {
    return { ...JSON.parse(readText(approvedFile()) ?? '{}') }
  } catch {
    return {}
  }
}

function save(approved: Approved): void {
  mkdirSync(dirname(approvedFile()), { recursive: true, mode: 0o700 })
  writeFileSync(approvedFile(), `${JSON.stringify(approved, null, 2)}\n`, { mode: 0o600 })
}

const readText = (file: string): string | undefined => readRegularText(file)
