/** Runs a case with a real process for every hook, through real files, with the engine as people get it. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createHooks } from '../node/create-hooks.ts'
import type { Case, CaseHook, CaseRaw } from './case.ts'
import { type CaseFile, caseFiles, indexEntries } from './case-files.ts'
import { differences, partDifferences } from './compare-case.ts'
import { askOf, fireAndWait } from './run-case.ts'

interface Scratch {
  readonly root: string
  readonly home: string
  readonly enterprise: string
  readonly plugin: string
  readonly scripts: string
}

/** The differences between what the case wants and what happens: none when it holds. */
export async function runRealCase(one: Case): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-case-'))
  const part = (name: string) => join(directory, name)
  const scratch: Scratch = {
    root: part('root'),
    home: part('home'),
    enterprise: part('enterprise'),
    plugin: part('plugin'),
    scripts: part('scripts'),
  }
  try {
    for (const folder of Object.values(scratch)) mkdirSync(folder)
    for (const [at, hook] of one.hooks.entries()) writeScript(scratch, at, hook)
    for (const file of caseFiles(one, (hook, at) => ({ ...hook.entry, command: scriptOf(scratch, at) })))
      writeCaseFile(scratch, file)
    return await fired(one, scratch)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function fired(one: Case, scratch: Scratch): Promise<readonly string[]> {
  const hooks = await createHooks({
    workspaceRoots: [scratch.root],
    home: scratch.home,
    enterpriseDir: scratch.enterprise,
    plugins: one.hooks.some((hook) => hook.source === 'plugin') ? [scratch.plugin] : [],
    trust: 'all',
    experiments: one.experiments ?? [],
    ...(one.edition === undefined ? {} : { edition: one.edition }),
    ...askOf(one),
  })
  const indexOf = indexEntries(one, hooks.entries)
  const { problems } = hooks
  const effect = await fireAndWait(hooks, one)
  const misread = one.hooks.flatMap((hook, at) => {
    const read = join(scratch.scripts, `${at}.stdin`)
    return hook.reads === undefined || !existsSync(read)
      ? []
      : partDifferences(`hook ${at} reads`, hook.reads, JSON.parse(readFileSync(read, 'utf8')))
  })
  return differences(one, { effect, problems, indexOf, misread })
}

const scriptOf = (scratch: Scratch, at: number) => join(scratch.scripts, `${at}.sh`)

function writeScript(scratch: Scratch, at: number, hook: CaseHook): void {
  const file = (name: string) => join(scratch.scripts, `${at}.${name}`)
  const first = behaviour(hook.raw ?? {}, file('first'))
  const again = hook.again === undefined ? first : behaviour(hook.again, file('again'))
  const lines = [
    '#!/bin/sh',
    `cat > '${file('stdin')}'`,
    `if [ -e '${file('asked')}' ]; then`,
    again,
    'else',
    `: > '${file('asked')}'`,
    first,
    'fi',
  ]
  writeFileSync(scriptOf(scratch, at), `${lines.join('\n')}\n`)
  chmodSync(scriptOf(scratch, at), 0o755)
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

function writeCaseFile(scratch: Scratch, { source, own, text }: CaseFile): void {
  const { root, home, enterprise, plugin } = scratch
  const files: Record<string, string> = {
    enterprise: join(enterprise, own ? 'hookline.json' : 'hooks.json'),
    team: join(home, '.cursor/managed/team_1/hooks/hooks.json'),
    project: join(root, own ? '.hookline/hookline.json' : '.cursor/hooks.json'),
    user: join(home, own ? '.config/hookline/hookline.json' : '.cursor/hooks.json'),
    'claude-local': join(root, '.claude/settings.local.json'),
    'claude-project': join(root, '.claude/settings.json'),
    'claude-user': join(home, '.claude/settings.json'),
    plugin: join(plugin, 'hooks/hooks.json'),
  }
  const file = files[source]
  if (file === undefined) throw new Error(`a real case cannot use the source ${source}`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
