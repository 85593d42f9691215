/** Programs that examples need, for tests: a directory for PATH with those that this machine does not have as they must be. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const works = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0

/** `bun run file.ts` for machines with neither bun nor a Node that takes types off: they are taken off here, and node runs it. */
const strip = (tool: string): string => `
import { readFileSync } from 'node:fs'
import { transformSync } from ${JSON.stringify(tool)}
const file = process.argv[2]
const { code, errors } = transformSync(file, readFileSync(file, 'utf8'))
if (errors.length > 0) throw errors[0]
await import('data:text/javascript,' + encodeURIComponent(code))
`

function provide(directory: string, name: string, text: string): void {
  writeFileSync(join(directory, name), `#!/bin/sh\n${text}\n`)
  chmodSync(join(directory, name), 0o755)
}

const hasYaml = (python: string): boolean => works(python, '-c', 'import yaml')

/** A python3 with PyYAML; a build server has it from `scripts/provide.mjs`, and elsewhere one may do without. */
function pythonWithYaml(): string | undefined {
  const python = ['python3', '/usr/bin/python3'].find(hasYaml)
  if (python === undefined && process.env.CI === 'true') throw new Error('There is no python3 with PyYAML.')
  if (python === undefined) return undefined
  // By its own path: behind a version manager `python3` depends on the home, and a test has another one.
  return spawnSync(python, ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout.trim()
}

export interface Programs {
  readonly directory: string
  readonly PATH: string
  /** Whether there is a python3 with PyYAML. */
  readonly yaml: boolean
}

/** PATH with bun (or what stands in for it) and a python3 that has PyYAML, where that can be had. */
export function programsForExamples(): Programs {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-programs-')))
  const python = pythonWithYaml()
  if (python !== undefined) provide(directory, 'python3', `exec '${python}' "$@"`)
  if (!works('bun', '--version') && !works(process.execPath, '--experimental-strip-types', '-e', '0')) {
    writeFileSync(join(directory, 'strip.mjs'), strip(import.meta.resolve('rolldown/utils')))
    provide(directory, 'bun', `shift\nexec '${process.execPath}' '${join(directory, 'strip.mjs')}' "$@"`)
  }
  return { directory, PATH: [directory, process.env.PATH].join(delimiter), yaml: python !== undefined }
}
