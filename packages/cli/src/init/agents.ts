/** Which agents are in use here: by their directories alone, nothing is run. */
import type { Look } from './look.ts'

interface AgentRow {
  readonly name: string
  /** In a workspace, and in the home directory. */
  readonly project: readonly string[]
  readonly user: readonly string[]
  /** Where it keeps hooks in a workspace. */
  readonly hookFiles: readonly string[]
}

const row = (name: string, directory: string, user: string, ...files: readonly string[]): AgentRow => ({
  name,
  project: [directory],
  user: [user],
  hookFiles: files.map((file) => `${directory}/${file}`),
})

const agents: readonly AgentRow[] = [
  row('Cursor', '.cursor', '.cursor', 'hooks.json'),
  row('Claude Code', '.claude', '.claude', 'settings.json', 'settings.local.json'),
  row('Codex', '.codex', '.codex', 'hooks.json'),
  row('Gemini CLI', '.gemini', '.gemini', 'settings.json'),
  row('Copilot', '.github/hooks', '.copilot'),
  row('Qwen Code', '.qwen', '.qwen', 'settings.json'),
  row('Windsurf', '.windsurf', '.codeium/windsurf', 'hooks.json'),
  row('Kiro', '.kiro', '.kiro'),
  row('Factory Droid', '.factory', '.factory', 'hooks.json'),
  row('OpenCode', '.opencode', '.config/opencode'),
]

export interface AgentFound {
  readonly name: string
  readonly where: readonly ('project' | 'user')[]
}

export const findAgents = (project: Look, home: Look): readonly AgentFound[] =>
  agents.flatMap(({ name, project: here, user }): readonly AgentFound[] => {
    const where = [
      ...(project.hasAny(...here) ? ['project' as const] : []),
      ...(home.hasAny(...user) ? ['user' as const] : []),
    ]
    return where.length === 0 ? [] : [{ name, where }]
  })

/** Files of the workspace that hold hooks, ours among them. */
export const findHookFiles = (project: Look): readonly string[] =>
  ['.hookline/hookline.json', ...agents.flatMap(({ hookFiles }) => hookFiles)].filter(
    (file) => project.has(file) && (file.endsWith('hooks.json') || /"hooks"\s*:/.test(project.text(file))),
  )
