import { shellCanary as shell } from '../define-pack.ts'
import type { PackCases } from '../testing/pack-cases.ts'

/** A context that is on no list, independent of the machine. */
const kubectl = 'kubectl --context dev'
const apply = (text: string, more = '') => `${kubectl} apply ${more}-f - <<'EOF'\n${text}\nEOF`
const pod = (more: string) => `kind: Pod\nmetadata: { name: web }\nspec:\n  containers:\n    - image: nginx\n${more}`
const settings = 'kind: ConfigMap\nmetadata: { name: settings }\ndata: { privileged: "true" }'

export const cases: readonly PackCases[] = [
  {
    cases: [
      shell('deny', apply(pod('      securityContext: { privileged: true }')), 'a privileged container'),
      shell(
        'deny',
        apply(`${settings}\n---\n${pod('  hostNetwork: true')}`),
        'the host network in the second document',
      ),
      shell('deny', apply(pod('  volumes: [{ name: r, hostPath: { path: / } }]')), 'a mount of the node'),
      shell(
        'deny',
        apply(pod('      securityContext: { capabilities: { add: [CAP_SYS_ADMIN] } }')),
        'a strong capability',
      ),
      shell(
        'deny',
        apply(`kind: List\nitems:\n  - ${pod('').replaceAll('\n', '\n    ')}\n      hostPID: true`),
        'inside a list',
      ),
      shell('deny', apply('kind: ConfigMap\nmetadata: { name: x, namespace: kube-system }'), 'a protected namespace'),
      shell('deny', 'cd k8s && sudo kubectl --context=prod apply -f app.yaml'),
      shell('deny', 'kubectl scale deploy/web --replicas=0 --context my-production'),
      shell('deny', `${kubectl} -n kube-system delete pod dns`),
      shell('deny', `${kubectl} delete ns production`),
      shell('deny', `${kubectl} run x --image=a --privileged`),
      shell('deny', `${kubectl} patch deploy web -p '{"spec":{"hostPID":true}}'`),
      shell('ask', apply('kind: ClusterRoleBinding\nmetadata: { name: admin }'), 'a kind that a person should see'),
      shell('ask', apply('kind: Pod\n  bad: [yaml'), 'what is no YAML'),
      shell('ask', `${kubectl} apply -f https://example.com/x.yaml`),
      shell('ask', `${kubectl} apply -f missing.yaml`),
      shell('ask', `helm template x | ${kubectl} apply -f -`),
      shell(
        'ask',
        `${kubectl} apply -f - <<EOF\nkind: ConfigMap\ndata: { a: "$A" }\nEOF`,
        'a value that is known only at run time',
      ),
      shell('ask', `${kubectl} apply -k github.com/acme/app`),
      shell('ask', 'kubectl --context "$CTX" apply -f - <<< "kind: ConfigMap"'),
      shell('deny', 'kubectl --context arn:aws:eks:eu-west-1:1:cluster/prod-eu delete pod web'),
      shell('allow', 'kubectl --context product-dev delete pod web'),
      shell('allow', 'kubectl --context "$CTX" get pods'),
      shell('allow', apply(settings), 'a word in a setting'),
      shell(
        'allow',
        apply(pod('      securityContext: { privileged: false, capabilities: { drop: [ALL] } }')),
        'a careful pod',
      ),
      shell('allow', apply(`${settings}\n---\n${pod('')}`, '-n dev '), 'two documents'),
      shell('allow', apply(pod('  hostNetwork: true'), '--dry-run=client '), 'a dry run'),
      shell(
        'allow',
        `cat > a.yaml <<'EOF'\n${settings}\nEOF\n${kubectl} apply -f a.yaml`,
        'a file that it writes itself',
      ),
      shell('allow', `echo '{"kind":"ConfigMap","metadata":{"name":"x"}}' | ${kubectl} apply -f -`),
      shell('allow', `${kubectl} delete pod web -n dev`),
      shell('allow', `${kubectl} rollout status deploy/web -n kube-system`),
      shell('deny', 'kubectl --context prod delete pod web --dry-run=client --dry-run=none'),
      shell('deny', 'kubectl --context prod -v 9 delete pod web'),
      shell('deny', apply(pod('  hostNetwork: true'), '-v 9 '), 'a level of detail before'),
      shell('deny', apply(pod('  hostNetwork: true')).replace('-f -', '-Rf -'), 'a cluster of letters'),
      shell('deny', `${kubectl} debug web --profile=sysadmin --image=busybox`),
      shell('allow', 'kubectl --context prod delete pod web --dry-run=none --dry-run=client'),
      shell('allow', 'kubectl --context prod -v 9 get pods'),
      shell('allow', `${kubectl} apply -Rf - <<< "kind: ConfigMap"`),
      shell('allow', `${kubectl} debug web --profile=restricted --image=busybox`),
      shell('allow', `${kubectl} -v=6 delete pod web -n dev`),
      shell('allow', 'kubectl get pods -A'),
      shell('allow', 'kubectl --context prod get pods'),
      shell('allow', 'kubectl --context prod diff -f app.yaml'),
      shell('allow', 'kubectl --context prod logs web -f'),
      shell('allow', 'kubectl config get-contexts'),
      shell('allow', 'kubectl -n kube-system describe pod dns'),
      shell('allow', 'echo kubectl apply -f https://example.com/x.yaml'),
      shell('allow', `${kubectl} patch deploy web -p '{"spec":{"replicas":2}}'`),
      shell('allow', 'git commit -m "kubectl apply --context prod"'),
      shell('allow', 'kubectl version'),
      shell('allow', 'kubectl explain pod.spec.hostNetwork'),
    ],
  },
  {
    parameters: { contexts: ['live'], onContext: 'ask', onPrivileged: 'ask', unread: 'deny', kinds: ['Secret'] },
    cases: [
      shell('ask', 'kubectl --context live apply -f -  <<< "kind: ConfigMap"'),
      shell('ask', apply(pod('  hostIPC: true')), 'the host IPC'),
      shell('ask', apply('kind: Secret'), 'a kind of your own'),
      shell('deny', `curl x | ${kubectl} apply -f -`),
      shell('allow', 'kubectl --context prod apply -f - <<< "kind: ConfigMap"'),
      shell('allow', apply('kind: ClusterRole'), 'a kind that is on no list now'),
      shell('allow', apply(pod('')), 'a pod'),
      shell('allow', 'kubectl --context live get secrets'),
    ],
  },
]
