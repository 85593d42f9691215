/** Creates the directories of one trial: a home, a workspace, and a PATH with this checkout's build of `hookline`. */
import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { type ProgramResult, runProgram } from '../headless/run-program.ts'
import type { Files } from './agent.ts'

const builtProgram = fileURLToPath(new URL('../../bin/hookline.cjs', import.meta.url))

// All trials of a test file share one directory, which is removed after the file because trials run in parallel.
const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-agents-')))
afterAll(() => {
  if (process.env.HOOKLINE_AGENTS_KEEP === '1') console.log(`The trials are kept in ${base}`)
  else rmSync(base, { recursive: true, force: true })
})

export interface TrialSandbox {
  readonly root: string
  readonly home: string
  /** First on the PATH. */
  readonly bin: string
  /** The script of Hookline that `init` connects. */
  readonly program: string
  readonly env: Readonly<Record<string, string>>
  /** Paths in the workspace. */
  exists(path: string): boolean
  read(path: string): string
  write(files: Files): void
  writeHome(files: Files): void
  /** Runs the built command. Throws if its exit code is not one of `codes` (default: 0). */
  hookline(args: readonly string[], codes?: readonly number[]): Promise<ProgramResult>
  /** The log as lines of JSON, newest first. This checkout's build reads it, because the trial may have damaged its own copy. */
  readLog(): Promise<string>
}

/** `ownInstall`: Node and Hookline are copies, which a trial may damage or remove. */
export function createTrialSandbox(ownInstall = false): TrialSandbox {
  const directory = mkdtempSync(join(base, 'trial-'))
  const [root, home, bin] = [join(directory, 'work'), join(directory, 'home'), join(directory, 'bin')]
  for (const path of [root, home, bin]) mkdirSync(path)
  const program = ownInstall ? join(copyInstall(directory, bin), 'bin/hookline.cjs') : builtProgram
  symlinkSync(program, join(bin, 'hookline'))
  const env = {
    HOME: home,
    PATH: [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    LANG: 'C.UTF-8',
  }
  return {
    root,
    home,
    bin,
    program,
    env,
    exists: (path) => existsSync(join(root, path)),
    read: (path) => readFileSync(join(root, path), 'utf8'),
    write: (files) => writeFiles(root, files),
    writeHome: (files) => writeFiles(home, files),
    async hookline(args, codes = [0]) {
      const ended = await runProgram(join(bin, 'hookline'), args, { cwd: root, env, limitMs: 60_000 })
      if (codes.includes(ended.code ?? -1)) return ended
      throw new Error(`hookline ${args.join(' ')}: exit ${ended.code}\n${ended.stdout}${ended.stderr}`)
    },
    async readLog() {
      const args = [builtProgram, 'log', '--jsonl', '--limit', '1000']
      return (await runProgram(process.execPath, args, { cwd: root, env, limitMs: 60_000 })).stdout
    },
  }
}

function copyInstall(directory: string, bin: string): string {
  const copy = join(directory, 'hookline')
  for (const part of ['bin', 'dist/bundle', 'package.json'])
    cpSync(join(dirname(builtProgram), '..', part), join(copy, part), { recursive: true })
  copyFileSync(process.execPath, join(bin, 'node'), constants.COPYFILE_FICLONE)
  return copy
}

function writeFiles(directory: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(directory, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`)
    if (typeof content === 'string' && content.startsWith('#!')) chmodSync(file, 0o755)
  }
}
