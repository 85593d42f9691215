/** Checks a kubectl command against the policy. */
import type { GlobMatcher } from '../lib/paths.ts'
import type { Permission, RuleFinding } from '../lib/reasons.ts'
import { has, type KubeCall, valuesOf } from './call.ts'
import type { Cluster } from './cluster.ts'
import { dangersIn } from './dangers.ts'
import type { Document, Manifests } from './read-manifests.ts'

export interface Policy {
  readonly isProtectedContext: GlobMatcher
  readonly isProtectedNamespace: GlobMatcher
  readonly kinds: ReadonlySet<string>
  readonly onContext: Permission
  readonly onNamespace: Permission
  readonly onKind: Permission
  readonly onPrivileged: Permission
  readonly unread: Permission
}
export type Finding = RuleFinding

/** Verbs that change the cluster; all others only read. */
const writing = new Set(
  `apply create replace delete patch edit set scale autoscale run expose rollout label annotate taint drain cordon uncordon exec cp attach
   debug evict adm new-app new-project policy`.split(/\s+/),
)
const looking = /^(status|history|view-last-applied)$/

export function writes(call: KubeCall): boolean {
  // The last option decides.
  const last = call.options.findLast(({ name }) => name === '--dry-run')
  const dry = last !== undefined && !/^(none|false)$/.test(last.value?.text ?? '')
  return writing.has(call.verb) && !dry && !looking.test(call.operands[0]?.text ?? '')
}

export const findings = (
  call: KubeCall,
  cluster: Cluster,
  manifests: Manifests,
  policy: Policy,
): readonly Finding[] => [
  ...checkContext(call, cluster, policy),
  ...checkNamespaces(call, cluster, manifests, policy),
  ...manifests.documents.flatMap((one) => [...checkKind(call, one, policy), ...checkPrivileged(call, one, policy)]),
  ...(valuesOf(call, '--profile').some(({ text, known }) => text === 'sysadmin' || !known)
    ? [privilegedFinding(call, 'a privileged container', '--profile', policy)]
    : []),
  ...(has(call, '--privileged') ? [privilegedFinding(call, 'a privileged container', 'the command line', policy)] : []),
  ...[...unknownTargets(call), ...unreadConfig(cluster), ...manifests.unread].map((what) =>
    unreadFinding(call, what, policy),
  ),
]

/** Options for the target whose value is known only when the command runs. */
const unknownTargets = (call: KubeCall): readonly string[] =>
  ['--context', '--namespace', '--kubeconfig'].flatMap((name) =>
    valuesOf(call, name)
      .filter(({ known }) => !known)
      .map(({ text }) => `${name} ${text}, which is known only when the command runs`),
  )

const unreadConfig = ({ unread }: Cluster): readonly string[] =>
  unread === undefined ? [] : [`the kubeconfig ${unread}, which cannot be read`]

function checkContext({ verb }: KubeCall, { context }: Cluster, policy: Policy): readonly Finding[] {
  const pattern = context === undefined ? undefined : policy.isProtectedContext(context.replaceAll('/', ':'))
  if (pattern === undefined) return []
  return [
    {
      permission: policy.onContext,
      rule: 'kube-guard/context',
      reason: `kubectl ${verb} would change the cluster of the context ${context}, which is protected (${pattern.slice(1)}).`,
      instead: 'Show the change with kubectl diff, or work in a context that is not protected.',
    },
  ]
}

function checkNamespaces(
  call: KubeCall,
  cluster: Cluster,
  { documents }: Manifests,
  policy: Policy,
): readonly Finding[] {
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
      permission: policy.onNamespace,
      rule: 'kube-guard/namespace',
      reason: `kubectl ${call.verb} would change the namespace ${found}${found === 'all of them' ? '' : ', which is protected'}.`,
      instead: 'Work in your own namespace: kubectl -n <name>.',
    },
  ]
}

const isNamespace = ({ kind }: Document['value']): boolean => kind === 'Namespace' || kind === 'Project'
function nameIn({ metadata }: Document['value'], key: 'name' | 'namespace'): string | undefined {
  // The condition checks that it is an object.
  const found = typeof metadata === 'object' && metadata !== null ? (metadata as Document['value'])[key] : undefined
  return typeof found === 'string' ? found : undefined
}

function checkKind({ verb }: KubeCall, { value, from }: Document, policy: Policy): readonly Finding[] {
  const kind = typeof value.kind === 'string' ? value.kind : ''
  if (!policy.kinds.has(kind.toLowerCase())) return []
  return [
    {
      permission: policy.onKind,
      rule: 'kube-guard/kind',
      reason: `${from} contains the ${kind} ${nameIn(value, 'name') ?? 'without a name'}, and kubectl ${verb} would change it.`,
      instead: 'Leave this change to the person who manages the cluster.',
    },
  ]
}

/** Deleting such a pod is harmless, and a custom resource definition only describes such fields. */
function checkPrivileged(call: KubeCall, { value, from }: Document, policy: Policy): readonly Finding[] {
  if (call.verb === 'delete' || value.kind === 'CustomResourceDefinition') return []
  return dangersIn(value)
    .slice(0, 1)
    .map((what) => privilegedFinding(call, what, from, policy))
}

const privilegedFinding = ({ verb }: KubeCall, what: string, from: string, policy: Policy): Finding => ({
  permission: policy.onPrivileged,
  rule: 'kube-guard/privileged',
  reason: `kubectl ${verb} would start ${what} (${from}), which can take over the node.`,
  instead: 'Remove that from the manifest.',
})

const unreadFinding = ({ verb }: KubeCall, what: string, policy: Policy): Finding => ({
  permission: policy.unread,
  rule: 'kube-guard/unread',
  reason: `kubectl ${verb} would use ${what}, so it cannot be checked before it runs.`,
  instead: insteadOfUnread(verb),
})

function insteadOfUnread(verb: string): string {
  const run = `Then run kubectl ${verb} with the path of that file in the command.`
  if (verb === 'delete') return `List the objects in a file in the workspace. ${run}`
  return `Write the complete manifest to a file in the workspace. ${run}`
}

/** A delete without a file sends no manifest. */
export const sendsManifests = (call: KubeCall): boolean =>
  ['--filename', '--kustomize', '--patch', '--patch-file', '--overrides'].some(
    (name) => valuesOf(call, name).length > 0,
  )
