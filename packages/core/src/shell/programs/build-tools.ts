/** Version managers and build tools, and which of their words are commands or programs to start. */
import type { Grammar } from './grammar.ts'
import { behindDashes, starting, startingBehind, starts, withVerbs } from './starting-rows.ts'

/** Version managers, package managers and tools that set up an environment for a command. */
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

/** Build tools and test runners with options that name the program to use. */
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

export const buildPrograms: Readonly<Record<string, Grammar>> = { ...managers, ...builders }
