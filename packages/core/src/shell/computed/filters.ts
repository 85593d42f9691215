/** Programs that print what they read from their input, and programs whose output cannot contain code from the input. */
import { isInputFile } from '../plain-words.ts'
import type { ShellWord } from '../types.ts'

interface Filter {
  /** How many words are its script or arguments; the words after them are files that it reads instead of its input. */
  readonly own: number
  /** Options whose value is the next word. */
  readonly values?: RegExp
  /** Options whose value is the next two words. */
  readonly pairs?: RegExp
  /** Options that contain the script, so that every other word is a file. */
  readonly program?: RegExp
}

const all: Filter = { own: Infinity }
const files: Filter = { own: 0 }
const jq: Filter = {
  own: 1,
  values: /^(--indent|-L|--library-path|--tab)$/,
  pairs: /^--(arg|argjson|slurpfile|rawfile|argfile)$/,
  program: /^(-f|--from-file)$/,
}
const sed: Filter = { own: 1, values: /^(-l|--line-length)$/, program: /^(-[nrEsuz]*[ef]|--expression|--file)$/ }
const grep: Filter = {
  own: 1,
  values: /^(-[a-zA-Z]*[mABCdDtgTrj]|--(max-count|context|color|include|exclude|label|type|glob))$/,
  program: /^(-[a-zA-Z]*[ef]|--regexp|--file)$/,
}
const awk: Filter = { own: 1, values: /^(-[Fv]|--field-separator|--assign)$/, program: /^(-f|--file)$/ }

const rows: Readonly<Record<string, Filter>> = {
  ...byName('tee dd tr envsubst xargs fx ts mlr openssl gpg vipe socat gomplate mustache logger', all),
  ...byName('cat bat batcat tac rev sponge pv strings gunzip zcat bzcat xzcat zstdcat bunzip2 unxz unzstd', files),
  ...byName('gzip bzip2 xz zstd colrm col ul less more most lolcat ccat uudecode json_pp gron unexpand tsort', files),
  ...byName('dos2unix unix2dos recode html2text pandoc xmllint pup htmlq mbuffer buffer fmt m4 cpp', files),
  ...byName('jq gojq jaq', jq),
  ...byName('sed gsed sd', sed),
  ...byName('grep egrep fgrep zgrep rg ag ack ugrep', grep),
  ...byName('awk gawk mawk nawk', awk),
  yq: { ...jq, own: 2 },
  dasel: all,
  nl: { own: 0, values: /^-[bdfhilnsvw]$/ },
  cut: { own: 0, values: /^(-[bcdf]|--(bytes|characters|fields|delimiter|output-delimiter))$/ },
  head: { own: 0, values: /^(-[nc]|--lines|--bytes)$/ },
  tail: { own: 0, values: /^(-[nc]|--lines|--bytes)$/ },
  sort: { own: 0, values: /^(-[a-zA-Z]*[ktSTo]|--(key|field-separator|output|buffer-size))$/ },
  shuf: { own: 0, values: /^(-[no]|--head-count|--output)$/ },
  uniq: { own: 0, values: /^(-[fsw]|--(skip-fields|skip-chars|check-chars))$/ },
  fold: { own: 0, values: /^(-w|--width)$/ },
  column: { own: 0, values: /^-[csoNRTHEOWd]$/ },
  paste: { own: 0, values: /^(-d|--delimiters)$/ },
  expand: { own: 0, values: /^(-t|--tabs)$/ },
  pr: { own: 0, values: /^-[hlowDNS]$/ },
  iconv: { own: 0, values: /^(-[fto]|--(from-code|to-code|output))$/ },
  base64: { own: 0, values: /^(-[wb]|--wrap)$/ },
  base32: { own: 0, values: /^(-w|--wrap)$/ },
  basenc: { own: 0, values: /^(-w|--wrap)$/ },
  xxd: { own: 0, values: /^-[clsgo]$/ },
  fzf: { own: Infinity },
}

function byName(names: string, row: Filter): Readonly<Record<string, Filter>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, row]))
}

/** Whether the program is a filter, and none of its words names a file to read instead of its input. */
export function readsItsInput(name: string, args: readonly ShellWord[]): boolean {
  if (/^python[\d.]*$/.test(name)) return /^-m ?json\.tool\b/.test(args.map(({ text }) => text).join(' '))
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined
  if (row === undefined) return false
  const operands = operandsOf(row, args)
  return operands.given.some((text) => text === '-' || isInputFile(text)) || operands.given.length <= operands.own
}

function operandsOf(
  row: Filter,
  args: readonly ShellWord[],
): { readonly given: readonly string[]; readonly own: number } {
  const given: string[] = []
  let own = row.own
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text ?? ''
    if (row.program?.test(text.replace(/=.*/s, ''))) {
      own = 0
      if (!text.includes('=')) at++
    } else if (row.pairs?.test(text)) at += 2
    else if (row.values?.test(text)) at++
    else if (!/^-./.test(text)) given.push(text)
  }
  return { given, own }
}

/** Programs that print nothing, a number, a checksum, or data from elsewhere (a download is not the input). */
const inert = new Set(
  [
    'wc true false : test [ [[ md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum b2sum cksum sum md5 crc32',
    'date sleep mktemp which type pwd hostname whoami id uname tty nproc arch seq cd exit return shift set unset export',
    'local declare typeset readonly read mapfile readarray mkdir rmdir touch rm cp mv ln chmod chown kill wait curl wget',
    'trap exec break continue let od hexdump cmp stat du df',
  ]
    .join(' ')
    .split(' '),
)

/** `@sh "NAME=\(.field) …"`: jq quotes every value for the shell. Must be the last filter: another one could remove the quotes. */
const isShellFormat = (program: string): boolean => /^\s*@sh\s*"(?:[^"\\]|\\\([^()|]*\)|\\.)*"\s*$/.test(program)

export const isInert = (name: string, args: readonly ShellWord[]): boolean =>
  inert.has(name) ||
  (rows[name] === jq && args.some(({ text }) => isShellFormat(text))) ||
  (name === 'command' && args.some(({ text }) => /^-[vV]$/.test(text))) ||
  (/^[ef]?grep$/.test(name) && args.some(({ text }) => /^(-[a-zA-Z]*[cq]|--(count|quiet|silent))$/.test(text)))
