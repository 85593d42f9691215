import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workspace } from '../testing/workspace.ts'

const plain = 'kind: ConfigMap\nmetadata: { name: a }\n'
const privileged = 'kind: Pod\nspec:\n  containers: [{ image: a, securityContext: { privileged: true } }]\n'
const kubectl = 'kubectl --context dev'

async function guarded() {
  const { root, hooks, write } = await workspace({ 'kube-guard': {} }, 'project', { onAsk: 'host' })
  const say = async (command: string) => {
    const { verdict, userMessage = '' } = await hooks.fire('beforeShellExecution', {
      command,
      cwd: root,
      sandbox: false,
    })
    return verdict === 'allow' ? 'allow' : `${verdict} ${userMessage.replace(/^Command .* by a hook: /, '')}`
  }
  return { root, write, say }
}

test('reads a file, each of its documents, and the files of a directory', async () => {
  const { write, say } = await guarded()
  write('work/fine.yaml', plain)
  write('work/many.yaml', `${plain}---\n${privileged}`)
  write('work/k8s/a.yml', plain)
  write('work/k8s/deep/b.json', JSON.stringify({ kind: 'Pod', spec: { hostPID: true } }))
  write('work/k8s/deep/notes.txt', 'kind: [')
  expect(await say(`${kubectl} apply -f fine.yaml`)).toBe('allow')
  expect(await say(`${kubectl} apply -f fine.yaml -f many.yaml`)).toMatch(
    /^deny kube-guard\/privileged: kubectl apply would start a privileged container \(many\.yaml\)/,
  )
  expect(await say(`${kubectl} apply --filename=fine.yaml,many.yaml`)).toMatch(/^deny/)
  expect(await say(`${kubectl} delete -f many.yaml`)).toBe('allow')
  expect(await say(`${kubectl} apply -f k8s`)).toBe('allow')
  expect(await say(`cd k8s && ${kubectl} apply -R -f .`)).toMatch(/^deny .*hostPID.*deep\/b\.json/)
  expect(await say(`cat fine.yaml many.yaml | ${kubectl} apply -f -`)).toMatch(/^deny/)
  expect(await say(`${kubectl} apply -f - < many.yaml`)).toMatch(/^deny/)
  expect(await say(`${kubectl} apply -f *.yaml`)).toMatch(/^ask kube-guard\/unread/)
  expect(await say(`ssh build ${kubectl} apply -f fine.yaml`)).toMatch(/^ask kube-guard\/unread.*another machine/)
})

test('reads the file that the command writes, not its previous content', async () => {
  const { write, say } = await guarded()
  write('work/a.yaml', plain)
  expect(await say(`cat > a.yaml <<'EOF'\n${privileged}EOF\n${kubectl} apply -f a.yaml`)).toMatch(/^deny/)
  expect(await say(`curl -s x > a.yaml; ${kubectl} apply -f a.yaml`)).toMatch(/^ask .*which the same command writes/)
})

test('asks about a path that is not a file, a file that is too large, and a YAML bomb', async () => {
  const { root, write, say } = await guarded()
  symlinkSync('/dev/zero', join(root, 'zero.yaml'))
  write('work/large.yaml', `# ${'x'.repeat(2 ** 21)}\n`)
  const levels = Array.from(
    { length: 9 },
    (_, at) => `l${at + 1}: &l${at + 1} [${Array(9).fill(`*l${at}`).join(', ')}]`,
  )
  write('work/bomb.yaml', `l0: &l0 [a]\n${levels.join('\n')}\n`)
  for (const name of ['zero', 'large', 'bomb'])
    expect(await say(`${kubectl} apply -f ${name}.yaml`)).toMatch(/^ask kube-guard\/unread/)
})

test('reads the files that a kustomization lists', async () => {
  const { write, say } = await guarded()
  write('work/base/kustomization.yaml', 'resources: [a.yaml]\n')
  write('work/base/a.yaml', plain)
  write('work/over/kustomization.yaml', 'namespace: kube-system\nresources: [../base]\n')
  write('work/patched/kustomization.yaml', 'resources: [../base]\npatches: [{ path: p.yaml }]\n')
  write('work/patched/p.yaml', privileged)
  write('work/made/kustomization.yaml', 'resources: [../base]\nhelmCharts: [{ name: x }]\n')
  write('work/round/kustomization.yaml', 'resources: [../round]\n')
  expect(await say(`${kubectl} apply -k base`)).toBe('allow')
  expect(await say(`${kubectl} apply -k over/`)).toMatch(/^deny kube-guard\/namespace/)
  expect(await say(`${kubectl} apply -k patched`)).toMatch(/^deny kube-guard\/privileged/)
  expect(await say(`${kubectl} apply -k made`)).toMatch(/^ask .*helmCharts/)
  expect(await say(`${kubectl} apply -k round`)).toMatch(/^ask .*too deep/)
  expect(await say(`${kubectl} apply -k nowhere`)).toMatch(/^ask .*no kustomization/)
})

test('takes the context and its namespace from the kubeconfig if the command does not name them', async () => {
  const { write, say } = await guarded()
  const config = (context: string, namespace: string) =>
    `current-context: ${context}\ncontexts: [{ name: ${context}, context: { namespace: ${namespace} } }]\n`
  write('home/.kube/config', config('eu-prod', 'web'))
  write('work/dev.config', config('dev', 'kube-system'))
  expect(await say('kubectl delete pod web')).toMatch(/^deny kube-guard\/context: .*eu-prod, which is protected/)
  expect(await say('kubectl get pods')).toBe('allow')
  expect(await say('KUBECONFIG=dev.config kubectl delete pod web')).toMatch(/^deny kube-guard\/namespace/)
  expect(await say('kubectl --kubeconfig dev.config -n web delete pod web')).toBe('allow')
})
