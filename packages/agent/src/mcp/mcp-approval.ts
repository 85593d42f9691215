/** Decides if the MCP servers of a workspace may start. They are programs, so the person approves the file again after each change. */

import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { usualDirectory } from '@hookline/core/agents'
import { readRegularText } from '@hookline/core/files'
import { logDirectory, type TrustFinding } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import type { Person } from '../person.ts'

export interface ApprovalRequest {
  readonly root: string
  readonly trust: Pick<TrustFinding, 'state' | 'content'>
  readonly person: Person
  readonly signal: AbortSignal
}

export const workspaceMcpFile = (root: string): string => join(root, usualDirectory, 'mcp.json')

/** The approved text of the file, or the reason why its servers may not start. */
export type Approval = { readonly text: string } | { readonly refusal: string }

/** Returns undefined if there is no such file. Trust covers the hooks, not the servers, so the person is asked about these. */
export async function approveServers({ root, trust, person, signal }: ApprovalRequest): Promise<Approval | undefined> {
  const text = readRegularText(workspaceMcpFile(root))
  if (text === undefined) return undefined
  if (trust.state === 'followed') return { text }
  const isTrusted = trust.state === 'trusted' || (trust.state === 'untrusted' && trust.content.items.length === 0)
  if (!isTrusted) return { refusal: 'the workspace is not trusted (hookline trust add)' }
  const hash = createHash('sha256').update(text).digest('hex')
  const approved = readApproved()
  if (approved[root] === hash) return { text }
  if (person.approve === undefined)
    return { refusal: 'it is new or has changed (to review it, run hookline agent in a terminal)' }
  const question = `${workspaceMcpFile(root)} starts programs:\n${text.trim()}\nStart them now, and in later sessions until the file changes?`
  if (!(await person.confirm(question, signal))) return { refusal: 'you declined' }
  saveApproved({ ...approved, [root]: hash })
  return { text }
}

/** The hash of the approved file, by workspace. */
type Approved = JsonObject
const approvedFile = () => join(dirname(logDirectory()), 'mcp-approved.json')

/** A file that cannot be read approves no workspace. */
function readApproved(): Approved {
  try {
    return { ...JSON.parse(readRegularText(approvedFile()) ?? '{}') }
  } catch {
    return {}
  }
}

function saveApproved(approved: Approved): void {
  mkdirSync(dirname(approvedFile()), { recursive: true, mode: 0o700 })
  writeFileSync(approvedFile(), `${JSON.stringify(approved, null, 2)}\n`, { mode: 0o600 })
}
