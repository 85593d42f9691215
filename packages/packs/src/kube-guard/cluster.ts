/** Where a call goes: the context and the namespace, by its words or by the kubeconfig. */
import { readFileSync, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { type KubeCall, valuesOf } from './call.ts'

export interface Cluster {
  /** Undefined where neither the words nor a file tell. */
  readonly context?: string
  readonly namespace: string
}
export interface Machine {
  readonly home: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

interface KubeConfig {
  readonly 'current-context'?: unknown
  readonly contexts?: unknown
}

export function clusterOf(call: KubeCall, machine: Machine): Cluster {
  const configs = filesOf(call, machine).flatMap((file) => readConfig(file) ?? [])
  const context = valuesOf(call, '--context').at(-1)?.text ?? configs.map((one) => one['current-context']).find(isText)
  const namespace = valuesOf(call, '--namespace').at(-1)?.text ?? namespaceOf(context, configs) ?? 'default'
  return { namespace, ...(context === undefined ? {} : { context }) }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function filesOf(call: KubeCall, { home, cwd, env }: Machine): readonly string[] {
  const own = call.command.assignments.find(({ name }) => name === 'KUBECONFIG')?.value.text
  const named = valuesOf(call, '--kubeconfig').at(-1)?.text ?? own ?? env.KUBECONFIG
  if (named === undefined || named === '') return [join(home, '.kube', 'config')]
  return named.split(delimiter).map((file) => resolve(cwd, file.replace(/^~(?=\/)/, home)))
}

function readConfig(file: string): KubeConfig | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.isFile() !== true || found.size > 2 ** 20) return undefined
    const value: unknown = parse(readFileSync(file, 'utf8'), { logLevel: 'silent' })
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function namespaceOf(context: string | undefined, configs: readonly KubeConfig[]): string | undefined {
  const rows = configs.flatMap(({ contexts }) => (Array.isArray(contexts) ? contexts : []))
  const row = rows.find((one) => one?.name === context) as
    | { readonly context?: { readonly namespace?: unknown } }
    | undefined
  const found = row?.context?.namespace
  return isText(found) ? found : undefined
}
