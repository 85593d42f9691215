/** Helpers to define a pack: parameters with their types, hooks and canaries. */
import type { JsonObject } from '@hookline/core/protocol'
import {
  defineHook,
  type EventInput,
  type EventName,
  type Handler,
  type Pack,
  type PackCanary,
  type PackHook,
  type Parameter,
} from '@hookline/core/sdk'

export const choice = <const T extends string>(values: readonly T[], initial: T, doc: string) =>
  ({ schema: { enum: values, default: initial }, doc }) as const satisfies Parameter
export const flag = (usual: boolean, doc: string) =>
  ({ schema: { type: 'boolean', default: usual }, doc }) as const satisfies Parameter
export const strings = (usual: readonly string[], doc: string) =>
  ({
    schema: { type: 'array', items: { type: 'string', minLength: 1 }, default: usual },
    doc,
  }) as const satisfies Parameter
export const text = (usual: string, doc: string) =>
  ({ schema: { type: 'string', default: usual }, doc }) as const satisfies Parameter
export const amount = (usual: number, doc: string) =>
  ({ schema: { type: 'number', exclusiveMinimum: 0, default: usual }, doc }) as const satisfies Parameter

type Rows = Readonly<Record<string, Parameter>>
export type Values<R extends Rows> = {
  readonly [K in keyof R]: R[K]['schema'] extends { readonly enum: readonly (infer V)[] }
    ? V
    : R[K]['schema'] extends { readonly default: infer D }
      ? D extends readonly string[]
        ? readonly string[]
        : D extends boolean
          ? boolean
          : D extends number
            ? number
            : string
      : never
}

export interface PackRow<R extends Rows> {
  readonly name: string
  readonly description: string
  readonly about: string
  readonly parameters: R
  readonly replaced?: Pack['replaced']
  readonly audits?: true
  hooks(parameters: Values<R>): readonly PackHook[]
  canaries(parameters: Values<R>): readonly PackCanary[]
}

/** The caller checks the values against the schemas of the parameters, so they have the types that the hooks expect. */
export const definePack = <const R extends Rows>(row: PackRow<R>): Pack => row as unknown as Pack

type Options = NonNullable<Parameters<typeof defineHook>[2]> & {
  readonly name: string
  readonly rewrites?: boolean
}
/** A hook of a pack. Its full name is `<pack>/<name>`. */
export const packHook = <N extends EventName>(
  event: N,
  options: Options & { remarks?(input: EventInput<N>): readonly string[] },
  handler: Handler<N>,
): PackHook => ({ ...defineHook(event, handler, options), ...options }) as PackHook

const canary =
  (event: EventName, input: (value: string, root: string) => JsonObject) =>
  (wants: PackCanary['wants'], value: string, says: string = value): PackCanary => ({
    event,
    says,
    wants,
    input: (root) => input(value, root),
  })
export const shellCanary = canary('beforeShellExecution', (command, root) => ({ command, cwd: root, sandbox: false }))
export const readCanary = canary('beforeReadFile', (path, root) => ({
  file_path: path.startsWith('/') ? path : `${root}/${path}`,
  content: '',
  attachments: [],
}))
export const writeCanary = canary('preToolUse', (path, root) => ({
  tool_name: 'Write',
  tool_input: { file_path: path.startsWith('/') ? path : `${root}/${path}`, content: 'x' },
  tool_use_id: 'tool_1',
  cwd: root,
}))
/** A call of any tool, with its input as the host sends it. */
export const toolCanary = (wants: PackCanary['wants'], tool: string, input: object | string): PackCanary => ({
  event: 'preToolUse',
  wants,
  says: `${tool} ${JSON.stringify(input)}`,
  input: (root) => ({ tool_name: tool, tool_input: input, tool_use_id: 'tool_1', cwd: root }),
})
export const promptCanary = canary('beforeSubmitPrompt', (prompt) => ({ prompt, attachments: [] }))
