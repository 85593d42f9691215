/** The agents that can be here, and by which files they are known. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry, SourceName } from '@hookline/core/node'

export interface Agent {
  readonly name: string
  readonly title: string
  /** Any of these, seen from the home directory or from the workspace. */
  readonly inHome: readonly string[]
  readonly inRoot: readonly string[]
  /** The files it reads by itself; absent: it is not supported yet. */
  readonly sources?: readonly SourceName[]
  /** Its hooks are those of hookline.json files. */
  readonly own?: boolean
}

const native: readonly SourceName[] = ['enterprise', 'team', 'project', 'user', 'plugin']
const ofClaude: readonly SourceName[] = ['claude-local', 'claude-project', 'claude-user']

export const agents: readonly Agent[] = [
  { name: 'cursor', title: 'Cursor', inHome: ['.cursor'], inRoot: ['.cursor'], sources: native },
  { name: 'claude', title: 'Claude Code', inHome: ['.claude'], inRoot: ['.claude'], sources: ofClaude },
  { name: 'hookline', title: 'Hookline', inHome: [], inRoot: ['.hookline'], sources: native, own: true },
  { name: 'codex', title: 'Codex', inHome: ['.codex/hooks.json'], inRoot: ['.codex/hooks.json'] },
  { name: 'gemini', title: 'Gemini CLI', inHome: ['.gemini/settings.json'], inRoot: ['.gemini/settings.json'] },
  { name: 'qwen', title: 'Qwen Code', inHome: ['.qwen/settings.json'], inRoot: ['.qwen/settings.json'] },
  { name: 'copilot', title: 'Copilot', inHome: ['.copilot/hooks'], inRoot: ['.github/hooks'] },
  { name: 'windsurf', title: 'Windsurf', inHome: ['.codeium/windsurf/hooks.json'], inRoot: ['.windsurf/hooks.json'] },
  { name: 'kiro', title: 'Kiro', inHome: ['.kiro/hooks'], inRoot: ['.kiro/hooks'] },
  { name: 'cline', title: 'Cline', inHome: ['Documents/Cline/Hooks'], inRoot: ['.clinerules/hooks'] },
  { name: 'factory', title: 'Factory Droid', inHome: ['.factory/hooks.json'], inRoot: ['.factory/hooks.json'] },
  { name: 'opencode', title: 'OpenCode', inHome: ['.config/opencode/plugins'], inRoot: ['.opencode/plugins'] },
  { name: 'amp', title: 'Amp', inHome: [], inRoot: ['.amp/plugins'] },
]

/** Where it was seen; undefined: it was not. */
export const seenAt = ({ inHome, inRoot }: Agent, home: string, root: string): string | undefined =>
  [...inRoot.map((path) => join(root, path)), ...inHome.map((path) => join(home, path))].find((path) =>
    existsSync(path),
  )

export const isOf = ({ sources, own = false }: Agent, { origin }: Entry): boolean =>
  sources?.includes(origin.source) === true && origin.own === own
