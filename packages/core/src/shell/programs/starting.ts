/** Programs that start another program, and which of their words are its command. */
import type { Grammar } from './grammar.ts'

/** The program's own options come first, then a command with its words. */
const starts: Grammar = { order: 'options first', operands: 'command' }
/** The same after one word: a time, a directory, a user. */
const startsBehind: Grammar = { order: 'options first', operands: 'data command' }
const withValues = (data: string, row: Grammar = starts): Grammar => ({ ...row, values: { data } })
const loader: Grammar = withValues('--library-path --preload --argv0 --audit --inhibit-rpath')
/** Runs its words in a shell, or starts a shell that reads its input. */
const remoteShell: Grammar = {
  order: 'options first',
  operands: 'host words',
  input: { 'no operands': 'data', '*': 'shell' },
}

/** Variables whose value a makefile runs by convention. */
const makeVariables = { filter: 'SHELL CC CXX CPP LD AR AS RM INSTALL PYTHON' } as const

const parallel: Grammar = {
  ...starts,
  flags: `-0|--null -k|--keep-order -m|--xargs -X -q|--quote -t|--verbose -u|--ungroup --pipe --pipepart --spreadstdin
    --bar --eta --progress --tag --link|--xapply --line-buffer --shuf --will-cite --no-notice --resume --dry-run --bg --fg --wait`,
  values: {
    data: `-j|--jobs|-P|--max-procs -n|--max-args -N -L|--max-lines -I -i[] -U -s -d|--delimiter -C|--colsep --delay --timeout --retries
      --halt --joblog --results --tmpdir --tmux[] --block --recstart --recend --load --memfree --nice --env --tagstring --rpl
      --return --basefile -J|--profile --sqlworker --id --semaphoretimeout`,
    host: '-S|--sshlogin',
    'arguments-file': '-a|--arg-file --sshloginfile --slf',
  },
  sections: { ':::': 'data*', '::::': 'arguments-file*', ':::+': 'data*', '::::+': 'arguments-file*' },
  dryRun: '--dry-run',
  input: { '--pipe|--pipepart': 'data', '-a': 'none', 'no operands': 'shell', '*': 'arguments' },
}

export const startingPrograms: Readonly<Record<string, Grammar>> = {
  env: {
    ...starts,
    flags: '-|-i|--ignore-environment -0|--null -v|--debug',
    values: {
      data: '-u|--unset -P --block-signal[] --default-signal[] --ignore-signal[] -a|--argv0',
      directory: '-C|--chdir',
      prefix: '-S|--split-string',
    },
    assigns: true,
  },
  'xargs|gxargs': {
    ...starts,
    flags: '-0|--null -t|--verbose -p|--interactive -r|--no-run-if-empty -x|--exit -o|--open-tty',
    values: {
      data: `-I -i|--replace[] -J -R -S -d|--delimiter -E -e|--eof[] -L -l|--max-lines[] -n|--max-args -P|--max-procs
        -s|--max-chars --process-slot-var`,
      'arguments-file': '-a|--arg-file',
    },
    input: { '-a': 'none', '*': 'arguments' },
  },
  'parallel|env_parallel|sem|parallel-rust|rush': parallel,
  'sudo|doas|sudo-rs': {
    ...starts,
    flags: '-A -b -E|--preserve-env[] -H -i|--login -k -K -l|--list -n -P -S -s|--shell -v -V -L',
    values: {
      data: '-u|--user -g|--group -h|--host -p|--prompt -r|--role -t|--type -T -U -C',
      directory: '-D|--chdir -R|--chroot',
    },
    assigns: true,
    input: { '-i&no operands|-s&no operands': 'shell', '*': 'data' },
  },
  run0: {
    ...withValues('-u -g --user --group --setenv --unit --property --nice --slice'),
    input: { 'no operands': 'shell' },
  },
  pkexec: withValues('--user'),
  'nohup|setsid|builtin|unbuffer|linux32|linux64|tini|dumb-init|busybox|toybox|arch|firejail|valgrind|systemd-inhibit|chronic|catchsegv|proxychains|proxychains4|torsocks|torify|tsocks|noglob|nocorrect|ltrace|ts-run|winpty|rlwrap|with-contenv|annotate-output|eatmydata|rtprio':
    starts,
  nice: withValues('-n|--adjustment'),
  ionice: withValues('-c|--class -n|--classdata -p|--pid'),
  chrt: withValues('-T -P -D', startsBehind),
  'taskset|setarch|gosu|su-exec|s6-setuidgid|setuidgid': startsBehind,
  'chpst|softlimit': withValues('-u -U -e -d -o -m -n -b -p -f -c -/'),
  stdbuf: withValues('-i|--input -o|--output -e|--error'),
  'timeout|gtimeout': withValues('-s|--signal -k|--kill-after', startsBehind),
  cpulimit: withValues('-l|--limit -p|--pid -e|--exe'),
  trickle: withValues('-d -u -s -t -w -l'),
  time: { ...starts, values: { write: '-o|--output', data: '-f|--format' } },
  'gtime|hyperfine-time': { ...starts, values: { write: '-o|--output', data: '-f|--format' } },
  command: { ...starts, flags: '-p -v -V', operands: { '-v|-V': 'data*', '*': 'command' } },
  exec: withValues('-a'),
  fc: { values: { filter: '-e' }, operands: 'data*' },
  chroot: {
    order: 'options first',
    values: { data: '--userspec --groups' },
    operands: 'directory command',
    input: { '*': 'shell' },
  },
  unshare: {
    ...withValues('-S -G --map-user --map-group --kill-child[] --wd -R|--root -w'),
    input: { 'no operands': 'shell' },
  },
  nsenter: {
    ...withValues(
      '-t|--target -S|--setuid -G|--setgid -m|--mount[] -u|--uts[] -i|--ipc[] -n|--net[] -p|--pid[] -U|--user[] -C|--cgroup[] -r|--root[] -w|--wd[]',
    ),
    flags: '-a|--all -F -Z',
    input: { 'no operands': 'shell' },
  },
  bwrap: {
    ...starts,
    values: {
      data: `--dev --proc --chdir --tmpfs --unsetenv --uid --gid --hostname --perms --dir --mqueue --cap-add --cap-drop
        --bind:2 --ro-bind:2 --dev-bind:2 --bind-try:2 --ro-bind-try:2 --dev-bind-try:2 --setenv:2 --symlink:2 --file:2
        --chmod:2`,
    },
  },
  prlimit: withValues('-p|--pid'),
  setpriv: withValues('--reuid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits'),
  capsh: { spelling: 'words', operands: 'data*', afterDashes: 'data shell' },
  fakeroot: { ...withValues('-l -s -i -b'), input: { 'no operands': 'shell' } },
  faketime: withValues('-f', startsBehind),
  numactl: withValues('-N -m -C -i -p --cpunodebind --membind --physcpubind --interleave --preferred'),
  'systemd-run': {
    ...withValues(`-u|--unit -p|--property -E|--setenv -M|--machine -H|--host --slice --uid --gid --nice --working-directory
      --description --on-active --on-boot --on-startup --on-unit-active --on-unit-inactive --on-calendar --timer-property
      --path-property --socket-property`),
    flags: '-t|--pty -P|--pipe -S|--shell -d|--same-dir -r -q|--quiet -G|--collect --user --system --scope --wait',
    input: { '-S': 'shell' },
  },
  cgexec: withValues('-g'),
  proot: withValues('-r -b -w -q -R -S'),
  entr: { ...starts, flags: '-a -c -d -n -p -r -s -x -z', operands: { '-s': 'words', '*': 'command' } },
  'xterm|uxterm|rxvt|urxvt|st|alacritty|konsole|xfce4-terminal|terminator|kitty|foot|wezterm': {
    spelling: 'words',
    values: { command: '-e -x', shell: '--command', data: '-T -title -geometry -fn -fa -fs -bg -fg --title' },
    operands: 'data*',
    afterDashes: 'command',
  },
  'gnome-terminal|xdg-terminal-exec': {
    values: { shell: '-e|--command', command: '-x|--execute', directory: '--working-directory' },
    operands: 'command',
    afterDashes: 'command',
  },
  'ld-linux-x86-64.so.2|ld-linux-aarch64.so.1|ld-linux.so.2|ld.so': loader,
  strace: { ...starts, values: { write: '-o|--output', data: '-e -p -s -P -E -u -a -b -S' } },
  perf: { verbs: { 'stat|record|trace': withValues('-e|--event -o|--output -F -p -t -C -r') }, operands: 'data*' },
  caffeinate: withValues('-t -w'),
  'dotenv|dotenvx|env-cmd|cross-env|cross-env-shell|dotenv-cli': {
    ...starts,
    values: { read: '-f|--file', data: '-e -v' },
    assigns: true,
    verbs: { run: { ...starts, values: { read: '-f' } } },
  },
  'xvfb-run': withValues('-n -s -e -f -p -w'),
  'dbus-run-session|dbus-launch|ssh-agent|keychain': {
    ...starts,
    values: { data: '-a -t --config-file' },
    afterDashes: 'command',
  },
  su: {
    flags: '-|-l|--login -m|-p|--preserve-environment -P|--pty',
    values: { shell: '-c|--command --session-command', data: '-s|--shell -g|--group -G|--supp-group -w' },
    operands: 'data*',
    input: { '-c|--session-command': 'data', '*': 'shell' },
  },
  runuser: {
    flags: '-|-l|--login',
    values: { shell: '-c|--command --session-command', data: '-u|--user -s|--shell -g|--group -G' },
    operands: { '-u': 'command', '*': 'data data*' },
    input: { '-c|-u': 'data', '*': 'shell' },
  },
  'newgrp|login|sg': { operands: 'data shell', input: 'shell' },
  script: {
    flags: '-a|--append -q|--quiet -e|--return -f|--flush',
    values: {
      shell: '-c|--command',
      write: '-t|--timing[] -T|--log-timing -I|--log-in -O|--log-out -B|--log-io',
      data: '-E -m -o',
    },
    // On BSD and macOS a command follows the file.
    operands: { '-c': 'write', '*': 'write command' },
    input: { '-c': 'data', '*': 'shell' },
  },
  'nix-shell|nix-env': {
    values: { shell: '--run --command', data: '-p -I -A -E' },
    operands: 'data*',
    input: { '--run|--command': 'data', '*': 'shell' },
  },
  nix: {
    verbs: { 'develop|shell|run': { values: { command: '-c|--command' }, operands: 'data*', afterDashes: 'data*' } },
    operands: 'data*',
  },
  // `-c` may come before or after the file; the first word after the file begins the command.
  flock: {
    flags: '-n -x -s -u -o -F -e',
    values: { shell: '-c|--command', data: '-w|--timeout -E|--conflict-exit-code' },
    operands: 'name command',
  },
  'mapfile|readarray': { flags: '-t', values: { shell: '-C', data: '-d -n -O -s -u -c' }, operands: 'data' },
  // `screen -X stuff text` and similar commands type the text into another terminal.
  stuff: { operands: 'words' },
  zellij: {
    verbs: {
      action: { verbs: { 'write-chars': { operands: 'words' } }, operands: 'data*' },
      'run|r': { order: 'options first', values: { data: '-n|--name -d', directory: '--cwd' }, operands: 'command' },
    },
    operands: 'data*',
  },
  tox: {
    verbs: { 'exec|e': { values: { data: '-e -c' }, operands: 'data*', afterDashes: 'command' } },
    operands: 'data*',
  },
  fab: { values: { data: '-H -i -P -f -u -c -r -S -t' }, operands: 'data*', afterDashes: 'words' },
  tsh: {
    verbs: {
      ssh: {
        order: 'options first',
        values: { data: '-l|--login -p|--port -i --proxy --user --cluster -L -R -D -J' },
        operands: 'host words',
      },
    },
    operands: 'data*',
  },
  nomad: {
    verbs: {
      alloc: {
        verbs: { exec: { order: 'options first', values: { data: '-task' }, operands: 'host command' } },
        operands: 'data*',
      },
    },
    operands: 'data*',
  },
  waypoint: {
    verbs: { exec: { order: 'options first', values: { data: '-app -project' }, operands: 'command' } },
    operands: 'data*',
  },
  'crun|runc|youki': {
    verbs: {
      exec: {
        order: 'options first',
        values: { data: '-u|--user -e|--env', directory: '--cwd' },
        operands: 'host command',
      },
    },
    operands: 'data*',
  },
  lockf: withValues('-t', startsBehind),
  repo: { verbs: { forall: { values: { shell: '-c', data: '-r -g -j' }, operands: 'data*' } }, operands: 'data*' },
  watch: {
    order: 'options first',
    flags: '-d|--differences[] -g -t -b -e -c -p -r -w -x|--exec',
    values: { data: '-n|--interval -q|--equexit -s|--shotsdir' },
    operands: { '-x': 'command', '*': 'words' },
  },
  'viddy|hwatch': { order: 'options first', values: { data: '-n|--interval -s|--shell' }, operands: 'words' },
  'rsh|remsh|slogin2': remoteShell,
  sshpass: withValues('-p -f -d -P'),
  'pdsh|pdcp': {
    order: 'options first',
    values: { host: '-w -g -x', data: '-f -l -t -u -R -M -S' },
    operands: 'words',
  },
  'pssh|parallel-ssh|prsync': {
    order: 'options first',
    flags: '-i|--inline -P -v -A',
    values: {
      read: '-h|--hosts',
      host: '-H|--host',
      data: '-l|--user -p|--par -t|--timeout -x|--extra-args -X -O|--options -o|--outdir -e|--errdir',
    },
    operands: 'words',
  },
  'clush|clubak': {
    order: 'options first',
    values: { host: '-w -g -x -X', data: '-f -l -t -u -o' },
    operands: 'words',
  },
  'dsh|mpssh|cssh': { order: 'options first', values: { host: '-m -g -f', data: '-r -o' }, operands: 'words' },
  'ansible|ansible-console': {
    values: {
      shell: '-a|--args',
      data: '-m|--module-name -u|--user -f|--forks -l|--limit -e|--extra-vars -t|--tree -P -B',
      read: '-i|--inventory --private-key|--key-file -M',
    },
    operands: 'host',
    dryRun: '-C|--check',
  },
  'salt|salt-ssh': {
    values: { data: '-t|--timeout -b|--batch-size --out -G[] -E[] -L[]' },
    operands: 'host data shell',
  },
  'salt-call': { flags: '--local', values: { data: '-l --out', directory: '-c' }, operands: 'data shell' },
  knife: { verbs: { ssh: { values: { data: '-x -P -i' }, operands: 'pattern words' } }, operands: 'data*' },
  direnv: { verbs: { exec: { order: 'options first', operands: 'directory command' } }, operands: 'data*' },
  'mise|rtx': {
    verbs: {
      'exec|x': { ...starts, values: { shell: '-c|--command' }, operands: { '*': 'data*' }, afterDashes: 'command' },
    },
    operands: 'data*',
  },
  'asdf|pyenv|rbenv|nodenv|goenv|jenv|plenv|volta|fnm|nvm': {
    verbs: { exec: starts, run: { ...starts, operands: 'command', values: { data: '--node --npm --yarn --using' } } },
    operands: 'data*',
  },
  'devbox|pixi|devenv': { verbs: { run: { ...starts, values: { data: '-e|--env -c|--config' } } }, operands: 'data*' },
  'aws-vault|envchain|chamber|saml2aws|granted': {
    verbs: {
      exec: { ...startsBehind, afterDashes: 'command', values: { data: '-d|--duration -p|--profile --region' } },
    },
    operands: 'data command',
  },
  'op|doppler|infisical|teller|berglas|sops': {
    verbs: {
      run: { afterDashes: 'command', values: { name: '--env-file', shell: '--command' }, operands: 'data*' },
      'exec-env': { operands: 'read shell' },
      'exec-file': { operands: 'read shell' },
    },
    operands: 'unknown*',
  },
  hyperfine: {
    values: {
      shell: '-p|--prepare -s|--setup -c|--cleanup',
      data: '-w|--warmup -r|--runs -m|--min-runs -M|--max-runs -S|--shell -n|--command-name -P|--parameter-scan:3 -L|--parameter-list:2',
      write: '--export-json --export-csv --export-markdown',
    },
    operands: 'shell*',
  },
  // Their words are names of scripts.
  'npm-run-all|run-p|run-s': { operands: 'data*' },
  'concurrently|conc': {
    values: { data: '-n|--names -c|--prefix-colors -p|--prefix -s|--success -m|--max-processes' },
    operands: 'shell*',
  },
  'nodemon|onchange|forever': {
    order: 'options first',
    values: {
      shell: '-x|--exec -c|--command',
      data: '-e|--ext|--exts -w|--watch -d|--delay -i|--ignore -g|--glob -r|--regex -s|--shell',
      name: '--config',
    },
    operands: 'data*',
    afterDashes: 'command',
  },
  'tmux|byobu': {
    order: 'options first',
    values: { name: '-S -f', data: '-L -T', shell: '-c' },
    verbs: {
      'send-keys|send': { values: { data: '-t -N' }, operands: 'words' },
      'run-shell|run': { values: { data: '-t -d -c' }, operands: 'words' },
      'if-shell|if': { values: { data: '-t' }, operands: 'shell*' },
      'new-session|new|new-window|neww|split-window|splitw|respawn-pane|respawnp|respawn-window|respawnw|display-popup|popup':
        {
          order: 'options first',
          values: { data: '-t -s -n -F -x -y -e -l -f -w -T -S', directory: '-c' },
          operands: 'words',
        },
      'pipe-pane|pipep': { values: { data: '-t' }, operands: 'words' },
      'set-hook|bind-key|bind': { values: { data: '-t -T -N' }, operands: 'data words' },
      'source-file|source': { operands: 'read' },
    },
    operands: 'data*',
  },
  screen: {
    order: 'options first',
    flags: '-d|-D -m -dm -Dm -r[] -x[] -R[] -L -q -U -A -ls -list -wipe',
    values: { data: '-S -t -T -p -e -h -s', read: '-c', command: '-X' },
    operands: 'command',
  },
  'dtach|abduco': {
    order: 'options first',
    flags: '-z -E',
    values: { name: '-A -c -n -a -N', data: '-r -e' },
    operands: { '*': 'command' },
  },
  'at|batch': {
    flags: '-l -r -d -c -V -m -M -v -b -k',
    values: { 'script:sh': '-f', data: '-q -t' },
    operands: 'data*',
    input: { '-l|-r|-d|-c|-V|-f': 'none', '*': 'shell' },
    effects: { persists: '*' },
  },
  crontab: {
    flags: '-l -r -e -i',
    values: { data: '-u' },
    operands: 'script:cron',
    effects: { persists: '*', deletes: '-r' },
  },
  eval: { operands: 'words' },
  'source|.': { order: 'options first', operands: 'script:sh data*' },
  make: {
    flags: '-n|--just-print|--dry-run|--recon -B -k -s -i -q -t -e -w -r -R -d -p',
    values: {
      'script:make': '-f|--file|--makefile',
      'code:make': '--eval',
      directory: '-C|--directory',
      data: '-j|--jobs[] -l|--load-average[] -I -o -W',
    },
    operands: 'data*',
    keys: makeVariables,
    dryRun: '-n',
  },
  'gmake|bmake|remake': {
    values: { 'script:make': '-f|--file|--makefile', 'code:make': '--eval', directory: '-C', data: '-j[] -l[] -I' },
    operands: 'data*',
    keys: makeVariables,
    dryRun: '-n',
  },
  cmake: {
    spelling: 'words',
    values: {
      'script:cmake': '-P',
      command: '-E',
      directory: '-B -S --build --install',
      data: '-G -A -T -t --target -j --parallel --config',
    },
    operands: 'directory*',
  },
  man: {
    flags: '-k -f -w -a',
    values: { filter: '-P|--pager -H|--html[]', data: '-s -S -m -r|--prompt -L -e -E', name: '-M -C' },
    operands: 'data*',
  },
  'socat|socat1': { operands: 'code:socat*' },
  'git-shell': { values: { shell: '-c' }, operands: 'data*' },
}
