/** The audit log of this machine: one line for each team that came or went, and why. It stays after the team is removed. */
import { closeSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { openToAppend, readRegularText } from '@hookline/core/files'
import { makeDirectory } from '@hookline/core/team'
import { auditLogFile, type Machine } from './machine.ts'

export interface AuditEvent {
  readonly at: string
  readonly team: string
  readonly name: string
  readonly url: string
  readonly what: 'enrolled' | 'updated' | 'refused' | 'revoked' | 'left'
  readonly detail: string
}

export function recordEvent(machine: Machine, line: Omit<AuditEvent, 'at'>): void {
  const file = auditLogFile(machine)
  makeDirectory(dirname(file))
  const descriptor = openToAppend(file)
  try {
    writeSync(descriptor, `${JSON.stringify({ at: new Date(machine.now()).toISOString(), ...line })}\n`)
  } finally {
    closeSync(descriptor)
  }
}

export function readAuditLog(machine: Machine): readonly AuditEvent[] {
  const text = readRegularText(auditLogFile(machine), 64 * 2 ** 20) ?? ''
  return text.split('\n').flatMap((line) => parseEvent(line) ?? [])
}

function parseEvent(line: string): AuditEvent | undefined {
  try {
    // Only recordEvent writes lines to this file.
    return JSON.parse(line) as AuditEvent
  } catch {
    return undefined
  }
}
