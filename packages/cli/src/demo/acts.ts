/** The tool calls of the scripted agent: a read, an edit, an MCP tool, a subagent, and shell commands. */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from './story.ts'

type Act = (stage: Stage) => Promise<void>

const readEnv: Act = async ({ hooks, timeline, workspace }) => {
  timeline.heading('AGENT ', 'reads .env')
  const file_path = join(workspace.root, '.env')
  const content = readFileSync(file_path, 'utf8')
  await hooks.guard('beforeReadFile', { file_path, content, attachments: [] }, (final) => final.content)
}

const editGreeting: Act = async ({ hooks, timeline, workspace }) => {
  timeline.heading('AGENT ', 'edits src/greet.ts and leaves trailing spaces')
  const file_path = join(workspace.root, 'src/greet.ts')
  const old_string = readFileSync(file_path, 'utf8')
  const new_string = 'export const greet = (name: string) =>   \n  "good morning " + name\t\n'
  const call = { tool_name: 'Write', tool_input: { file_path }, tool_use_id: 'write_1', cwd: workspace.root }
  await hooks.guard('preToolUse', call, async () => {
    writeFileSync(file_path, new_string)
    await hooks.fire('afterFileEdit', { file_path, edits: [{ old_string, new_string }] })
    timeline.note('file changed', describeFormatting(new_string, readFileSync(file_path, 'utf8')))
    return { written: file_path }
  })
}

/** Compares the file on disk with what the agent wrote. */
export function describeFormatting(written: string, found: string): string {
  const lines = written.split('\n')
  const changed = found.split('\n').flatMap((line, at) => (line === lines[at] ? [] : [at + 1]))
  if (changed.length === 0) return 'no: it is as the agent wrote it'
  return `by a hook: ${written.length - found.length} trailing spaces removed, line ${changed.join(' and ')}`
}

const searchIssues: Act = async ({ hooks, timeline }) => {
  timeline.heading('AGENT ', 'calls the MCP tool search_issues')
  const call = {
    tool_name: 'search_issues',
    tool_input: JSON.stringify({ query: 'greeting' }),
    mcp_server_name: 'tracker',
    command: 'tracker-mcp --stdio',
  }
  // This function stands in for the server, because the demo uses no network.
  const found = await hooks.guard('beforeMCPExecution', call, ({ tool_input }) => ({
    content: [{ type: 'text', text: `1 issue for ${tool_input}: #12 “Greet by time of day”` }],
  }))
  timeline.note('agent gets', found.content.map((part) => part.text).join('\n'))
}

const explore: Act = async ({ hooks, timeline }) => {
  timeline.heading('AGENT ', 'starts a subagent to find the callers of greet()')
  const task = {
    subagent_id: 'sub_1',
    subagent_type: 'explore',
    task: 'Find the callers of greet()',
    parent_conversation_id: 'demo',
    tool_call_id: 'task_1',
    subagent_model: 'default',
    is_parallel_worker: false,
  }
  const summary = 'greet() has no callers yet'
  const report = { summary, description: 'Find callers', message_count: 2, tool_call_count: 1, modified_files: [] }
  await hooks.guard('subagentStart', task, () => report)
  timeline.note('agent gets', summary)
}

const shell =
  (command: string): Act =>
  async ({ hooks, timeline, workspace }) => {
    timeline.heading('AGENT ', `runs ${command}`)
    const input = { command, cwd: workspace.root, sandbox: false }
    const { output } = await hooks.guard('beforeShellExecution', input, (final) =>
      execute(final.command, final.cwd, workspace.env),
    )
    timeline.note('agent gets', output.trim().split('\n').join(', '))
  }

function execute(command: string, cwd: string, env: Stage['workspace']['env']) {
  return new Promise<{ output: string; exitCode: number }>((resolve) => {
    execFile('/bin/sh', ['-c', command], { cwd, env: { ...env } }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ output: stdout + stderr, exitCode: code })
    })
  })
}

export const acts: readonly Act[] = [
  readEnv,
  shell('ls'),
  editGreeting,
  searchIssues,
  explore,
  shell('git push --force'),
  shell('gh pr create -d'),
]
