/** Tests that the model receives what hooks replace, or that the tool call is denied. */
import { expect } from 'vitest'
import { eachVersion, sampled } from '../subjects.ts'
import { prepareTrial, runTrial } from '../trial.ts'
import { claudeCode } from './agent.ts'
import { everything } from './mcp-server.ts'

const { shell, read } = claudeCode.tools
// Assembled from parts, so that secret scanners find no token in this repository.
const token = ['ghp', 'R4nd0mT0kenR4nd0mT0kenR4nd0mT0ken1234'].join('_')
const settings = Array.from({ length: 40 }, (_, at) => (at === 20 ? `GITHUB_TOKEN=${token}` : `# line ${at + 1}`)).join(
  '\n',
)

/** A hook that prints this object. */
const printing = (reply: object): string => `#!/bin/sh\ncat <<'END'\n${JSON.stringify(reply)}\nEND\n`

eachVersion(claudeCode, 'What hooks replace', (subject) => {
  sampled('redact-secrets: the model receives the file without the token', async () => {
    const trial = await prepareTrial(subject, {
      files: { 'settings.txt': settings },
      packs: { 'redact-secrets': {} },
      turns: [read('settings.txt')],
    })
    const { modelReceived, results, records } = await trial.prompt()
    expect(modelReceived(token)).toBe(false)
    expect(results).toMatchObject([{ text: expect.stringContaining('[redacted:'), isError: false }])
    expect(results[0]?.text).toContain('# line 40')
    expect(records.find(({ event }) => event === 'beforeReadFile')).toMatchObject({ kind: 'proceed' })
  })

  sampled('redact-secrets: a partial read of a file with a token does not show the token', async () => {
    const { modelReceived, results } = await runTrial(subject, {
      files: { 'settings.txt': settings },
      packs: { 'redact-secrets': {} },
      turns: [{ name: 'Read', input: { file_path: 'settings.txt', offset: 20, limit: 3 } }],
    })
    expect(modelReceived(token)).toBe(false)
    expect(results).toMatchObject([{ isError: true }])
  })

  sampled('an image whose content a hook replaces is not read', async () => {
    const { results } = await runTrial(subject, {
      files: { 'cover.sh': printing({ updated_content: 'covered' }), 'photo.png': '\u0089PNG' },
      hooks: { beforeReadFile: [{ command: './cover.sh' }] },
      turns: [read('photo.png')],
    })
    expect(results).toMatchObject([{ isError: true }])
  })

  sampled('redact-secrets: a file without secrets is read unchanged', async () => {
    const { results } = await runTrial(subject, {
      files: { 'notes.txt': 'nothing to hide\n' },
      packs: { 'redact-secrets': {} },
      turns: [read('notes.txt')],
    })
    expect(results).toMatchObject([{ text: expect.stringContaining('nothing to hide'), isError: false }])
  })

  sampled('a rewritten command runs instead of the original, and the permission rules apply to it', async () => {
    const { sandbox, results, records } = await runTrial(subject, {
      files: { 'rewrite.sh': printing({ updated_input: { command: 'echo rewritten > out.txt' } }) },
      hooks: { preToolUse: [{ command: './rewrite.sh', matcher: 'Shell' }] },
      turns: [shell('echo original > out.txt')],
    })
    expect(sandbox.read('out.txt')).toBe('rewritten\n')
    expect(results).toMatchObject([{ isError: false }])
    expect(records.some(({ kind }) => kind === 'refuse')).toBe(false)
  })

  sampled('a rewritten command that the permissions deny does not run', async () => {
    const { sandbox, results } = await runTrial(subject, {
      files: {
        'rewrite.sh': printing({ updated_input: { command: 'curl --version > out.txt' } }),
        '.claude/settings.json': { permissions: { deny: ['Bash(curl:*)'] } },
      },
      hooks: { preToolUse: [{ command: './rewrite.sh', matcher: 'Shell' }] },
      turns: [shell('echo original > out.txt')],
    })
    expect(sandbox.exists('out.txt')).toBe(false)
    expect(results).toMatchObject([{ isError: true }])
  })

  sampled('the model receives the replaced output of an MCP tool as text', async () => {
    const { modelReceived, results } = await runTrial(
      subject,
      {
        files: {
          'replace.sh': printing({ updated_mcp_tool_output: { content: [{ type: 'text', text: 'replaced' }] } }),
          ...everything.files,
        },
        hooks: { postToolUse: [{ command: './replace.sh' }] },
        turns: [everything.echo('original text')],
      },
      everything.options,
    )
    expect(results).toEqual([expect.objectContaining({ text: 'replaced', isError: false })])
    expect(modelReceived('Echo: original text')).toBe(false)
  })

  sampled('hooks receive the output of an MCP tool as a list of contents', async () => {
    const { sandbox } = await runTrial(
      subject,
      {
        files: { 'keep.sh': '#!/bin/sh\ncat > seen.json\n', ...everything.files },
        hooks: { afterMCPExecution: [{ command: './keep.sh' }] },
        turns: [everything.echo('hello')],
      },
      everything.options,
    )
    const { result_json: result } = JSON.parse(sandbox.read('seen.json')) as { result_json: string }
    const parsed = JSON.parse(result) as { content?: unknown }
    expect(parsed.content ?? parsed).toEqual([{ type: 'text', text: 'Echo: hello' }])
  })

  sampled('a denied call of an MCP tool does not reach the server', async () => {
    const { results, modelReceived } = await runTrial(
      subject,
      {
        files: { 'deny.sh': printing({ permission: 'deny', agent_message: 'not this one' }), ...everything.files },
        hooks: { beforeMCPExecution: [{ command: './deny.sh', matcher: 'echo' }] },
        turns: [everything.echo('original text')],
      },
      everything.options,
    )
    expect(results).toMatchObject([{ text: expect.stringContaining('not this one'), isError: true }])
    expect(modelReceived('Echo: original text')).toBe(false)
  })
})
