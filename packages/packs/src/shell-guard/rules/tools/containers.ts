import type { Tool } from './tool.ts'

const kept = 'delete what containers keep'
/** Arguments that are known only at run time: a substitution, or the input of `xargs`. */
const listed = String.raw`(\$\(|${'`'}|\u2026)`
const machine = [
  '--privileged',
  String.raw`(-v|--volume)[= ]?\/(:|etc|root|home|var\/run\/docker\.sock|Users)`,
  String.raw`(-v|--volume)[= ]~(:|\/\.(ssh|aws|gnupg|kube))`,
  '--pid[= ]host',
  '--cap-add[= ](ALL|SYS_ADMIN)',
  String.raw`--mount[= ]\S*\b(src|source)=(\/|~|\/(etc|root|home|Users|var|usr|boot|dev|var\/run\/docker\.sock))(,|\s|$)`,
].join('|')

const docker: Tool = {
  takes: '-H --host --context -c --config -l --log-level',
  rows: [
    [/^(system|volume|container|network) prune\b|^system reset\b/, kept],
    // Unnamed images and the build cache can be created again.
    [/^image prune\b.*( -\w*a\w*| --all)\b/, kept],
    [/^(volume|network|image) (rm|remove)\b/, kept],
    [/^(container |pod )?(rm|rmi|stop|kill)\b.*( -\w*a\w*| --all)\b/, 'stop or delete every container or image'],
    [/^rmi\b.*( -\w*f\w*| --force)\b|^plugin (rm|remove)\b/, kept],
    [/^context rm\b|^machine (rm|reset)\b/, kept],
    [/^compose\b.*\b(down|rm)\b.*(\s-\w*v\w*\b|--volumes|--rmi)/, kept],
    [
      new RegExp(
        String.raw`^(container |image )?(rm|rmi|stop|kill)\b(?!.*(--filter|-f) (name|label|ancestor)=).*${listed}`,
      ),
      'stop or delete every container or image',
    ],
    [new RegExp(String.raw`^(container )?(run|create)\b.*(${machine})`), 'give a container the whole machine'],
    [/^(swarm leave|stack (rm|down)|service rm|secret rm|config rm|node rm)\b/, 'take down a cluster'],
    [/^(image |manifest )?push (?!(localhost|127\.0\.0\.1)[:/])|^(buildx )?build\b.*--push\b/, 'publish an image'],
    [/^compose\b.*\bpush\b/, 'publish an image'],
    [/^context use (?!default|desktop-linux|colima|orbstack|rootless)/, 'work on the containers of another machine'],
  ],
}

export const containerTools: Readonly<Record<string, Tool>> = {
  docker,
  podman: docker,
  nerdctl: docker,
  'docker-compose': { ...docker, takes: '-f --file -p --project-name', prefix: 'compose ' },
  crictl: { rows: [[/^rm[ip]?\b.*(-a|--all)/, 'delete containers']] },
  skopeo: { rows: [[/^(delete|copy .*docker:\/\/)/, 'change what a registry holds']] },
  multipass: { rows: [[/^(delete|purge)\b/, 'delete a machine']] },
  vagrant: { rows: [[/^(destroy|box remove|snapshot delete)\b/, 'delete a machine']] },
  VBoxManage: { rows: [[/^unregistervm\b.*--delete\b/, 'delete a machine']] },
  virsh: { rows: [[/^(destroy|undefine|vol-delete|pool-delete)\b/, 'delete a machine']] },
  lxc: { rows: [[/^(delete|storage delete)\b/, 'delete a machine']] },
  wsl: { takes: '*', rows: [[/--unregister\b/, 'delete a whole system']] },
}
