/** Finds the native helper of this installation, relative to this file: in the command, beside it, or in the repository. */

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isExecutable } from '../system/access.ts'

const folders = ['../../native', '../../../../../hookline/native', '../../../../cli/native']

/** Undefined where none was built for this system. */
export function findSandboxHelper(file = fileURLToPath(import.meta.url)): string | undefined {
  return folders
    .map((folder) => join(dirname(file), folder, `${process.platform}-${process.arch}`, 'hookline-sandbox'))
    .find(isExecutable)
}
