// A copy of the package with the launcher in it, as an installation has it.
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildLaunchersFor, launcherFile, thisTarget } from '../scripts/build-launcher.mjs'

const cli = fileURLToPath(new URL('../packages/cli', import.meta.url))

/** Returns the launcher, and the script for Node. */
export function installHookline(directory) {
  for (const name of ['bin', 'package.json']) cpSync(join(cli, name), join(directory, name), { recursive: true })
  mkdirSync(join(directory, 'dist'), { recursive: true })
  symlinkSync(join(cli, 'dist/bundle'), join(directory, 'dist/bundle'))
  // Built as `npm pack` builds it.
  const native = join(directory, 'native')
  if (!buildLaunchersFor(native, [thisTarget]).includes(thisTarget))
    throw new Error('the launcher cannot be built here: there is no C compiler')
  const program = launcherFile(thisTarget, native)
  return { program, script: join(directory, 'bin/hookline.cjs') }
}
