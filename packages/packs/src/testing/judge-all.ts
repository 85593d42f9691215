/** Runs every pure hook of every pack, with default parameters, on a text inserted into its event. */
import type { HookContext, PackHook } from '@hookline/core/sdk'
import { packs } from '../packs.ts'
import { allRules } from '../shell-guard/rules/index.ts'

export interface Judge {
  readonly name: string
  readonly judge: (text: string) => unknown
}

const root = '/work/app'
const call = (tool_name: string, tool_input: object) => ({ tool_name, tool_input, tool_use_id: 'u', cwd: root })

/** The positions in an event where text from others can appear. */
const inputs: Readonly<Record<string, (text: string) => readonly object[]>> = {
  beforeShellExecution: (text) => [{ command: text, cwd: root, sandbox: false }],
  preToolUse: (text) => [
    call('Shell', { command: text, working_directory: root }),
    call('Write', { file_path: `${root}/a`, content: text }),
    call('Write', { file_path: text, content: 'a' }),
    call('ApplyPatch', { patch: text }),
    call('Grep', { pattern: text, glob: text, path: text }),
  ],
  beforeMCPExecution: (text) => [{ tool_name: text, tool_input: JSON.stringify({ text }), command: text }],
  beforeReadFile: (text) => [
    { file_path: `${root}/a`, content: text, attachments: [] },
    { file_path: text, content: '', attachments: [] },
  ],
  beforeTabFileRead: (text) => [{ file_path: `${root}/a`, content: text }],
  beforeSubmitPrompt: (text) => [{ prompt: text, attachments: [] }],
}

const usual = (parameters: (typeof packs)[number]['parameters']) =>
  Object.fromEntries(Object.entries(parameters).map(([key, { schema }]) => [key, schema.default]))

/** One function for each hook and position. */
export function judges(base: string): readonly Judge[] {
  const here = {
    signal: new AbortController().signal,
    roots: [root],
    cwd: root,
    home: base,
    env: {},
    state: base,
  } as unknown as HookContext
  const judging = packs.flatMap(({ name, parameters, hooks }) =>
    hooks(usual(parameters)).flatMap((hook) => (hook.pure === true ? [{ pack: name, hook }] : [])),
  )
  return judging.flatMap(({ pack, hook }: { pack: string; hook: PackHook }) =>
    (inputs[hook.event]?.('') ?? []).map((_, at) => ({
      name: `${pack}/${hook.name} ${hook.event}${at === 0 ? '' : ` ${at}`}`,
      judge: (text: string) => hook.run(inputs[hook.event]?.(text)[at] as never, here),
    })),
  )
}

/** Every program that a rule names. */
export const ruledPrograms: readonly string[] = [
  ...new Set(allRules().flatMap((rule) => ('programs' in rule ? (rule.programs ?? []) : []))),
]
