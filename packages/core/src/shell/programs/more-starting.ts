/** Supervisors, watchers, build tools, tracers, version managers and terminals: where in their words a command stands. */
import type { Grammar } from './grammar.ts'

/** Its own options come first, then a command with its words. */
const starts: Grammar = { order: 'options first', operands: 'command' }
/** The command stands behind `--` alone. */
const behindDashes: Grammar = { operands: 'data*', afterDashes: 'command' }
/** The command stands behind `--`, or is the first operand. */
const starting = (data = '', shell = ''): Grammar => ({
  order: 'options first',
  values: { data, shell },
  operands: 'command',
  afterDashes: 'command',
})
/** `tool exec NAME command`: one word of its own, then the command. */
const startingBehind = (data = ''): Grammar => ({
  order: 'options first',
  values: { data },
  operands: 'data command',
  afterDashes: 'command',
})
const withVerbs = (verbs: Readonly<Record<string, Grammar>>, row: Grammar = {}): Grammar => ({
  ...row,
  verbs,
  operands: row.operands ?? 'unknown*',
})

/** Programs that look for changes and then run a command. */
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

/** Version managers, package managers and tools that set an environment for a command. */
const managers: Readonly<Record<string, Grammar>> = {
  opam: withVerbs({ exec: starting('--switch --root') }),
  rvm: { operands: 'data data command' },
  'rustup|n': withVerbs({ 'run|exec': startingBehind('--install') }),
  'fvm|puro|melos|spack': withVerbs({ 'exec|run|flutter-exec': starting('--scope --ignore -c') }),
  tox: withVerbs({ exec: { values: { data: '-e|--env' }, operands: 'data*', afterDashes: 'command' } }),
  'pixi|devbox|devenv|flox': withVerbs({
    'run|exec|activate': starting('-e|--environment -s|--spec --env -c|--config -d|--dir'),
  }),
  composer: withVerbs({ exec: starting() }),
  xcrun: {
    ...starts,
    spelling: 'words',
    flags: '-r|--run|-run -v -n -k',
    values: { data: '--sdk -sdk --toolchain -f|--find' },
  },
  'flatpak-spawn': starting('--env --directory'),
  flatpak: withVerbs({
    run: {
      order: 'options first',
      values: { data: '--branch --arch --env --user', prefix: '--command' },
      operands: 'data command',
    },
  }),
  snap: withVerbs({
    run: { flags: '--shell', operands: { '--shell': 'data data* shell', '*': 'data*' }, values: { shell: '-c' } },
  }),
  guix: withVerbs({ 'shell|environment': behindDashes, 'time-machine': behindDashes }),
  'aws-okta|aws-keychain|awsudo|leapp|gimme-aws-creds': withVerbs({ 'exec|run': startingBehind() }),
  assume: { values: { shell: '--exec|-ex' }, operands: 'data*' },
  consul: withVerbs({
    exec: { order: 'options first', operands: 'words' },
    lock: { order: 'options first', operands: 'data words' },
    watch: { order: 'options first', spelling: 'words', operands: 'words' },
  }),
  etcdctl: withVerbs(
    {
      'watch|exec-watch': { ...behindDashes, order: 'options first' },
      lock: { order: 'options first', operands: 'data command' },
      elect: { order: 'options first', operands: 'data data' },
    },
    { globals: 'anywhere', values: { data: '--endpoints --user --password --cacert --cert --key' } },
  ),
  vault: withVerbs({ agent: { spelling: 'words', values: { shell: '-exec' }, operands: 'data*' } }),
  firebase: withVerbs({
    'emulators:exec': { values: { data: '--only -P|--project --import --export-on-exit' }, operands: 'shell' },
  }),
  netlify: withVerbs({ 'dev:exec': starting() }),
  vercel: withVerbs({ env: withVerbs({ run: starting('-e|--environment') }) }),
  wine: starts,
}

/** Build tools and test runners that are told which program to use. */
const builders: Readonly<Record<string, Grammar>> = {
  cargo: withVerbs(
    {
      watch: {
        values: { shell: '-s|--shell', data: '-x|--exec -w|--watch -d -i|--ignore' },
        operands: 'data*',
        afterDashes: 'command',
      },
      with: { operands: 'shell', afterDashes: 'data*' },
      'run|r': { operands: 'data*', afterDashes: 'data*' },
    },
    {
      globals: 'anywhere',
      values: {
        setting: '--config',
        directory: '-C',
        data: '--color -Z --manifest-path --target --target-dir -p|--package --features -j',
      },
    },
  ),
  go: withVerbs(
    {
      run: {
        spelling: 'words',
        order: 'options first',
        values: { filter: '-exec -toolexec -vettool', data: '-tags -mod -ldflags -gcflags -C -p' },
        operands: 'script:go data*',
        input: { '*': 'none' },
      },
      'test|build|vet|install|list|generate|tool': {
        spelling: 'words',
        values: {
          filter: '-exec -toolexec -vettool',
          data: '-tags -mod -ldflags -gcflags -run -bench -count -timeout -C -p',
          write: '-o -coverprofile -cpuprofile -memprofile -trace',
        },
        operands: 'data*',
      },
    },
    { operands: 'unknown*' },
  ),
  'bazel|bazelisk|blaze': {
    values: {
      filter: '--run_under --workspace_status_command --test_wrapper --credential_helper',
      data: '-c --config --output_base',
    },
    operands: 'data*',
  },
  ctest: {
    spelling: 'words',
    values: {
      command: '--test-command',
      setting: '--overwrite',
      'script:cmake': '-S -SP',
      directory: '--test-dir',
      data: '-R -E -L -j -C -T -M -D',
    },
    operands: 'data*',
  },
  meson: withVerbs({ devenv: { ...starting(), values: { directory: '-C -w' } } }),
  just: {
    flags: '-l|--list -n|--dry-run -s|--show --summary --evaluate --fmt -q -v -u',
    values: {
      command: '-c|--command',
      'script:make': '-f|--justfile',
      directory: '-d|--working-directory',
      filter: '--shell --chooser',
      data: '--shell-arg --set:2 --color',
    },
    operands: 'data*',
    dryRun: '-n',
  },
  zx: {
    values: { 'code:javascript': '-e|--eval', filter: '--shell', data: '--prefix --cwd' },
    operands: 'script:javascript data*',
    input: { 'no operands': 'code:javascript' },
  },
  nx: withVerbs({
    exec: starting(),
    'run-commands|run-many|run': {
      values: { shell: '--command --commands', data: '-t|--target -p|--projects' },
      operands: 'data*',
    },
  }),
}

/** Debuggers and tracers that start the program they watch. */
const tracers: Readonly<Record<string, Grammar>> = {
  'rr|replay': withVerbs({ 'record|replay': starts }, { operands: 'command' }),
  dlv: withVerbs({ exec: { operands: 'prefix', afterDashes: 'command' } }),
  bpftrace: { values: { 'code:bpftrace': '-e', shell: '-c', data: '-p -I -o' }, operands: 'script:bpftrace data*' },
  'dtrace|stap': { values: { shell: '-c', data: '-e -n -s -x -p -o' }, operands: 'data*' },
  'ncu|nsys|nvprof|vtune|rocprof': {
    order: 'options first',
    values: { data: '-o|--output -f -k -collect -r' },
    verbs: { 'profile|launch|start': starting('-o|--output -t|--trace -w') },
    operands: 'command',
    afterDashes: 'command',
  },
  asciinema: withVerbs({
    'rec|stream': { values: { shell: '-c|--command', data: '-t|--title -i --idle-time-limit -e' }, operands: 'write' },
  }),
  'ttyrec|termtosvg|terminalizer|ttygif': { values: { shell: '-e -c|--command -d', data: '-g -D' }, operands: 'data*' },
}

/** Terminals and window managers. */
const terminals: Readonly<Record<string, Grammar>> = {
  'lxterminal|mate-terminal|tilix|kgx|ptyxis|guake|qterminal|deepin-terminal|cool-retro-term|terminology|sakura|termite|roxterm|eterm|aterm|mlterm|pantheon-terminal|blackbox':
    {
      spelling: 'words',
      values: { shell: '-e --command -C', data: '-t --title', directory: '--working-directory' },
      operands: 'data*',
      afterDashes: 'command',
    },
  foot: {
    ...starts,
    values: { data: '-T|--title -a|--app-id -f|--font -W -w -o|--override', name: '-c|--config', directory: '-D' },
  },
  kitty: {
    order: 'options first',
    values: { data: '-T|--title -o|--override --class --to', directory: '-d|--directory', name: '-c|--config' },
    verbs: {
      '@': withVerbs({
        launch: starting('--type --title --match -m --cwd --to'),
        'send-text': { values: { data: '-m|--match --to' }, operands: 'words' },
        'remote-control': { operands: 'data*' },
      }),
    },
    operands: 'command',
  },
  wezterm: withVerbs({
    start: starting('--cwd --class --workspace'),
    cli: withVerbs({
      'spawn|split-pane': starting('--cwd --pane-id --window-id'),
      'send-text': { values: { data: '--pane-id' }, operands: 'words' },
    }),
  }),
  'i3-msg|swaymsg|i3': {
    order: 'options first',
    values: { data: '-t -s' },
    verbs: { 'exec|exec_always': { operands: 'words' } },
    operands: 'data*',
  },
  hyprctl: withVerbs({ dispatch: withVerbs({ exec: { operands: 'words' } }) }),
  'niri|riverctl|bspc|herbstclient|qtile': withVerbs({
    'spawn|msg|exec': { operands: 'words', afterDashes: 'command' },
  }),
  'xdotool|ydotool|wtype|dotool': withVerbs(
    { 'type|key': { values: { data: '--delay --window' }, operands: 'words' }, exec: { ...starts, flags: '--sync' } },
    { operands: 'words' },
  ),
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

/** Version control beside git, and editors. */
const others: Readonly<Record<string, Grammar>> = {
  hg: {
    globals: 'anywhere',
    values: { setting: '--config', directory: '-R --cwd', data: '-r -m -u -d' },
    verbs: { bisect: { values: { shell: '-c|--command' }, operands: 'data*' } },
    operands: 'data*',
  },
  svn: {
    globals: 'anywhere',
    values: {
      filter: '--editor-cmd --diff-cmd --diff3-cmd',
      setting: '--config-option',
      data: '-r -m --username --password',
      directory: '--config-dir',
    },
    operands: 'unknown*',
  },
  darcs: withVerbs({ 'test|trackdown': { operands: 'shell*' } }),
  delta: { values: { filter: '--pager', data: '--width --tabs --syntax-theme' }, operands: 'read*' },
  nano: {
    values: { filter: '-s|--speller', data: '-T -r -Y -Q -X', name: '-f|--rcfile', directory: '-o -C' },
    operands: 'write*',
  },
  'kak|kakoune': { values: { 'code:kak': '-e -E', data: '-s -c -p -d' }, operands: 'write*' },
  'awesome-client': { operands: 'code:lua', input: 'code:lua' },
  jed: { spelling: 'words', values: { 'code:lua': '-f -eval', 'script:slang': '-l -script' }, operands: 'write*' },
}

export const moreStartingPrograms: Readonly<Record<string, Grammar>> = {
  ...watchers,
  ...supervisors,
  ...managers,
  ...builders,
  ...tracers,
  ...terminals,
  ...schedulers,
  ...others,
}
