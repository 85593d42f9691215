/** Programs that start another: where in their words it stands. */
import type { Carried } from './carriers.ts'
import type { ShellWord } from './types.ts'

/** How a program that starts another spells its own options. */
interface Wrapper {
  /** Options whose value is the next word. */
  readonly values?: readonly string[]
  /** Options whose value is the next two words. */
  readonly pairs?: readonly string[]
  /** Words of its own between its options and the command. */
  readonly skip?: number
  /** Takes `NAME=value` before the command. */
  readonly assigns?: boolean
  /** Its value is shell text. */
  readonly text?: readonly string[]
  /** Only after one of these words (`docker exec`). */
  readonly after?: readonly string[]
  /** The rest is joined and given to a shell (`ssh`, `watch`). */
  readonly joins?: boolean
  /** Without a command it is a shell that reads its input (`ssh host`). */
  readonly reads?: boolean
  /** With one of these it starts nothing (`command -v`); `*`: it starts nothing but its text (`su bob -c …`). */
  readonly never?: readonly string[]
}

const list = (text: string): readonly string[] => text.trim().split(/\s+/)

const container: Wrapper = {
  skip: 1,
  values: list(`-e --env -u --user -w --workdir -v --volume --name -p --network --entrypoint --mount -n --namespace
    -c --container --platform --env-file -l --label --cpus -m --memory -h --hostname --pull --gpus --add-host`),
}
const runner: Wrapper = {
  values: list('-p --package -c --call --with --python -w --workspace --prefix'),
  text: ['-c', '--call'],
}

/** A row for each program that starts another. */
export const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: { values: list('-u -g -C -h -p -r -t -T -U -D -R --user --group --chdir'), assigns: true },
  doas: { values: ['-u', '-C'], assigns: true },
  pkexec: { values: ['--user'] },
  env: { values: ['-u', '--unset', '-C', '--chdir'], assigns: true, text: ['-S', '--split-string'] },
  nice: { values: ['-n', '--adjustment'] },
  ionice: { values: ['-c', '-n', '-p', '--class', '--classdata'] },
  chrt: { values: ['-T', '-P', '-D'], skip: 1 },
  taskset: { skip: 1 },
  nohup: {},
  setsid: {},
  stdbuf: { values: ['-i', '-o', '-e'] },
  unbuffer: {},
  timeout: { values: ['-s', '--signal', '-k', '--kill-after'], skip: 1 },
  gtimeout: { values: ['-s', '-k'], skip: 1 },
  time: { values: ['-o', '-f', '--output', '--format'] },
  command: { never: ['-v', '-V'] },
  builtin: {},
  exec: { values: ['-a'] },
  busybox: {},
  toybox: {},
  chroot: { values: ['--userspec', '--groups'], skip: 1 },
  unshare: { values: ['-S', '-G', '--map-user'] },
  nsenter: { values: ['-t', '--target'] },
  firejail: {},
  bwrap: {
    values: list(
      '--dev --proc --chdir --tmpfs --unsetenv --uid --gid --hostname --perms --dir --mqueue --cap-add --cap-drop',
    ),
    pairs: list(
      '--bind --ro-bind --dev-bind --bind-try --ro-bind-try --dev-bind-try --setenv --symlink --file --chmod',
    ),
  },
  setarch: { skip: 1 },
  linux32: {},
  linux64: {},
  prlimit: {},
  setpriv: { values: list('--reuid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits') },
  fakeroot: { values: ['-l', '-s', '-i', '-b'] },
  faketime: { skip: 1, values: ['-f'] },
  numactl: { values: list('-N -m -C -i -p -l --cpunodebind --membind --physcpubind --interleave --preferred') },
  valgrind: {},
  run0: { values: list('-u -g -D --user --group --chdir --setenv --unit --property --nice --slice') },
  'systemd-inhibit': {},
  'systemd-run': {
    values: list(
      '-u -p -E -M -H --unit --property --setenv --slice --uid --gid --nice --working-directory --description',
    ),
  },
  cgexec: { values: ['-g'] },
  proot: { values: ['-r', '-b', '-w', '-q', '-R', '-S'] },
  entr: {},
  xterm: { after: ['-e'] },
  'ld-linux-x86-64.so.2': { values: list('--library-path --preload --argv0 --audit --inhibit-rpath') },
  'ld-linux-aarch64.so.1': { values: list('--library-path --preload --argv0 --audit --inhibit-rpath') },
  'ld-linux.so.2': { values: list('--library-path --preload --argv0 --audit --inhibit-rpath') },
  cmake: { after: ['-E'] },
  strace: { values: ['-o', '-e', '-p', '-s'] },
  ltrace: { values: ['-o', '-e', '-p', '-s'] },
  perf: { after: ['stat', 'record'], values: ['-e', '-o'] },
  caffeinate: { values: ['-t', '-w'] },
  dotenv: { values: ['-e'] },
  'xvfb-run': { values: ['-n', '-s', '-e'] },
  su: { text: ['-c', '--command'], values: ['-s', '--shell'], never: ['*'] },
  runuser: { text: ['-c', '--command'], values: ['-u', '-s', '-g'] },
  script: { text: ['-c', '--command'], never: ['*'] },
  'nix-shell': { text: ['--run', '--command'], never: ['*'] },
  flock: { text: ['-c', '--command'], values: ['-w', '-E', '--timeout'], skip: 1 },
  repo: { text: ['-c'], never: ['*'] },
  watch: { values: ['-n', '--interval', '-d'], joins: true },
  ssh: {
    values: list('-p -i -l -o -F -L -R -D -J -b -c -e -m -S -W -E -I -Q -w -B'),
    skip: 1,
    joins: true,
    reads: true,
  },
  parallel: { values: ['-j', '--jobs', '-a', '-S', '-N', '-n', '--timeout'], reads: true },
  docker: { ...container, after: ['exec', 'run'] },
  podman: { ...container, after: ['exec', 'run'] },
  kubectl: { ...container, after: ['exec'] },
  npx: runner,
  bunx: runner,
  pnpx: runner,
  uvx: runner,
  npm: { ...runner, after: ['exec', 'x'] },
  pnpm: { ...runner, after: ['exec', 'dlx'] },
  yarn: { ...runner, after: ['exec', 'dlx'] },
  pipx: { ...runner, after: ['run'] },
  uv: { ...runner, after: ['run'] },
  poetry: { ...runner, after: ['run'] },
  pipenv: { ...runner, after: ['run'] },
  bundle: { ...runner, after: ['exec'] },
  hatch: { ...runner, after: ['run'] },
  pdm: { ...runner, after: ['run'] },
  rye: { ...runner, after: ['run'] },
  pixi: { ...runner, after: ['run'] },
  conda: { after: ['run'], values: ['-n', '--name', '-p', '--prefix', '--cwd'] },
  mamba: { after: ['run'], values: ['-n', '--name', '-p', '--prefix', '--cwd'] },
  micromamba: { after: ['run'], values: ['-n', '--name', '-p', '--prefix', '--cwd'] },
  mise: { after: ['exec', 'x'] },
  asdf: { after: ['exec'] },
  pyenv: { after: ['exec'] },
  rbenv: { after: ['exec'] },
  nodenv: { after: ['exec'] },
  rtx: { after: ['exec', 'x'] },
  devbox: { after: ['run'] },
  direnv: { after: ['exec'], skip: 1 },
  arch: {},
  gosu: { skip: 1 },
  'su-exec': { skip: 1 },
  tini: {},
  'dumb-init': {},
  wsl: { values: ['-d', '--distribution', '-u', '--user', '--cd'] },
}

const known = (text: string): ShellWord => ({ text, known: true, glob: false })

export const joinedText = (words: readonly ShellWord[]): ShellWord => ({
  text: words.map((word) => word.text).join(' '),
  known: words.every((word) => word.known),
  glob: false,
})

/** What the program's words hand on, by its row. */
export function wrapped(name: string, row: Wrapper, args: readonly ShellWord[]): readonly Carried[] {
  const found: Carried[] = []
  let left = row.skip ?? 0
  let started = row.after === undefined
  let via = name
  let at = 0
  for (; at < args.length; at++) {
    const word = args[at]?.text ?? ''
    if (row.never?.includes(word)) return []
    const flag = word.split('=')[0] ?? ''
    if (row.text?.includes(word)) {
      const text = args[at + 1]
      if (text !== undefined) found.push({ kind: 'text', text, via: `${name} ${word}` })
      at++
    } else if (row.text?.includes(flag) && word.includes('=')) {
      found.push({ kind: 'text', text: known(word.slice(flag.length + 1)), via: `${name} ${flag}` })
    } else if (word === '--') {
      if (started && left > 0 && name !== 'kubectl') continue
      at++
      break
    } else if (row.values?.includes(word)) at++
    else if (row.pairs?.includes(word)) at += 2
    else if (!started && row.after?.includes(word)) {
      started = true
      via = `${name} ${word}`
    } else if (word === '-' ? name === 'env' : word.startsWith('-')) {
      const text = attached(row, word, args[at + 1])
      if (text === undefined) continue
      found.push({ kind: 'text', text, via: `${name} ${word.slice(0, 2)}` })
      if (text === args[at + 1]) at++
    } else if (row.assigns === true && /^[A-Za-z_][A-Za-z0-9_]*=/.test(word)) continue
    else if (!started) {
      // `docker compose exec web sh`: words before the one that matters are its own.
    } else if (left > 0) {
      left--
      if (row.joins === true) via = `${name} ${word}`
    } else if (row.never?.includes('*')) continue
    else break
  }
  const rest = args.slice(at)
  if (rest.length === 0 && started && left === 0 && row.reads === true) return [{ kind: 'input', language: 'sh', via }]
  if (rest.length === 0 || !started || row.never?.includes('*') || found.length > 0) return found
  return row.joins === true ? [{ kind: 'text', text: joinedText(rest), via }] : listed(rest, via)
}

/** `env -S'rm x'` and `script -qc 'rm x'`: an option for text, with it attached or behind others. */
function attached(row: Wrapper, word: string, next: ShellWord | undefined): ShellWord | undefined {
  const [, letter, rest] = /^-[a-z]*?([Sc])([\s\S]*)$/.exec(word) ?? []
  if (letter === undefined || rest === undefined || row.text?.includes(`-${letter}`) !== true) return undefined
  return rest === '' ? next : known(rest)
}

/** `parallel rm -rf ::: a b`: what follows the colons are the arguments. */
function listed(words: readonly ShellWord[], via: string): readonly Carried[] {
  const plain = words.filter((word) => !/^:::/.test(word.text))
  return [{ kind: 'command', words: plain, via }]
}
