// Installs the command as on a new machine: from its tarball alone, with an empty cache and without a network.
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.mjs'

export function installedSize(tarball, scratch) {
  const prefix = join(scratch, 'prefix')
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier']
  npm(['install', '--global', '--offline', ...quiet, '--prefix', prefix, '--cache', join(scratch, 'cache'), tarball])
  return { bytes: bytesBelow(prefix), packages: countPackages(join(prefix, 'lib/node_modules')) }
}

/** As `du` counts. */
export function bytesBelow(path) {
  const stats = lstatSync(path)
  const own = stats.blocks * 512 || stats.size
  if (!stats.isDirectory()) return own
  return readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), own)
}

/** Also those inside other packages. */
export function countPackages(modules) {
  const entries = readdirSync(modules, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'))
  return entries
    .filter((entry) => entry.isDirectory())
    .reduce((sum, { name }) => {
      const path = join(modules, name)
      if (name.startsWith('@')) return sum + countPackages(path)
      const inner = readdirSync(path).includes('node_modules') ? countPackages(join(path, 'node_modules')) : 0
      return sum + 1 + inner
    }, 0)
}
