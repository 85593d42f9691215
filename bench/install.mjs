// A copy of the package with the launcher in it, as an installation has it.
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildLaunchersFor, launcherFile, thisTarget } from '../scripts/build-launcher.mjs'

const cli = fileURLToPath(new URL('../packages/cli', import.meta.url))

/**
 * Returns the launcher, and the script for Node. `asPacked`: builds the launcher with Zig as the package carries it, also where Zig
 * must be fetched first. What another compiler builds starts 0.2 ms later, a tenth of an event.
 */
export function installHookline(directory, { asPacked = false } = {}) {
  for (const name of ['bin', 'package.json']) cpSync(join(cli, name), join(directory, name), { recursive: true })
  mkdirSync(join(directory, 'dist'), { recursive: true })
  symlinkSync(join(cli, 'dist/bundle'), join(directory, 'dist/bundle'))
  const native = join(directory, 'native')
  if (!buildLaunchersFor(native, [thisTarget], { installs: asPacked }).includes(thisTarget))
    throw new Error('the launcher cannot be built here: there is no C compiler')
  const program = launcherFile(thisTarget, native)
  return { program, script: join(directory, 'bin/hookline.cjs') }
}
