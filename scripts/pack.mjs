// Makes the packages that npm installs: `npm run pack`, after a build. Prints their sizes, and what an install takes.
//   --only <name>   this package alone; may be repeated
//   --out <dir>     default: dist/
//   --this-system   launchers for this system alone, also where Zig could build all: that takes minutes the first time
//   --no-checks     without publint, attw, a trial import of every export, and a trial install
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { thisTarget } from './build-launcher.mjs'
import { installedSize } from './pack/install.mjs'
import { packDirectory } from './pack/npm.mjs'
import { packageNames, repository, stage } from './pack/stage.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: join(repository, 'dist') },
    'this-system': { type: 'boolean', default: false },
    'no-checks': { type: 'boolean', default: false },
  },
})
const limitBytes = 25 * 1000 * 1000
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

const out = resolve(values.out)
const scratch = mkdtempSync(join(tmpdir(), 'hookline-pack-'))
try {
  mkdirSync(out, { recursive: true })
  const names = packageNames.filter((name) => values.only.length === 0 || values.only.includes(name))
  const packed = names.map((name) => {
    const directory = join(scratch, name)
    const notes = stage(name, directory, values['this-system'] ? [thisTarget] : undefined)
    const made = packDirectory(directory, out)
    console.log(`${made.file}  ${megabytes(made.bytes)}, ${made.files.length} files`)
    for (const note of notes) console.log(`  ${note}`)
    return { ...made, directory }
  })
  const problems = values['no-checks'] ? [] : await (await import('./pack/check.mjs')).checkPackages(packed, scratch)
  const command = packed.find(({ name }) => name === 'hookline')
  if (!values['no-checks'] && command !== undefined) {
    const { bytes, packages } = installedSize(command.file, scratch)
    console.log(`\nhookline installed: ${megabytes(bytes)} in ${packages} package${packages === 1 ? '' : 's'}`)
    if (bytes > limitBytes) problems.push(`hookline takes ${megabytes(bytes)}, more than ${megabytes(limitBytes)}`)
  }
  for (const problem of problems) console.error(`✗ ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  else if (command !== undefined) console.log(`To install it: npm install -g ${command.file}`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
