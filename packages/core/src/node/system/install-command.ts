/** How a person installs a package of Hookline where this copy finds it: beside a global install, or in the project. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The tarballs that are installed together, because they depend on one another. */
export const tarballs: Readonly<Record<string, readonly string[]>> = {
  '@hookline/packs': ['hookline-core', 'hookline-packs'],
  '@hookline/models': ['hookline-core', 'hookline-models'],
  '@hookline/agent': ['hookline-core', 'hookline-models', 'hookline-agent'],
  '@hookline/team': ['hookline-core', 'hookline-packs', 'hookline-team'],
}

/**
 * Sentences that end with the command. They do not name a package of the registry: Hookline is not there yet, so a package of
 * that name would be another program. `file` is a file of this copy. A global install has no package.json beside its node_modules.
 */
export function installHint(packageName: string, file = fileURLToPath(import.meta.url)): string {
  const project = /^(.*)[\\/]node_modules[\\/]/.exec(file)?.[1]
  if (project === undefined) return 'In the clone of Hookline, run: npm ci && npm run build'
  const names = (tarballs[packageName] ?? []).map((name) => `${name}-*.tgz`)
  if (existsSync(join(project, 'package.json')))
    return `Make it with npm run pack in a clone of Hookline. Then run: npm i ${names.map((name) => `<clone>/dist/${name}`).join(' ')}`
  return `Make it with npm run pack in a clone of Hookline. Then run in its dist directory: npm i -g ${names.map((name) => `./${name}`).join(' ')}`
}
