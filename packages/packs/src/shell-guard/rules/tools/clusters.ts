import type { Tool } from './tool.ts'

const changed = 'change what a cluster runs'
const kubectl: Tool = {
  takes: '-n --namespace --context --cluster --kubeconfig -s --server --as --user --token',
  rows: [
    [/^delete\b/, 'delete from a cluster'],
    [/^(drain|cordon|taint)\b/, 'take a node out of a cluster'],
    [/^scale\b.*--replicas[= ]0\b/, 'stop what a cluster runs'],
    [/^replace\b.*--force\b/, 'delete from a cluster'],
    [/^(apply|create|replace)\b.*(-f|--filename)[= ](https?:|<\()/, 'put into a cluster what is downloaded, unread'],
    [/^(create|delete|edit|patch) (cluster)?role(binding)?s?\b/, 'change who may do what in a cluster'],
    [/^rollout (undo|restart)\b|^(label|annotate)\b.*--(overwrite|all)\b/, changed],
    [
      /^run\b.*--privileged\b|^debug node\/|^debug\b.*--profile[= ](sysadmin|netadmin)\b/,
      'give a container the whole machine',
    ],
    [
      /^run\b.*--overrides\b.*"(hostPID|hostNetwork|hostIPC|privileged|hostPath|allowPrivilegeEscalation)"/s,
      'give a container the whole machine',
    ],
    [/^cp\b.*:\/(var\/run\/secrets|run\/secrets|root|etc\/(shadow|kubernetes))/, 'copy secrets out of a cluster'],
    [/^(edit|patch|set)\b/, changed],
    [/^config (delete-\S+|unset)\b|^config use-context \S*prod/, 'change which cluster is worked on'],
    [/^adm policy\b/, 'change who may do what in a cluster'],
  ],
}

export const clusterTools: Readonly<Record<string, Tool>> = {
  kubectl,
  k: kubectl,
  oc: kubectl,
  k3s: { ...kubectl, rows: [[/^kubectl delete\b/, 'delete from a cluster']] },
  helm: {
    takes: '-n --namespace --kube-context --kubeconfig',
    rows: [
      [/^(uninstall|delete|un|del)\b/, 'take down a release'],
      [/^rollback\b/, changed],
      [/^push\b/, 'publish a chart'],
    ],
  },
  helmfile: { rows: [[/\b(destroy|delete)\b/, 'take down releases']] },
  argocd: { rows: [[/^\w+ (delete|rm|remove|terminate-op|rollback)\b/, 'take down an application']] },
  flux: { rows: [[/^(delete|uninstall|suspend)\b/, 'stop or delete what a cluster runs']] },
  velero: { rows: [[/^(\w+ )?delete\b|^uninstall\b/, 'delete backups']] },
  eksctl: { rows: [[/^delete\b/, 'delete a cluster']] },
  istioctl: { rows: [[/^uninstall\b/, changed]] },
  minikube: { rows: [[/^delete\b.*--(all|purge)\b/, 'delete a cluster']] },
  kind: { rows: [[/^delete clusters?\b.*--all\b/, 'delete a cluster']] },
  k3d: { rows: [[/^cluster delete\b.*(--all|-a)\b/, 'delete a cluster']] },
  nomad: { rows: [[/^(job )?stop\b|^system gc\b|^\w+ (delete|purge)\b/, 'stop what a cluster runs']] },
  etcdctl: { rows: [[/^del\b/, 'delete settings of a cluster']] },
  consul: { rows: [[/^kv delete\b|^(leave|force-leave)\b/, 'delete settings others use']] },
}
