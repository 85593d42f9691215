/** Creates the workspace of the demo: a temporary project with hooks, a temporary home, and a stand-in for `gh`. */

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { usualDirectory, usualFile } from '@hookline/core/agents'
import { type EventName, eventNames } from '@hookline/core/protocol'
import { scripts } from './scripts.ts'

export interface Workspace {
  readonly root: string
  readonly home: string
  /** The environment of the hooks and of the agent's commands. */
  readonly env: Readonly<Record<string, string | undefined>>
  remove(): void
}

type HookEntry = { readonly command: string }
const hook = (script: keyof typeof scripts): HookEntry => ({ command: `${usualDirectory}/hooks/${script}` })
const redact: HookEntry = { command: `node ${usualDirectory}/hooks/redact-secrets.mjs` }

/** The hooks besides the audit hook, which runs for every event. */
const listeners: Partial<Record<EventName, HookEntry>> = {
  sessionStart: hook('session-init.sh'),
  // This program does not exist, to show what happens if a hook fails.
  beforeSubmitPrompt: { command: 'prompt-linter --strict' },
  beforeReadFile: redact,
  beforeTabFileRead: redact,
  afterFileEdit: hook('format.sh'),
  afterTabFileEdit: hook('format.sh'),
  beforeShellExecution: hook('block-git.sh'),
  stop: hook('one-more-round.sh'),
}

const hooksFile = () => ({
  version: 1,
  hooks: Object.fromEntries(
    eventNames.map((name) => [name, [listeners[name] ?? [], hook('audit.sh')].flat()] as const),
  ),
})

const projectFiles = {
  'README.md': '# Greeter\n',
  '.env': 'GREETING=hello\nAPI_TOKEN=sk-demo-4f9a1c77e2b05d68\nDB_PASSWORD="correct horse"\n',
  'src/greet.ts': 'export const greet = (name: string) => "hello " + name\n',
} as const

export function createWorkspace(env: Readonly<Record<string, string | undefined>>): Workspace {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-demo-')))
  const remove = () => rmSync(base, { recursive: true, force: true })
  try {
    return { ...writeWorkspace(base, env), remove }
  } catch (error) {
    remove()
    throw error
  }
}

function writeWorkspace(base: string, env: Workspace['env']): Omit<Workspace, 'remove'> {
  const root = join(base, 'greeter')
  const home = join(base, 'home')
  const bin = join(home, 'bin')
  for (const [name, text] of Object.entries(projectFiles)) write(join(root, name), text)
  write(join(root, usualFile), `${JSON.stringify(hooksFile(), null, 2)}\n`)
  for (const [name, text] of Object.entries(scripts)) write(join(root, usualDirectory, 'hooks', name), text, 0o755)
  write(join(bin, 'gh'), '#!/bin/sh\necho "pull request #7 drafted (by a stand-in for gh; nothing was sent)"\n', 0o755)
  const path = [bin, dirname(process.execPath), env.PATH].filter(Boolean).join(delimiter)
  const { AUDIT_LOG: _log, AUDIT_TAG: _tag, ...inherited } = env
  return { root, home, env: { ...inherited, HOME: home, PATH: path } }
}

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
}
