/** Generates random and adversarial texts for the guards. The same seed and number always give the same text. */

export interface FuzzSource {
  /** Commands of people, which are cut and combined. */
  readonly commands: readonly string[]
  /** Every program that a rule or the reader knows. */
  readonly programs: readonly string[]
}
export interface FuzzText {
  readonly family: string
  readonly text: string
}

/** The maximum length of a text in characters. */
const MAX_LENGTH = 64 * 1024

/** Mulberry32: small, fast, and the same on every machine. */
function createRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    /** Small numbers are as likely as large ones. */
    size: (most: number): number => Math.floor(Math.exp(next() * Math.log(most + 1))),
  }
}
type Random = ReturnType<typeof createRandom>

/** Constructs that contain another text, as beginning and end. */
const nests: readonly (readonly [string, string])[] = [
  ['a=(', ')'],
  ['a=(x ', ' y)'],
  ['a=([0]=', ')'],
  ['a+=(', ')'],
  ['declare -a a=(', ')'],
  ['a=("${b[@]}" ', ')'],
  ['$(', ')'],
  ['"$(', ')"'],
  ['echo $(', ')'],
  ['x=$(', ')'],
  ['`', '`'],
  ['$((', '))'],
  ['((', '))'],
  ['$[', ']'],
  ['${x:-', '}'],
  ['${x[', ']}'],
  ['${x//', '/y}'],
  ['{a,', '}'],
  ['{', ',b}'],
  ['{ ', '; }'],
  ['( ', ' )'],
  ['<(', ')'],
  ['>(', ')'],
  ['"', '"'],
  ["'", "'"],
  ["$'", "'"],
  ['[[ ', ' ]]'],
  ['[[ a =~ ', ' ]]'],
  ['@(', ')'],
  ['!(a|', ')'],
  ['case x in ', ') y;; esac'],
  ['case ', ' in x) y;; esac'],
  ['if ', '; then x; fi'],
  ['while ', '; do x; done'],
  ['for i in ', '; do x; done'],
  ['for i in 1 2 3 4 5 6 7 8; do ', '; done'],
  ['f() { ', '; }; f'],
  ['eval "', '"'],
  ["eval '", "'"],
  ["bash -c '", "'"],
  ['bash -c "', '"'],
  ['sudo ', ''],
  ['xargs ', ''],
  ['env ', ''],
  ['find . -exec ', ' \\;'],
  ['cat <<E\n', '\nE\n'],
  ["sh <<'E'\n", '\nE\n'],
  ['x <<< ', ''],
  ['a | ', ''],
  ['a && ', ''],
  ['! ', ''],
  ['coproc ', ''],
  ['time ', ''],
]

/** Pieces that are repeated, alone or in turn. */
const pieces: readonly string[] = [
  ...nests.map(([begin]) => begin),
  ...nests.map(([, end]) => end).filter((end) => end !== ''),
  ...[
    ' ',
    '\n',
    '\t',
    '\\',
    '\\\n',
    ';',
    '|',
    '&',
    '>',
    '<',
    '<<E\n',
    '<<-E\n',
    '<<<',
    '>&2',
    '$',
    '$x',
    '$x$x',
    '${x}',
  ],
  ...['x=$x$x;', 'x=y;', 'eval $x;', 'echo $x|sh;', 'alias a=b;', 'a;', 'a b ', 'echo x>f;sh f;', 'f()', 'f(){ f;};'],
  ...['*', '?', '[a]', '[!a]', '**/', '*/', '../', './', '/', '//', 'a/', '~', '~/', '{a,b}', '{1..9}', '{a..z}', ','],
  ...[
    '-',
    '--',
    '-a',
    '-a ',
    '--x=',
    '=',
    '==',
    ':',
    '::',
    '.',
    '..',
    '@',
    '#',
    ' #',
    '%',
    '^',
    '+',
    '!',
    "'",
    '"',
    '`',
  ],
  ...[
    'a',
    'A',
    '0',
    'é',
    '\u{1f600}',
    '\u0000',
    '\r\n',
    'ab',
    'rm ',
    'rm -rf ',
    'git ',
    'https://',
    'a@',
    'a:b@',
    '.env ',
    '.ssh/',
  ],
  ...['(', ')', '[', ']', '{', '}', '()', '[]', '{}', '{} ', '% ', 'EOF\n', 'system("a")', 'open("a")', '"a" ', '"a",'],
  ...[
    'SELECT ',
    'DROP TABLE a;',
    'DELETE FROM ',
    '/* ',
    '-- ',
    'password=',
    'token: ',
    'key="',
    'AKIA',
    'eyJ',
    '\\x41',
    '\\u0041',
  ],
]

const cut = (text: string): string => text.slice(0, MAX_LENGTH)

/** Nests constructs many levels deep, of one kind or several. */
function nested(random: Random): string {
  const kinds = Array.from({ length: 1 + random.below(4) }, () => random.pick(nests))
  const depth = random.size(600)
  let [begin, end] = ['', '']
  for (let level = 0; level < depth && begin.length + end.length < MAX_LENGTH; level++) {
    const [before, after] = random.pick(kinds)
    begin += before
    end = after + end
  }
  return begin + random.pick(pieces) + (random.below(4) === 0 ? '' : end)
}

function repeated(random: Random): string {
  const stretches = Array.from({ length: 1 + random.below(4) }, () => {
    const unit = Array.from({ length: 1 + random.below(3) }, () => random.pick(pieces)).join('')
    return unit.repeat(Math.max(1, Math.floor(random.size(MAX_LENGTH / 2) / Math.max(1, unit.length))))
  })
  return stretches.join(random.pick(['', ' ', ';', '\n']))
}

/** A known program with long arguments. */
function argued(random: Random, { programs, commands }: FuzzSource): string {
  const begin = random.below(3) === 0 ? random.pick(commands) : random.pick(programs)
  const words = Array.from({ length: 1 + random.below(6) }, () =>
    random.below(2) === 0
      ? random.pick(pieces).repeat(random.size(9_000))
      : random.pick(random.pick(commands).split(' ')),
  )
  return `${begin} ${words.join(random.pick([' ', ' ', '', ' -', ' --x=', '/']))}`
}

/** Commands of people, combined in unusual ways. */
function spliced(random: Random, { commands }: FuzzSource): string {
  const parts = Array.from({ length: 1 + random.size(40) }, () => {
    const command = random.pick(commands)
    const at = random.below(command.length)
    const [begin, end] = random.pick(nests)
    const changed = [
      () => command,
      () => `${begin}${command}${end}`,
      () => command.slice(0, at) + random.pick(pieces) + command.slice(at),
      () => command.slice(0, at),
      () => command.repeat(1 + random.size(50)),
    ]
    return random.pick(changed)()
  })
  return parts.join(random.pick([';', ' && ', ' | ', '\n', ' ', '||', ' & ']))
}

/** Many short words, known and unknown. */
function manyWords(random: Random, { programs }: FuzzSource): string {
  const own = Array.from({ length: 1 + random.below(12) }, () =>
    random.below(3) === 0 ? random.pick(programs) : random.pick(pieces),
  )
  return `${random.pick(programs)} ${Array.from({ length: random.size(12_000) }, () => random.pick(own)).join(' ')}`
}

/** Paths with many parts, wildcards and steps upward. */
function paths(random: Random, { programs }: FuzzSource): string {
  const part = [
    'a',
    '..',
    '.',
    '*',
    '?',
    '[ab]',
    '**',
    '.env',
    '.git',
    '$x',
    '{a,b}',
    '~',
    'node_modules',
    'x'.repeat(300),
  ]
  const own = Array.from({ length: 1 + random.below(5) }, () => random.pick(part))
  const one = () => Array.from({ length: random.size(8_000) }, () => random.pick(own)).join('/')
  return `${random.pick(programs)} ${random.pick(['', '/', '~/', '-r ', '-rf /'])}${one()} ${one()}`
}

/** Code and data behind `-c`, a here-document or a pipe. */
function code(random: Random, { programs }: FuzzSource): string {
  const unit = Array.from({ length: 1 + random.below(5) }, () => random.pick(pieces)).join('')
  const body = unit.repeat(1 + random.size(MAX_LENGTH / (2 * Math.max(1, unit.length))))
  const forms = [
    () => `python3 -c '${body.replaceAll("'", '')}'`,
    () => `node -e "${body}"`,
    () => `${random.pick(programs)} <<'EOF'\n${body}\nEOF\n`,
    () => `cat > f <<EOF\n${body}\nEOF\nsh f`,
    () => `echo '${body.replaceAll("'", '')}' | ${random.pick(programs)}`,
    () => `psql -c "${body}"`,
    () => `echo ${body} | base64 -d | sh`,
    () => `awk '${body.replaceAll("'", '')}' f`,
  ]
  return random.pick(forms)()
}

function noise(random: Random): string {
  const alphabet = random.pick([
    '\'"`$(){}[]<>|&;\\ \n#*?~=!-',
    'ab ;$(',
    '\u0000\u0001\u007f\u00e9\u4e00\ud800 ',
    'abcdefgh ./-_=',
  ])
  return Array.from({ length: random.size(4_000) }, () => alphabet.charAt(random.below(alphabet.length))).join('')
}

const families = { nested, repeated, argued, spliced, manyWords, paths, code, noise } as const
const names = Object.keys(families) as (keyof typeof families)[]

export function fuzzText(seed: number, at: number, source: FuzzSource): FuzzText {
  const random = createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(at + 1, 0x85ebca6b))
  const family = names[at % names.length] ?? 'noise'
  return { family, text: cut(families[family](random, source)) }
}
