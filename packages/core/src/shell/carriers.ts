/** Programs that run what they are given: which of their words is a command, which is shell text, which is code. */
import type { ShellWord } from './types.ts'

export type Carried =
  /** The words are a command of their own. */
  | { readonly kind: 'command'; readonly words: readonly ShellWord[]; readonly via: string }
  /** A shell will read the text. */
  | { readonly kind: 'text'; readonly text: ShellWord; readonly via: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: ShellWord }
  /** A shell reads what another command prints, which nobody has seen. */
  | { readonly kind: 'unseen'; readonly detail: string }
  /** Its standard input is read by a shell, or as code. */
  | { readonly kind: 'input'; readonly language: string; readonly via: string }

/** How a program that starts another spells its own options. */
interface Wrapper {
  /** Options whose value is the next word. */
  readonly values?: readonly string[]
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
  /** With one of these it starts nothing (`command -v`); `*`: it starts nothing but its text (`su bob -c …`). */
  readonly never?: readonly string[]
}

const container = { skip: 1, values: ['-e', '--env', '-u', '--user', '-w', '--workdir', '-v', '--volume', '--name', '-p', '--network', '--entrypoint', '--mount', '-n', '--namespace', '-c', '--container', '--platform', '--env-file', '-l', '--label'] } // biome-ignore format: a list
const runner = {
  values: ['-p', '--package', '-c', '--call', '--with', '--python', '-w', '--workspace', '--prefix'],
  text: ['-c', '--call'],
}

/** A row for each program that starts another. */
const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: { values: ['-u', '-g', '-C', '-h', '-p', '-r', '-t', '-T', '-U', '-D', '-R', '--user', '--group', '--chdir'], assigns: true },
  doas: { values: ['-u', '-C'], assigns: true },
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
  bwrap: { values: ['--bind', '--ro-bind', '--dev', '--proc', '--chdir', '--setenv', '--tmpfs'] },
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
  watch: { values: ['-n', '--interval', '-d'], joins: true },
  ssh: { values: ['-p', '-i', '-l', '-o', '-F', '-L', '-R', '-D', '-J', '-b', '-c', '-e', '-m', '-S', '-W', '-E', '-I', '-Q', '-w', '-B'], skip: 1, joins: true }, // biome-ignore format: a list
  parallel: { values: ['-j', '--jobs', '-a', '-S', '-N', '-n', '--timeout'] },
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
} // biome-ignore format: a table

export const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'mksh', 'ash', 'rbash', 'fish'])

/** Options that hand over program text, by interpreter. */
const interpreters: Readonly<Record<string, { readonly language: string; readonly flags: RegExp }>> = {
  python: { language: 'python', flags: /^-[a-zA-Z]*c$/ },
  pypy: { language: 'python', flags: /^-[a-zA-Z]*c$/ },
  node: { language: 'javascript', flags: /^(-[a-z]*[ep]+|--eval|--print)$/ },
  nodejs: { language: 'javascript', flags: /^(-[a-z]*[ep]+|--eval|--print)$/ },
  bun: { language: 'javascript', flags: /^(-e|--eval|-p|--print)$/ },
  deno: { language: 'javascript', flags: /^eval$/ },
  perl: { language: 'perl', flags: /^-[a-zA-Z0-9]*[eE]$/ },
  ruby: { language: 'ruby', flags: /^-[a-zA-Z]*e$/ },
  php: { language: 'php', flags: /^-r$/ },
  lua: { language: 'lua', flags: /^-e$/ },
  osascript: { language: 'applescript', flags: /^-e$/ },
  awk: { language: 'awk', flags: /^$/ },
}

const known = (text: string): ShellWord => ({ text, known: true, glob: false })
const joinedText = (words: readonly ShellWord[]): ShellWord => ({
  text: words.map((word) => word.text).join(' '),
  known: words.every((word) => word.known),
  glob: false,
})

/** `/usr/bin/python3.12` is `python`, `RM.EXE` is `rm`. */
export const programName = (text: string): string => {
  const base = text.split(/[\\/]/).at(-1) ?? ''
  return base.replace(/\.exe$/i, '')
}
const family = (name: string): string =>
  name.replace(/^(g?awk|mawk|nawk)$/, 'awk').replace(/^(python|pypy|ruby|perl|php|lua)[0-9.]*$/, '$1')

/** A program may be called `toString`: only a row of the table's own counts. */
const rowOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** What the command hands on to be run. Words are its arguments, the name not among them. */
export function carriedBy(name: string, args: readonly ShellWord[]): readonly Carried[] {
  if (shells.has(name)) return shell(name, args)
  const own = rowOf(special, name)
  if (own !== undefined) return own(args)
  const interpreter = rowOf(interpreters, family(name))
  if (interpreter !== undefined) return code(interpreter, name, args)
  const wrapper = rowOf(wrappers, name)
  return wrapper === undefined ? [] : wrapped(name, wrapper, args)
}

function shell(name: string, args: readonly ShellWord[]): readonly Carried[] {
  const values = new Set(['-o', '+o', '-O', '+O', '--rcfile', '--init-file'])
  let text = false
  for (let at = 0; at < args.length; at++) {
    const word = args[at]?.text ?? ''
    if (values.has(word)) at++
    else if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(word) || word === '--command') text = true
    else if (word === '-s' || word === '-') return [{ kind: 'input', language: 'sh', via: name }]
    else if (!/^[-+]./.test(word) || word === '--') {
      const given = args[word === '--' ? at + 1 : at]
      if (given === undefined) break
      return text ? [{ kind: 'text', text: given, via: `${name} -c` }] : fromFile(given, name)
    }
  }
  return text ? [] : [{ kind: 'input', language: 'sh', via: name }]
}

/** A script that is itself another command's output (`bash <(curl …)`) is read by nobody before it runs. */
const fromFile = (file: ShellWord, via: string): readonly Carried[] =>
  /^(<\(|\/dev\/stdin$|\/dev\/fd\/|\/proc\/self\/fd\/)/.test(file.text)
    ? [{ kind: 'unseen', detail: `${via} ${file.text}` }]
    : []

function code(row: { language: string; flags: RegExp }, name: string, args: readonly ShellWord[]): readonly Carried[] {
  if (row.language === 'awk') {
    const text = args.find((word, at) => !word.text.startsWith('-') && !/^-[Fvf]$/.test(args[at - 1]?.text ?? ''))
    return text === undefined ? [] : [{ kind: 'code', language: row.language, text }]
  }
  const found: Carried[] = []
  args.forEach((word, at) => {
    const next = args[at + 1]
    if (row.flags.test(word.text) && next !== undefined)
      found.push({ kind: 'code', language: row.language, text: next })
  })
  const file = args.find((word) => !word.text.startsWith('-') || word.text === '-')
  if (found.length === 0 && (file === undefined || file.text === '-'))
    return [{ kind: 'input', language: row.language, via: name }]
  return found
}

function wrapped(name: string, row: Wrapper, args: readonly ShellWord[]): readonly Carried[] {
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
    else if (word.startsWith('-') && word !== '-') continue
    else if (row.assigns === true && /^[A-Za-z_][A-Za-z0-9_]*=/.test(word)) continue
    else if (!started) {
      // `docker compose exec web sh`: words before the one that matters are its own.
      started = row.after?.includes(word) === true
      if (started) via = `${name} ${word}`
    } else if (left > 0) {
      left--
      if (row.joins === true) via = `${name} ${word}`
    } else if (row.never?.includes('*')) continue
    else break
  }
  const rest = args.slice(at)
  if (rest.length === 0 || !started || row.never?.includes('*') || found.length > 0) return found
  return row.joins === true
    ? [{ kind: 'text', text: joinedText(rest), via }]
    : [{ kind: 'command', words: rest.slice(0, end(rest)), via }]
}

const end = (words: readonly ShellWord[]): number => {
  const at = words.findIndex((word) => /^:::/.test(word.text))
  return at === -1 ? words.length : at
}

/** Programs with a grammar of their own. */
const special: Readonly<Record<string, (args: readonly ShellWord[]) => readonly Carried[]>> = {
  eval: (args) => (args.length === 0 ? [] : [{ kind: 'text', text: joinedText(args), via: 'eval' }]),
  trap: (args) => {
    const text = args.find((word) => !/^-[lp]*$/.test(word.text) && word.text !== '--')
    return text === undefined || args.length < 2 ? [] : [{ kind: 'text', text, via: 'trap' }]
  },
  alias: (args) =>
    args
      .filter((word) => word.text.includes('='))
      .map((word) => ({ kind: 'text', text: { ...word, text: word.text.replace(/^[^=]*=/, '') }, via: 'alias' })),
  find: (args) => executed(args),
  fd: (args) => executed(args),
  fdfind: (args) => executed(args),
  at: () => [{ kind: 'input', language: 'sh', via: 'at' }],
  batch: () => [{ kind: 'input', language: 'sh', via: 'batch' }],
  source: (args) => (args[0] === undefined ? [] : fromFile(args[0], 'source')),
  '.': (args) => (args[0] === undefined ? [] : fromFile(args[0], '.')),
  tmux: (args) => typed(args, 'tmux'),
  screen: (args) => typed(args, 'screen'),
}

/** A multiplexer types its last words into a shell, or starts them. */
function typed(args: readonly ShellWord[], via: string): readonly Carried[] {
  const text = args.filter((word) => /\s/.test(word.text))
  return text.map((word) => ({ kind: 'text', text: word, via }))
}

/** `find … -exec cmd {} ;`: the files found stand as the place they were looked for in. */
function executed(args: readonly ShellWord[]): readonly Carried[] {
  const found: Carried[] = []
  const start = args.find((word) => !/^[-(!]/.test(word.text)) ?? known('.')
  for (let at = 0; at < args.length; at++) {
    if (!/^(-exec|-execdir|-ok|-okdir|-x|--exec|-X|--exec-batch)$/.test(args[at]?.text ?? '')) continue
    const from = at + 1
    while (at < args.length && args[at]?.text !== ';' && args[at]?.text !== '+') at++
    const words = args
      .slice(from, at)
      .map((word) =>
        word.text.includes('{}') ? { ...word, text: word.text.replace('{}', `${start.text}/{}`), known: false } : word,
      )
    if (words.length > 0) found.push({ kind: 'command', words, via: `find ${start.text}` })
  }
  return found
}
