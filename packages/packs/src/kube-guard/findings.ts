/** What speaks against one call of kubectl. */
import type { Globs } from '../lib/paths.ts'
import type { Reason, Word } from '../lib/said.ts'
import { has, type KubeCall, valuesOf } from './call.ts'
import type { Cluster } from './cluster.ts'
import { dangersIn } from './dangers.ts'
import type { Document, Manifests } from './read-manifests.ts'

export interface Policy {
  readonly isProtectedContext: Globs
  readonly isProtectedNamespace: Globs
  readonly kinds: ReadonlySet<string>
  readonly onContext: Word
  readonly onNamespace: Word
  readonly onKind: Word
  readonly onPrivileged: Word
  readonly unread: Word
}
export interface Finding extends Reason {
  readonly word: Word
}

/** All others look. */
const writing = new Set(
  `apply create replace delete patch edit set scale autoscale run expose rollout label annotate taint drain cordon uncordon exec cp attach
   debug evict adm new-app new-project policy`.split(/\s+/),
)
const looking = /^(status|history|view-last-applied)$/

export function writes(call: KubeCall): boolean {
  // The last one decides.
  const last = call.options.findLast(({ name }) => name === '--dry-run')
  const dry = last !== undefined && !/^(none|false)$/.test(last.value?.text ?? '')
  return writing.has(call.verb) && !dry && !looking.test(call.operands[0]?.text ?? '')
}

export const findings = (call: KubeCall, cluster: Cluster, manifests: Manifests, policy: Policy): readonly Finding[] =>
  [
    ...inContext(call, cluster, policy),
    ...inNamespaces(call, cluster, manifests, policy),
    ...manifests.documents.flatMap((one) => [...ofKind(call, one, policy), ...privileged(call, one, policy)]),
    ...(valuesOf(call, '--profile').some(({ text, known }) => text === 'sysadmin' || !known)
      ? [danger(call, 'a privileged container', '--profile', policy)]
      : []),
    ...(has(call, '--privileged') ? [danger(call, 'a privileged container', 'the command line', policy)] : []),
    ...[...elsewhere(call), ...unreadConfig(cluster), ...manifests.unread].map((what) =>
      unreadable(call, what, policy),
    ),
  ].filter(({ word }) => word !== 'allow')

/** Where it goes is known only when it runs. */
const elsewhere = (call: KubeCall): readonly string[] =>
  ['--context', '--namespace', '--kubeconfig'].flatMap((name) =>
    valuesOf(call, name)
      .filter(({ known }) => !known)
      .map(({ text }) => `${name} ${text}, which only running it would tell`),
  )

const unreadConfig = ({ unread }: Cluster): readonly string[] =>
  unread === undefined ? [] : [`the kubeconfig ${unread}, which cannot be read`]

const cure = (key: string) => `yours to set: hookline add kube-guard --set ${key}=allow`

function inContext({ verb }: KubeCall, { context }: Cluster, policy: Policy): readonly Finding[] {
  const pattern = context === undefined ? undefined : policy.isProtectedContext(context.replaceAll('/', ':'))
  if (pattern === undefined) return []
  return [
    {
      word: policy.onContext,
      rule: 'kube-guard/context',
      reason: `kubectl ${verb} would change the cluster of the context ${context}, which is protected (${pattern.slice(1)}).`,
      instead: 'Name another context with --context, or show the change with kubectl diff.',
      cure: cure('onContext'),
    },
  ]
}

function inNamespaces(call: KubeCall, cluster: Cluster, { documents }: Manifests, policy: Policy): readonly Finding[] {
  const deleted =
    call.verb === 'delete' && /^(ns|namespaces?)$/.test(call.operands[0]?.text ?? '')
      ? call.operands.slice(1).map(({ text }) => text)
      : []
  const slashed = call.operands.flatMap(({ text }) => /^(?:ns|namespaces?)\/(.+)$/.exec(text)?.[1] ?? [])
  const own = documents.map(({ value }) => (isNamespace(value) ? nameIn(value, 'name') : nameIn(value, 'namespace')))
  const everywhere = has(call, '--all-namespaces') ? ['all of them'] : []
  const named = [cluster.namespace, ...deleted, ...slashed, ...own.filter((one) => one !== undefined)]
  const found = everywhere[0] ?? named.find((one) => policy.isProtectedNamespace(one) !== undefined)
  if (found === undefined) return []
  return [
    {
      word: policy.onNamespace,
      rule: 'kube-guard/namespace',
      reason: `kubectl ${call.verb} would change the namespace ${found}${found === 'all of them' ? '' : ', which is protected'}.`,
      instead: 'Work in a namespace of your own: kubectl -n <name>.',
      cure: cure('onNamespace'),
    },
  ]
}

const isNamespace = ({ kind }: Document['value']): boolean => kind === 'Namespace' || kind === 'Project'
function nameIn({ metadata }: Document['value'], key: 'name' | 'namespace'): string | undefined {
  const found = typeof metadata === 'object' && metadata !== null ? (metadata as Document['value'])[key] : undefined
  return typeof found === 'string' ? found : undefined
}

function ofKind({ verb }: KubeCall, { value, from }: Document, policy: Policy): readonly Finding[] {
  const kind = typeof value.kind === 'string' ? value.kind : ''
  if (!policy.kinds.has(kind.toLowerCase())) return []
  return [
    {
      word: policy.onKind,
      rule: 'kube-guard/kind',
      reason: `${from} holds the ${kind} ${nameIn(value, 'name') ?? 'without a name'}, and kubectl ${verb} would change it.`,
      instead: 'Leave it to the person who looks after the cluster.',
      cure: cure('onKind'),
    },
  ]
}

/** Taking one away harms nobody this way; a definition of kinds only speaks of such fields. */
function privileged(call: KubeCall, { value, from }: Document, policy: Policy): readonly Finding[] {
  if (call.verb === 'delete' || value.kind === 'CustomResourceDefinition') return []
  return dangersIn(value)
    .slice(0, 1)
    .map((what) => danger(call, what, from, policy))
}

const danger = ({ verb }: KubeCall, what: string, from: string, policy: Policy): Finding => ({
  word: policy.onPrivileged,
  rule: 'kube-guard/privileged',
  reason: `kubectl ${verb} would start ${what} (${from}): it can take over the node.`,
  instead: 'Take that out of the manifest.',
  cure: cure('onPrivileged'),
})

const unreadable = ({ verb }: KubeCall, what: string, policy: Policy): Finding => ({
  word: policy.unread,
  rule: 'kube-guard/unread',
  reason: `kubectl ${verb} would use ${what}: it cannot be judged before.`,
  instead: 'Write it to a file of the workspace first, whole, and apply that.',
  cure: cure('unread'),
})

/** Deleting by its words alone hands over nothing to read. */
export const handsOver = (call: KubeCall): boolean =>
  ['--filename', '--kustomize', '--patch', '--patch-file', '--overrides'].some(
    (name) => valuesOf(call, name).length > 0,
  )
