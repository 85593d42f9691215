/** Installs an agent from the npm registry into a cache outside the repository, with one directory per version. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../headless/run-program.ts'
import type { RealAgent } from './agent.ts'

export type Installed = { readonly program: string; readonly directory: string } | { readonly missing: string }

export const cacheDirectory = (env: NodeJS.ProcessEnv = process.env): string =>
  env.HOOKLINE_AGENTS_CACHE ?? join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'hookline', 'agents')

/** Calls `note` before it downloads anything. If the program cannot be installed, it returns the reason and does not throw. */
export async function install(agent: RealAgent, version: string, note: (text: string) => void): Promise<Installed> {
  const system = `${process.platform}-${process.arch}`
  if (!agent.systems.includes(system))
    return { missing: `it runs only on ${agent.systems.join(', ')}, and this system is ${system}` }
  const directory = join(cacheDirectory(), `${agent.id}-${version}`)
  const program = join(directory, agent.program)
  if (existsSync(program)) return { program, directory }
  note(`Installing ${agent.package}@${version} from npm into ${directory}`)
  // Install into a temporary directory and rename it, so that an interrupted installation is never used.
  const temporary = `${directory}.${process.pid}`
  const failure = await npmInstall(temporary, [`${agent.package}@${version}`, ...(agent.beside ?? [])])
  if (failure === undefined && existsSync(join(temporary, agent.program))) {
    rmSync(directory, { recursive: true, force: true })
    renameSync(temporary, directory)
    return { program, directory }
  }
  rmSync(temporary, { recursive: true, force: true })
  return { missing: failure ?? `the package does not contain ${agent.program}` }
}

async function npmInstall(directory: string, names: readonly string[]): Promise<string | undefined> {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'package.json'), '{"private":true}\n')
  // An agent brings its own program or runs on the Node that is installed beside it, so npm's Node does not matter.
  const quiet = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error']
  const args = ['install', '--ignore-scripts', '--engine-strict=false', ...quiet, ...names]
  const { code, stderr } = await runProgram('npm', args, { cwd: directory, env: process.env, limitMs: 300_000 })
  if (code === 0) return undefined
  const lines = stderr.split('\n').filter((line) => line.startsWith('npm error'))
  return `npm install failed: ${(lines[0] ?? stderr).replace('npm error ', '').trim().slice(0, 300)}`
}
