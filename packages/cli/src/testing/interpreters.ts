/** Provides the programs that the examples need, in a directory for PATH, if this machine does not have suitable ones. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { bin } from './cli.ts'

const succeeds = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0

/** A substitute for `bun run file.ts` on machines with neither bun nor a Node that strips types: it strips them and runs the file with node. */
const stripScript = (tool: string): string => `
import { readFileSync } from 'node:fs'
import { transformSync } from ${JSON.stringify(tool)}
const file = process.argv[2]
const { code, errors } = transformSync(file, readFileSync(file, 'utf8'))
if (errors.length > 0) throw errors[0]
await import('data:text/javascript,' + encodeURIComponent(code))
`

function writeProgram(directory: string, name: string, text: string): void {
  writeFileSync(join(directory, name), `#!/bin/sh\n${text}\n`)
  chmodSync(join(directory, name), 0o755)
}

const hasYaml = (python: string): boolean => succeeds(python, '-c', 'import yaml')

/** Finds a python3 with PyYAML. On a build server `scripts/provide.mjs` installs it. Elsewhere it is optional. */
function findPythonWithYaml(): string | undefined {
  const python = ['python3', '/usr/bin/python3'].find(hasYaml)
  if (python === undefined && process.env.CI === 'true')
    throw new Error('No python3 with PyYAML was found, which CI=true requires. Run: node scripts/provide.mjs')
  if (python === undefined) return undefined
  // Use its real path: with a version manager, `python3` depends on the home directory, and a test has another one.
  return spawnSync(python, ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout.trim()
}

export interface Programs {
  readonly directory: string
  readonly PATH: string
  /** Whether there is a python3 with PyYAML. */
  readonly yaml: boolean
}

/** Returns a PATH with `hookline`, with bun or its substitute, and with a python3 that has PyYAML if this machine has one. */
export function provideExamplePrograms(): Programs {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-programs-')))
  const python = findPythonWithYaml()
  writeProgram(directory, 'hookline', `exec '${process.execPath}' '${bin}' "$@"`)
  if (python !== undefined) writeProgram(directory, 'python3', `exec '${python}' "$@"`)
  if (!succeeds('bun', '--version') && !succeeds(process.execPath, '--experimental-strip-types', '-e', '0')) {
    writeFileSync(join(directory, 'strip.mjs'), stripScript(import.meta.resolve('rolldown/utils')))
    writeProgram(directory, 'bun', `shift\nexec '${process.execPath}' '${join(directory, 'strip.mjs')}' "$@"`)
  }
  return { directory, PATH: [directory, process.env.PATH].join(delimiter), yaml: python !== undefined }
}
