/** Reads the facts about a program's file that the command runner needs. */
import { accessSync, closeSync, constants, readSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Inspected } from '../../runners/command.ts'
import { openRegular } from '../system/regular-file.ts'

export function isFile(path: string, directory: string): boolean {
  try {
    return statSync(resolve(directory, path), { throwIfNoEntry: false })?.isFile() === true
  } catch {
    return false // The path is invalid (NUL, too long), or we have no permission.
  }
}

export function inspect(path: string, directory: string): Inspected | undefined {
  if (!isFile(path, directory)) return undefined
  const file = resolve(directory, path)
  return { executable: succeeds(() => accessSync(file, constants.X_OK)), head: head(file) }
}

function head(file: string): string {
  const bytes = Buffer.alloc(512)
  const opened = openRegular(file)
  if (opened.kind !== 'opened') return ''
  succeeds(() => readSync(opened.descriptor, bytes, 0, bytes.length, 0))
  closeSync(opened.descriptor)
  return bytes.toString('latin1').replace(/\0+$/, '')
}

function succeeds(act: () => void): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}
