// A copy of the package with the launcher in it, as an installation has it.
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildLauncher, launcherFile } from '../scripts/build-launcher.mjs'

const cli = fileURLToPath(new URL('../packages/cli', import.meta.url))

/** Returns the launcher, and the script for Node. */
export function installHookline(directory) {
  for (const name of ['bin', 'package.json']) cpSync(join(cli, name), join(directory, name), { recursive: true })
  mkdirSync(join(directory, 'dist'), { recursive: true })
  symlinkSync(join(cli, 'dist/bundle'), join(directory, 'dist/bundle'))
  const program = join(directory, `native/${process.platform}-${process.arch}/hookline`)
  // The static one if it was built, as it is in the tarball.
  const built = existsSync(launcherFile()) ? launcherFile() : buildLauncher(join(cli, 'dist/launcher/hookline'))
  if (built === undefined) throw new Error('the launcher cannot be built here: there is no C compiler')
  mkdirSync(dirname(program), { recursive: true })
  cpSync(built, program)
  return { program, script: join(directory, 'bin/hookline.cjs') }
}
