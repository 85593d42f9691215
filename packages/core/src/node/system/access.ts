/** What this process may do with a path, as the system answers it. */
import { accessSync, constants } from 'node:fs'

function mayUse(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

export const isExecutable = (path: string): boolean => mayUse(path, constants.X_OK)
export const isWritable = (path: string): boolean => mayUse(path, constants.W_OK)
