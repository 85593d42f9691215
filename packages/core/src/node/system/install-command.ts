/** The npm command that installs a package where this copy of Hookline finds it: beside a global install, or in the project. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `file` is a file of this copy. A global install has no package.json beside its node_modules. */
export function installCommand(packageName: string, file = fileURLToPath(import.meta.url)): string {
  const project = /^(.*)[\\/]node_modules[\\/]/.exec(file)?.[1]
  const isGlobal = project !== undefined && !existsSync(join(project, 'package.json'))
  return `npm i ${isGlobal ? '-g ' : ''}${packageName}`
}
