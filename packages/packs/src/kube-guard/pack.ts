/** What reaches a cluster through kubectl, judged by the manifests themselves. */
import type { HookContext } from '@hookline/core/sdk'
import { readShell } from '@hookline/core/shell'
import { halfRead } from '../lib/half-read.ts'
import { globs } from '../lib/paths.ts'
import { judged } from '../lib/said.ts'
import { choice, packHook, packOf, shellCanary, texts, type Values } from '../pack-of.ts'
import { kubeCall } from './call.ts'
import { clusterOf } from './cluster.ts'
import { type Finding, findings, handsOver, type Policy, writes } from './findings.ts'
import { manifestsOf } from './manifests.ts'

const words = ['deny', 'ask', 'allow'] as const
const parameters = {
  contexts: texts(
    ['{prod,production}', '{prod,production}[-_.:]*', '*[-_.:@]{prod,production}', '*[-_.:@]{prod,production}[-_.:]*'],
    'Contexts of the kubeconfig that are protected; wildcards are allowed, and a slash in a name is a colon here.',
  ),
  onContext: choice(words, 'deny', 'Any change by way of a protected context.'),
  namespaces: texts(
    ['kube-system', 'kube-public', 'kube-node-lease', 'prod', 'production'],
    'Namespaces that are protected; wildcards are allowed.',
  ),
  onNamespace: choice(words, 'deny', 'Any change in a protected namespace.'),
  kinds: texts(
    [
      'ClusterRole',
      'ClusterRoleBinding',
      'Role',
      'RoleBinding',
      'CustomResourceDefinition',
      'MutatingWebhookConfiguration',
      'ValidatingWebhookConfiguration',
      'PersistentVolume',
      'Namespace',
    ],
    'Kinds whose change a person should see.',
  ),
  onKind: choice(words, 'ask', 'A manifest with one of these kinds.'),
  onPrivileged: choice(
    words,
    'deny',
    'Privileged containers, hostPath, hostNetwork, hostPID, hostIPC, strong capabilities.',
  ),
  unread: choice(
    words,
    'ask',
    'A manifest that cannot be read before: downloaded, made by another program, broken, or with variables.',
  ),
}

const policyOf = ({ contexts, namespaces, kinds, ...rest }: Values<typeof parameters>): Policy => ({
  ...rest,
  isProtectedContext: globs(contexts.map((one) => `/${one}`)),
  isProtectedNamespace: globs(namespaces.map((one) => `/${one}`)),
  kinds: new Set(kinds.map((one) => one.toLowerCase())),
})

const rank = { deny: 0, ask: 1, allow: 2 } as const

export const kubeGuard = packOf({
  name: 'kube-guard',
  description: 'reads the manifests before kubectl apply: contexts, namespaces, kinds and privileged containers',
  about:
    'Finds every kubectl (and oc) inside a command and reads what it would hand to the cluster with a YAML parser: files, directories, several documents in one, here-documents, `cat x | kubectl apply -f -`, a file that the same command writes, and what a kustomization lists. The context and its namespace come from the words or from the kubeconfig; the cluster itself is not asked. What only running it would tell (a URL, `helm template |`, a generator of kustomize) is `unread`. Looking (get, describe, diff, logs, --dry-run) passes.',
  parameters,
  hooks(settings) {
    const policy = policyOf(settings)
    return [
      packHook('beforeShellExecution', { name: 'kubectl', failClosed: true, pure: true }, ({ command, cwd }, here) => {
        const [first] = allFindings(command, cwd, here, policy).toSorted((a, b) => rank[a.word] - rank[b.word])
        return first === undefined ? halfRead('kube-guard', command, ['kubectl', 'oc ']) : judged(first.word, first)
      }),
    ]
  },
  canaries: ({ onPrivileged, onNamespace, unread, namespaces }) => [
    shellCanary(onPrivileged, manifest('securityContext: { privileged: true }'), 'kubectl apply of a privileged pod'),
    ...(namespaces.includes('kube-system') ? [shellCanary(onNamespace, 'kubectl -n kube-system delete pod dns')] : []),
    shellCanary(unread, 'kubectl apply -f https://hookline-canary.example/x.yaml'),
    shellCanary('allow', 'kubectl get pods -A'),
  ],
})

const manifest = (more: string) =>
  `kubectl --context hookline-canary apply -f - <<'EOF'\nkind: Pod\nspec:\n  containers:\n    - image: nginx\n      ${more}\nEOF`

function allFindings(
  text: string,
  cwd: string | undefined,
  { home, env, cwd: own }: HookContext,
  policy: Policy,
): readonly Finding[] {
  const reading = readShell(text)
  const at = cwd === undefined || cwd === '' ? own : cwd
  return reading.commands.flatMap((one) => {
    const call = kubeCall(one)
    if (call === undefined || !writes(call)) return []
    const read = handsOver(call) ? manifestsOf(call, { cwd: at, home, reading }) : { documents: [], unread: [] }
    return findings(call, clusterOf(call, { home, cwd: at, env }), read, policy)
  })
}
