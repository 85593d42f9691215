/** Writes the hooks of a case to disk: a script for each that does what its `raw` says, and the files that name them. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Case, CaseHook, CaseRaw } from './case.ts'
import type { CaseFile } from './case-files.ts'

export interface CaseDirectories {
  readonly root: string
  readonly home: string
  readonly enterprise: string
  /** Absent: no hook of the case is a plugin's. */
  readonly plugin?: string
}

export const caseScript = (folder: string, at: number): string => join(folder, `${at}.sh`)

/** `before` are the lines with which a script begins, by the path of a file of its own for each name. */
export function writeCaseScripts(
  { hooks }: Case,
  folder: string,
  before: (file: (name: string) => string, hook: CaseHook) => readonly string[],
): void {
  for (const [at, hook] of hooks.entries()) {
    const file = (name: string) => join(folder, `${at}.${name}`)
    const first = behaviour(hook.raw ?? {}, file('first'))
    const again = hook.again === undefined ? first : behaviour(hook.again, file('again'))
    const lines = [
      ...['#!/bin/sh', ...before(file, hook), `if [ -e '${file('asked')}' ]; then`, again],
      // In a shell of its own: a sandbox may forbid to write, which would end the script.
      ...['else', `( : > '${file('asked')}' ) 2>/dev/null`, first, 'fi'],
    ]
    writeFileSync(caseScript(folder, at), `${lines.join('\n')}\n`)
    chmodSync(caseScript(folder, at), 0o755)
  }
}

/** What is printed stands in files, so that no byte of it passes through the shell. */
function behaviour(raw: CaseRaw, file: string): string {
  const bytes =
    raw.stdoutBase64 === undefined
      ? (raw.stdout ?? raw.stdoutRepeat?.text.repeat(raw.stdoutRepeat.times) ?? '')
      : Buffer.from(raw.stdoutBase64, 'base64')
  writeFileSync(`${file}.out`, bytes)
  writeFileSync(`${file}.err`, raw.stderr ?? '')
  const end =
    raw.timeout === true
      ? 'sleep 60'
      : raw.signal === undefined
        ? `exit ${raw.exit ?? 0}`
        : `kill -${raw.signal.replace('SIG', '')} $$`
  return `cat '${file}.out'\ncat '${file}.err' >&2\n${end}`
}

/** Throws for a source that has no file. */
export function writeCaseFile(
  { root, home, enterprise, plugin }: CaseDirectories,
  { source, own, observed, text }: CaseFile,
): void {
  const files: Record<string, string> = {
    enterprise: join(enterprise, own ? 'hookline.json' : 'hooks.json'),
    team: join(home, '.cursor/managed/team_1/hooks/hooks.json'),
    project: join(root, own ? '.hookline/hookline.json' : '.cursor/hooks.json'),
    user: join(home, own ? '.config/hookline/hookline.json' : '.cursor/hooks.json'),
    'claude-local': join(root, '.claude/settings.local.json'),
    'claude-project': join(root, '.claude/settings.json'),
    'claude-user': join(home, '.claude/settings.json'),
    ...(plugin === undefined ? {} : { plugin: join(plugin, 'hooks/hooks.json') }),
  }
  const file = files[source]
  if (file === undefined || observed) throw new Error(`a real case cannot use the source ${source}, or observe`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
