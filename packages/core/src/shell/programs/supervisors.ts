/** Watchers, supervisors and schedulers, and which of their words are a command. */
import type { Grammar } from './grammar.ts'
import { starting, startingBehind, starts, withVerbs } from './starting-rows.ts'

/** Programs that watch for changes and then run a command. */
const watchers: Readonly<Record<string, Grammar>> = {
  'watchexec|rerun|wgo|when-changed|reflex|CompileDaemon|gow|modd|peat|steward': {
    order: 'options first',
    flags: '-1 -n -r -v -q',
    values: {
      shell: '-c -command -build --on-change',
      data: '-e|--exts -w|--watch -d|--debounce -i|--ignore -f|--filter -s|--signal --shell -W --stop-signal --workdir -g -p|--pattern',
    },
    operands: 'command',
    afterDashes: 'command',
  },
  air: {
    spelling: 'words',
    values: { shell: '-build.cmd -build.bin -build.full_bin -build.pre_cmd -build.post_cmd', name: '-c' },
    operands: 'data*',
  },
  'tsc-watch|tsup|tsx-watch': {
    spelling: 'words',
    values: { shell: '--onSuccess --onFirstSuccess --onFailure --onCompilationStarted --onCompilationComplete' },
    operands: 'data*',
  },
  'chokidar|chokidar-cli': {
    values: { shell: '-c|--command', data: '-d|--debounce -t|--throttle -i|--ignore --polling-interval' },
    operands: 'data*',
  },
  'ptw|pytest-watch': {
    values: { shell: '--runner --onpass --onfail --onexit --beforerun --afterrun', data: '--ext --ignore' },
    operands: 'data*',
    afterDashes: 'data*',
  },
  watchmedo: withVerbs({
    'shell-command|tricks': {
      values: { shell: '-c|--command', data: '-p|--patterns -i|--ignore-patterns' },
      operands: 'data*',
    },
    'auto-restart': starting('-d|--directory -p|--patterns -i --signal'),
  }),
  watchman: withVerbs({ trigger: { operands: 'data data data*', afterDashes: 'command' } }, { afterDashes: 'words' }),
  'watchman-make': { values: { shell: '--run|-r', data: '-p|--pattern -t|--target' }, operands: 'data*' },
}

/** Supervisors and process managers. */
const supervisors: Readonly<Record<string, Grammar>> = {
  'start-stop-daemon': {
    flags: '-S|--start -K|--stop -b|--background -m|--make-pidfile -q|--quiet -v -o|--oknodo -t|--test -C|--no-close',
    values: {
      data: '-p|--pidfile -u|--user -c|--chuid -g|--group -n|--name -s|--signal -R|--retry -N|--nicelevel -k|--umask -P|--procsched -I|--iosched -O|--output -r|--chroot',
      directory: '-d|--chdir',
      prefix: '-x|--exec -a|--startas',
    },
    operands: 'command',
    afterDashes: 'command',
  },
  pm2: withVerbs({
    'start|restart|deploy': {
      values: {
        data: '-n|--name -i|--instances --interpreter --log -o -e --cron --namespace --max-memory-restart',
        directory: '--cwd',
      },
      operands: 'prefix data*',
      afterDashes: 'command',
    },
  }),
  'foreman|honcho|forego|goreman|overmind|hivemind': withVerbs({ run: starting('-e|--env -f|--procfile') }),
  'cronitor|healthchecks': withVerbs({ exec: startingBehind() }),
  'consul-template|envconsul': {
    spelling: 'words',
    values: { shell: '-exec', data: '-template -prefix -secret -config -consul-addr -vault-addr' },
    operands: 'command',
  },
  toolbox: withVerbs({ run: starting('-c|--container -d -r'), enter: { operands: 'data*' } }),
  'tini|catatonit|dumb-init|s6-envdir|execline': starts,
  'tcpserver|udpsvd|tcpsvd': {
    order: 'options first',
    values: { data: '-c -b -u -g -l -t -x' },
    operands: 'host data command',
  },
  'run-parts': {
    values: { data: '--regex -a|--arg -u|--umask' },
    flags: '--test --list -v --report',
    operands: 'script:sh',
    dryRun: '--test|--list',
  },
}

/** Schedulers of clusters. */
const schedulers: Readonly<Record<string, Grammar>> = {
  sbatch: {
    values: { shell: '--wrap', data: '-n -N -p -t -J -o -e -A -c --mem --gres' },
    operands: 'script:sh data*',
    input: { '--wrap': 'data', 'no operands': 'shell', '*': 'none' },
  },
  qsub: {
    values: { data: '-N -l -q -o -e -j -m -M -P -A -pe:2' },
    operands: 'script:sh data*',
    input: { 'no operands': 'shell', '*': 'none' },
    afterDashes: 'command',
  },
  ray: withVerbs({
    exec: { values: { data: '-p|--port-forward' }, operands: 'data shell' },
    job: withVerbs({
      submit: { values: { data: '--address --working-dir' }, operands: 'command', afterDashes: 'command' },
    }),
  }),
  flux: withVerbs({
    'run|submit|exec|start|batch|alloc': { ...starts, flags: '-o', values: { data: '-n -N -c -g -t -r' } },
  }),
}

export const supervisingPrograms: Readonly<Record<string, Grammar>> = { ...watchers, ...supervisors, ...schedulers }
