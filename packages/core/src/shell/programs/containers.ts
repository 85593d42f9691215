/** Programs that run a command in a container, a pod, a virtual machine or on a device. */
import type { Grammar } from './grammar.ts'

const runOptions = `-u|--user -w|--workdir --name -p|--publish --network|--net --platform -l|--label --cpus -m|--memory
  -h|--hostname --pull --gpus --add-host --restart --ulimit --shm-size --log-driver --log-opt --ip --dns --link --device
  --cap-add --cap-drop --security-opt --pid --ipc --userns --tmpfs --stop-signal --runtime --health-cmd --expose
  --detach-keys -a|--attach -c|--cpu-shares --cidfile --group-add --sysctl --index`
const flags =
  '-d|--detach -i|--interactive -t|--tty -T|--no-TTY --rm --privileged --init --read-only -P|--publish-all -q|--quiet --no-deps --build'
const runs: Grammar = {
  order: 'options first',
  flags,
  values: {
    data: runOptions,
    environment: '-e|--env',
    name: '--env-file',
    setting: '-v|--volume --mount',
    prefix: '--entrypoint',
  },
  operands: 'host command',
}
const execs: Grammar = {
  ...runs,
  values: { data: '-u|--user -w|--workdir --detach-keys --index', environment: '-e|--env', name: '--env-file' },
}

const compose: Grammar = {
  order: 'options first',
  values: {
    read: '-f|--file',
    name: '--env-file',
    data: '-p|--project-name --profile --ansi --parallel',
    directory: '--project-directory',
  },
  verbs: { exec: execs, run: runs },
  operands: 'data*',
}

const docker: Grammar = {
  order: 'options first',
  values: { data: '-H|--host -c|--context -l|--log-level', name: '--config --tlscacert --tlscert --tlskey' },
  verbs: {
    exec: execs,
    run: runs,
    create: runs,
    compose,
    container: { verbs: { exec: execs, run: runs, create: runs }, operands: 'data*' },
    build: {
      values: {
        read: '-f|--file --iidfile',
        data: '-t|--tag --build-arg --target --platform --network --cache-from --label --progress -o|--output --secret --ssh',
      },
      operands: 'read',
    },
    cp: { flags: '-a -L -q', operands: 'remote-read remote-write' },
    buildx: { verbs: { 'build|bake': { operands: 'read' } }, operands: 'data*' },
  },
  operands: 'data*',
}

const kubectl: Grammar = {
  globals: 'anywhere',
  values: {
    data: '-n|--namespace --context --cluster --user -c|--container --as -l|--selector -o|--output --field-selector --tail --since --timeout --request-timeout -s|--server --token --cache-dir --profile --certificate-authority --client-key --client-certificate --tls-server-name --v --vmodule',
    name: '--kubeconfig',
  },
  dryRun: '--dry-run',
  verbs: {
    'exec|rsh': {
      flags: '-i|--stdin -t|--tty -q|--quiet',
      order: 'options first',
      operands: 'host command',
      afterDashes: 'command',
      input: { '*': 'shell' },
    },
    run: {
      flags: '-i|--stdin -t|--tty --rm --command --attach',
      values: { data: '--image --restart --env --port --overrides --labels' },
      operands: 'data*',
      afterDashes: 'command',
    },
    debug: {
      flags: '-i|--stdin -t|--tty',
      values: { data: '--image --target --copy-to --profile' },
      operands: 'host',
      afterDashes: 'command',
    },
    'apply|create|replace': {
      flags: '--force --prune -R|--recursive',
      values: { read: '-f|--filename -k|--kustomize', data: '--validate[] --field-manager' },
      operands: 'data*',
    },
    delete: {
      flags: '--all --force --now -A|--all-namespaces',
      values: { read: '-f|--filename -k|--kustomize', data: '--grace-period --cascade[] --wait[]' },
      operands: 'data*',
      effects: { deletes: '*' },
    },
    cp: { operands: 'remote-read remote-write' },
  },
  operands: 'data*',
}

/** `tool exec NAME -- command`, `tool shell NAME command`. */
const machine = (verbs: string, data = ''): Grammar => ({
  values: { data },
  verbs: {
    [verbs]: {
      order: 'options first',
      values: { data },
      operands: 'host command',
      afterDashes: 'command',
      input: { '*': 'shell' },
    },
  },
  operands: 'data*',
})

export const containerPrograms: Readonly<Record<string, Grammar>> = {
  podman: { ...docker, verbs: { ...docker.verbs, unshare: { order: 'options first', operands: 'command' } } },
  'docker|nerdctl|finch|docker.io': docker,
  'docker-compose|podman-compose': compose,
  'kubectl|oc|k|kubecolor|k3s|microk8s.kubectl|minikube-kubectl': kubectl,
  'k3s|microk8s|minikube': { verbs: { kubectl, ssh: { operands: 'words' } }, operands: 'data*' },
  crictl: {
    verbs: { exec: { order: 'options first', flags: '-i -t -s', operands: 'host command' } },
    operands: 'data*',
  },
  ctr: {
    verbs: {
      'task|tasks': {
        verbs: { exec: { order: 'options first', values: { data: '--exec-id' }, operands: 'host command' } },
        operands: 'data*',
      },
      run: { order: 'options first', operands: 'data host command' },
    },
    operands: 'data*',
  },
  'lxc|incus': machine('exec|shell', '-u|--user --cwd --env --mode'),
  'lxc-attach|lxc-execute': {
    values: { data: '-n|--name -s -e' },
    operands: 'command',
    afterDashes: 'command',
    input: { '*': 'shell' },
  },
  'machinectl|pct': machine('shell|exec|enter', '--uid --setenv'),
  'multipass|limactl|colima|orb|orbctl|distrobox': machine(
    'exec|shell|run|enter|ssh',
    '-n|--name -w|--working-directory -u -c|--container',
  ),
  'lima|systemd-nspawn|apptainer|singularity': {
    order: 'options first',
    values: { data: '-D --directory -M --bind -B' },
    verbs: { 'exec|run|shell': { order: 'options first', values: { data: '-B|--bind -H' }, operands: 'read command' } },
    operands: 'command',
  },
  vagrant: {
    verbs: {
      ssh: {
        values: { shell: '-c|--command', data: '-t' },
        operands: 'host',
        afterDashes: 'words',
        input: { '-c': 'data', '*': 'shell' },
      },
      winrm: { values: { shell: '-c|--command' }, operands: 'host' },
    },
    operands: 'data*',
  },
  adb: {
    values: { data: '-s -H -P -t' },
    verbs: {
      'shell|exec-out|exec-in': {
        order: 'options first',
        flags: '-t -T -n -x',
        operands: 'words',
        input: { '*': 'shell' },
      },
      push: { operands: 'read* write' },
      pull: { operands: 'read* write' },
    },
    operands: 'data*',
  },
  heroku: {
    globals: 'anywhere',
    values: { data: '-a|--app -r|--remote -s|--size -t|--type -e|--env' },
    verbs: {
      'run|run:detached|run:inside|local:run': { order: 'options first', operands: 'words', afterDashes: 'words' },
      'ps:exec': { operands: 'words', afterDashes: 'words' },
    },
    operands: 'data*',
  },
  'fly|flyctl': {
    globals: 'anywhere',
    values: { data: '-a|--app -c|--config -t|--access-token -o|--org -r|--region' },
    verbs: {
      ssh: {
        verbs: {
          console: { values: { shell: '-C|--command' }, operands: 'data*', input: { '-C': 'data', '*': 'shell' } },
        },
        operands: 'data*',
      },
      'machine|machines|m': { verbs: { exec: { operands: 'host shell' } }, operands: 'data*' },
    },
    operands: 'data*',
  },
  'railway|dokku|platform|render|cf': {
    verbs: {
      run: { order: 'options first', operands: 'words' },
      'ssh|enter|environment:ssh': {
        order: 'options first',
        values: { shell: '-c|--command', data: '-a|--app -s|--service -e' },
        operands: 'words',
      },
    },
    operands: 'data*',
  },
  gcloud: {
    globals: 'anywhere',
    values: {
      data: '--project --zone --region --account --format --filter --impersonate-service-account --configuration',
    },
    verbs: {
      compute: {
        verbs: {
          ssh: {
            values: { shell: '--command', data: '--ssh-flag --ssh-key-file --tunnel-through-iap[]' },
            operands: 'host',
            afterDashes: 'words',
            input: { '--command': 'data', '*': 'shell' },
          },
        },
        operands: 'data*',
      },
      'cloud-shell|alpha|beta': {
        verbs: { ssh: { values: { shell: '--command' }, operands: 'data*' } },
        operands: 'data*',
      },
    },
    operands: 'data*',
  },
  az: {
    globals: 'anywhere',
    verbs: {
      vm: {
        verbs: {
          'run-command': {
            verbs: {
              invoke: {
                values: { shell: '--scripts', data: '-g|--resource-group -n|--name --command-id' },
                operands: 'shell*',
              },
            },
            operands: 'data*',
          },
        },
        operands: 'data*',
      },
    },
    operands: 'data*',
  },
  'doctl|hcloud|scw|linode-cli|vultr-cli': {
    globals: 'anywhere',
    verbs: {
      compute: { verbs: { ssh: { values: { shell: '--ssh-command' }, operands: 'host' } }, operands: 'data*' },
      server: { verbs: { ssh: { operands: 'host words' } }, operands: 'data*' },
    },
    operands: 'data*',
  },
  aws: {
    globals: 'anywhere',
    values: { data: '--profile --region --output --query --endpoint-url --cli-input-json' },
    verbs: {
      s3: { operands: 'unknown*', dryRun: '--dryrun' },
      ec2: { operands: 'unknown*', dryRun: '--dry-run' },
      ssm: {
        verbs: {
          'send-command|start-session': {
            values: {
              setting: '--parameters',
              data: '--instance-ids --targets --document-name --comment --timeout-seconds --target',
            },
            operands: 'data*',
          },
        },
        operands: 'data*',
      },
      ecs: {
        verbs: {
          'execute-command': {
            values: { shell: '--command', data: '--cluster --task --container' },
            operands: 'data*',
          },
        },
        operands: 'data*',
      },
    },
    operands: 'unknown*',
  },
}
