/** Whether git's own settings sign commits: the repository's file, then the person's. No process. */
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export function signsCommits(directory: string, home: string): boolean {
  const files = [repositoryConfig(directory), join(home, '.gitconfig'), join(home, '.config/git/config')]
  for (const file of files) {
    const said = file === undefined ? undefined : gpgSignIn(file)
    if (said !== undefined) return said
  }
  return false
}

function repositoryConfig(directory: string): string | undefined {
  for (let at = resolve(directory); ; at = dirname(at)) {
    const git = join(at, '.git')
    const found = statSync(git, { throwIfNoEntry: false })
    if (found?.isDirectory() === true) return join(git, 'config')
    // A working tree of its own shares the settings of the repository it belongs to.
    if (found !== undefined) return sharedConfig(git)
    if (dirname(at) === at) return undefined
  }
}

function sharedConfig(file: string): string | undefined {
  const place = /^gitdir: (.+)$/m.exec(textOf(file) ?? '')?.[1]
  return place === undefined ? undefined : resolve(dirname(file), place.replace(/\/worktrees\/[^/]+\/?$/, ''), 'config')
}

function gpgSignIn(file: string): boolean | undefined {
  let section = ''
  let said: boolean | undefined
  for (const line of (textOf(file) ?? '').split('\n')) {
    section = /^\s*\[([^\]]+)\]/.exec(line)?.[1]?.trim().toLowerCase() ?? section
    const value = section === 'commit' ? /^\s*gpgsign\s*(?:=\s*(\S+)\s*)?$/i.exec(line.replace(/[#;].*$/, '')) : null
    if (value !== null) said = !/^(false|no|off|0)$/i.test(value[1] ?? 'true')
  }
  return said
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
