/** `hookline agent`: the reference host. Only this command loads the package of the agent. */

import { resolve } from 'node:path'
import type { AgentOptions, AgentResult, Mode } from '@hookline/agent'
import { usualDirectory } from '@hookline/core/agents'
import { openTerminal } from '../agent/terminal.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { loadOptional } from '../machine/optional-package.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { json, plain } from '../text/plain.ts'

export const help = `Usage: hookline agent ["task"] [options]

Runs a small coding agent on any Anthropic or OpenAI-compatible endpoint. Every
step goes through the hooks configured here and follows their decisions:
prompts, commands, reads, edits, MCP tools, subagents and responses. After the
task you can type more messages; /help lists what else you can type. Press
Ctrl-C to cancel the current step, and twice to quit.

  --model <m>           provider:name (default: models.default in your
                        hookline.json), or scripted:<file> to play a
                        conversation from a JSON or YAML file
  --base-url <url>      the endpoint, if it is not the provider's own
  --api-key <key>       visible in the process list: prefer the environment
                        (ANTHROPIC_API_KEY, OPENAI_API_KEY) or hookline.json
  --mode <m>            agent (default), ask (reads only) or edit (no shell)
  --print               print the final text on stdout and everything else on
                        stderr. Asks nothing: where a hook asks, it denies
  --json                like --print, with one object on stdout: result, status,
                        conversation_id, transcript_path, usage, refusals
  --mcp-config <file>   more MCP servers, in the format of ~/${usualDirectory}/mcp.json.
                        That file is always read, and ${usualDirectory}/mcp.json of the
                        workspace if you trust it
  --context-window <n>  in tokens; at 85 % older messages become a summary
  --timeout <seconds>   wait so long for the endpoint (default 180)
  --cwd <dir>           work in this directory. The workspace is the nearest
                        parent with ${rootMarksText}

Exit codes: 0 done; 1 the turn failed or was denied; 64 wrong usage;
130 interrupted.

Example: hookline agent "greet me" --print --model scripted:hello.yaml
`

const options = {
  model: { type: 'string' },
  'base-url': { type: 'string' },
  'api-key': { type: 'string' },
  mode: { type: 'string' },
  print: { type: 'boolean' },
  json: { type: 'boolean' },
  'mcp-config': { type: 'string' },
  'context-window': { type: 'string' },
  timeout: { type: 'string' },
  cwd: { type: 'string' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const [task] = positionals
  const headless = values.print === true || values.json === true
  if (headless && (task ?? '').trim() === '')
    throw new UsageError('--print and --json need a task: hookline agent "<task>" --print')
  const cwd = readDirectory(values.cwd, io)
  const contextWindow = readNumber('--context-window', values['context-window'])
  const timeout = readNumber('--timeout', values.timeout)
  const mode = readMode(values.mode)
  const agent = await loadAgent(io)
  if (agent === undefined) return exits.finding
  const person = openTerminal(io, headless)
  try {
    const result = await start(agent, {
      root: findRoot(cwd),
      cwd,
      mode,
      person,
      headless,
      signal: io.signal,
      env: io.env,
      flags: { ...given('baseUrl', values['base-url']), ...given('apiKey', values['api-key']) },
      ...given('task', task),
      ...given('spec', resolveScript(values.model, io.cwd)),
      ...given('mcpConfig', values['mcp-config'] === undefined ? undefined : resolve(io.cwd, values['mcp-config'])),
      ...given('contextWindow', contextWindow),
      ...given('idleTimeoutMs', timeout === undefined ? undefined : timeout * 1000),
    })
    report(result, values.json === true, headless, io)
    return exitOf(result, io)
  } finally {
    person.close()
  }
}

type AgentPackage = typeof import('@hookline/agent')

/** Loading the agent takes a quarter of a second, so no other command does it. */
const loadAgent = (io: Io): Promise<AgentPackage | undefined> =>
  loadOptional({ packageName: '@hookline/agent', command: 'agent' }, () => import('@hookline/agent'), io)

async function start({ runAgent, SetupError }: AgentPackage, agentOptions: AgentOptions): Promise<AgentResult> {
  try {
    return await runAgent(agentOptions)
  } catch (thrown) {
    throw thrown instanceof SetupError ? new UsageError(thrown.message) : thrown
  }
}

function report({ text, usage, ...result }: AgentResult, asJson: boolean, headless: boolean, io: Io): void {
  const { status, conversation: conversation_id, transcript: transcript_path, refusals, error } = result
  if (asJson)
    io.stdout.write(
      `${json({ result: text, status, ...given('error', error), conversation_id, transcript_path, usage, refusals })}\n`,
    )
  else if (headless && text !== '') io.stdout.write(`${plain(text)}\n`)
  const { input_tokens: input, output_tokens: output, usd } = usage
  if (input === undefined || output === undefined) return
  const cost = usd === undefined ? '' : ` · $${usd.toFixed(4)}`
  io.stderr.write(`${input.toLocaleString('en')} tokens in, ${output.toLocaleString('en')} out${cost}\n`)
}

function exitOf({ status }: AgentResult, io: Io): number {
  if (io.signal.aborted) return exits.interrupted
  return status === 'error' ? exits.finding : exits.fine
}

const modes: readonly Mode[] = ['agent', 'ask', 'edit']

function readMode(name: string = 'agent'): Mode {
  const mode = modes.find((one) => one === name)
  if (mode === undefined) throw new UsageError(`unknown mode "${name}". Use agent, ask or edit`)
  return mode
}

function readNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!(number > 0 && Number.isFinite(number))) throw new UsageError(`${flag} must be a number above 0, got "${text}"`)
  return number
}

/** The path of a script is relative to the directory in which the command was started. */
const resolveScript = (spec: string | undefined, cwd: string): string | undefined =>
  spec?.startsWith('scripted:') === true ? `scripted:${resolve(cwd, spec.slice('scripted:'.length))}` : spec

const given = <N extends string, T>(name: N, value: T | undefined): { readonly [K in N]?: T } =>
  // TypeScript types a computed key as `string`; here it is always the key `N`.
  (value === undefined ? {} : { [name]: value }) as { readonly [K in N]?: T }
