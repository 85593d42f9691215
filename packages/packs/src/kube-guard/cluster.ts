/** Finds the context and the namespace of a kubectl command, by its options or by the kubeconfig. */
import { delimiter, join, resolve } from 'node:path'
import { readRegular } from '@hookline/core/files'
import { parse } from 'yaml'
import { type KubeCall, valuesOf } from './call.ts'

export interface Cluster {
  /** Undefined if neither the command nor a kubeconfig names one. */
  readonly context?: string
  readonly namespace: string
  /** A kubeconfig that exists but cannot be read, so the target of the command is not known. */
  readonly unread?: string
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

export function readCluster(call: KubeCall, machine: Machine): Cluster {
  const read = filesOf(call, machine).map(readConfig)
  const configs = read.filter((one) => typeof one !== 'string')
  const unread = read.find((one) => typeof one === 'string')
  const context = valuesOf(call, '--context').at(-1)?.text ?? configs.map((one) => one['current-context']).find(isText)
  const namespace = valuesOf(call, '--namespace').at(-1)?.text ?? namespaceOf(context, configs) ?? 'default'
  return { namespace, ...(context === undefined ? {} : { context }), ...(unread === undefined ? {} : { unread }) }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function filesOf(call: KubeCall, { home, cwd, env }: Machine): readonly string[] {
  const own = call.command.assignments.find(({ name }) => name === 'KUBECONFIG')?.value.text
  const named = valuesOf(call, '--kubeconfig').at(-1)?.text ?? own ?? env.KUBECONFIG
  if (named === undefined || named === '') return [join(home, '.kube', 'config')]
  return named.split(delimiter).map((file) => resolve(cwd, file.replace(/^~(?=\/)/, home)))
}

/** Empty if the file does not exist; its path if it exists but cannot be read. */
function readConfig(file: string): KubeConfig | string {
  const found = readRegular(file)
  if (found.kind === 'missing') return {}
  if (found.kind !== 'bytes') return file
  try {
    const value: unknown = parse(found.bytes.toString('utf8'), { logLevel: 'silent' })
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return file
  }
}

function namespaceOf(context: string | undefined, configs: readonly KubeConfig[]): string | undefined {
  const rows = configs.flatMap(({ contexts }) => (Array.isArray(contexts) ? contexts : []))
  // Only the namespace is read, and its type is checked below.
  const row = rows.find((one) => one?.name === context) as
    | { readonly context?: { readonly namespace?: unknown } }
    | undefined
  const found = row?.context?.namespace
  return isText(found) ? found : undefined
}
