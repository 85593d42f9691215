// Runs npm as a person does: without the settings that an outer `npm run` passes on.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

export function npm(args, options = {}) {
  const outer = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  const env = { ...Object.fromEntries(outer), ...options.env }
  const ended = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 26, ...options, env })
  if (ended.status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${ended.stderr || ended.error}`)
  return ended.stdout
}

/** The tarball of a directory: its path, its size, and the paths in it. */
export function packDirectory(directory, out) {
  const printed = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', out], { cwd: directory })
  const [{ name, version, filename, files }] = JSON.parse(printed)
  // npm 10 prints the scope of a name as a directory.
  const file = join(out, filename.replace(/^@/, '').replace('/', '-'))
  return { name, version, file, bytes: statSync(file).size, files: files.map(({ path }) => path) }
}
