/** The tools of a prompt hook with `verify`: they read the workspace and run the commands that the entry names (CONTRACT §8). */
import { isProjectSource } from '../../agents/sources.ts'
import type { Verify } from '../../flow.ts'
import type { Job, ModelCall, Platform, Runner, ToolResult, VerifierTools } from '../../ports.ts'
import { redactSecrets } from '../../redact/redact-secrets.ts'
import type { Sandboxes } from '../../runners/command.ts'
import { isObject, type JsonObject } from '../../schema.ts'
import { findSecrets } from '../sandbox/secrets.ts'
import { createCommands } from './commands.ts'
import { listFiles, readLines, searchFiles } from './files.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

export interface VerifierSetup {
  readonly platform: Platform
  readonly roots: readonly string[]
  readonly runCommand: Runner['run']
  readonly sandboxes: Pick<Sandboxes, 'whyNot'>
  /** Whether the hooks of a workspace may run, by its trust. */
  isTrusted(root: string): boolean
}

/** The workspace of one run is opened at its first use, because a model may answer at once. */
export function openVerifierTools(setup: VerifierSetup, job: Job, verify: Verify): VerifierTools {
  // A project's entry is trusted with its own root, any other with the workspace of the event.
  const isProject = isProjectSource(job.entry.origin.source)
  const base = isProject ? job.entry.cwd : setup.roots[0]
  if (base === undefined) return { call: async () => ({ text: 'there is no workspace' }) }
  const kinds = new Set<string>()
  // Of a whole text before it is cut, because half a secret is not recognised, and of names and messages.
  const redact = (text: string) => {
    const { text: kept, found } = redactSecrets(text)
    for (const kind of found) kinds.add(kind)
    return kept
  }
  let opened: Workspace | undefined
  const workspace = () => {
    opened ??= openWorkspace({
      base,
      roots: [base, ...setup.roots],
      patterns: verify.read,
      secrets: findSecrets(setup.platform),
      redact,
    })
    return opened
  }
  // A project's own entry runs only with trust.
  const isTrusted = isProject || setup.isTrusted(base)
  const commands = createCommands({ ...setup, base, isTrusted, job, names: verify.commands, redact })
  return {
    call: async (call, signal) => {
      const result = await act(call, {
        read_file: async ({ path, line }) => readLines(workspace(), path, line),
        list_files: ({ directory }) => listFiles(workspace(), directory, signal),
        search_files: ({ pattern, directory }) => searchFiles(workspace(), pattern, directory, signal),
        run_command: ({ command }) => commands.run(command, signal),
      })
      return { ...result, text: redact(result.text), redacted: [...kinds] }
    },
  }
}

type Act = (input: JsonObject) => Promise<ToolResult>

async function act({ name, input }: ModelCall, acts: Readonly<Record<string, Act>>): Promise<ToolResult> {
  const found = Object.hasOwn(acts, name) ? acts[name] : undefined
  if (found === undefined) return { text: 'there is no such tool' }
  if (!isObject(input)) return { text: 'the input must be an object' }
  try {
    return await found(input)
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error) }
  }
}
