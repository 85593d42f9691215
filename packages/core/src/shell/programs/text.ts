/** Programs that split, transform and join text. */
import type { Grammar } from './grammar.ts'

const nameless: Grammar = { operands: 'data*', input: 'none' }

export const textPrograms: Readonly<Record<string, Grammar>> = {
  'echo|printf|true|false|:|sleep|exit|return|kill|wait|seq|date|whoami|id|uname|hostname|expr|banner|figlet|cowsay|say|notify-send|logger':
    { ...nameless, order: 'options first' },
  'export|unset|declare|local|typeset|readonly|alias|unalias|set|shift|umask|ulimit|shopt|let|read|mapfile': nameless,
  'sed|gsed|ssed': {
    flags:
      '-n|--quiet|--silent -E|-r|--regexp-extended -s|--separate -u|--unbuffered -z|--null-data --posix --debug --sandbox',
    values: {
      'code:sed': '-e|--expression',
      'script:sed': '-f|--file',
      data: '-i|--in-place[] -l|--line-length',
    },
    operands: { '-i&-e|-i&-f': 'write*', '-e|-f': 'read*', '-i': 'code:sed write*', '*': 'code:sed read*' },
  },
  'awk|gawk|mawk|nawk|goawk|frawk': {
    values: {
      data: '-F|--field-separator -v|--assign -W --lint[]',
      'script:awk': '-f|--file -E|--exec -i|--include -l|--load',
      'code:awk': '-e|--source',
      write: '-o|--pretty-print[] -p|--profile[] -d|--dump-variables[]',
    },
    operands: { '-f|-E|-e': 'read*', '*': 'code:awk read*' },
  },
  'jq|gojq|jaq': {
    flags:
      '-r|--raw-output -n|--null-input -c|--compact-output -s|--slurp -e|--exit-status -S|--sort-keys -M -C -j -a -R|--raw-input --tab --seq --stream',
    values: {
      data: '--arg:2 --argjson:2 --indent',
      read: '--slurpfile:2 --rawfile:2 --argfile:2',
      directory: '-L',
      'script:jq': '-f|--from-file',
    },
    sections: { '--args': 'data*', '--jsonargs': 'data*' },
    operands: { '-f': 'read*', '*': 'pattern read*' },
  },
  yq: {
    flags: '-i|--inplace -r|--unwrapScalar -n|--null-input -P|--prettyPrint -e|--exit-status -N -C -M -s|--split-exp',
    values: { data: '-o|--output-format -p|--input-format -I|--indent --arg:2', 'script:yq': '-f|--from-file' },
    verbs: {
      'eval|e': {
        flags: '-i|--inplace -n',
        values: { data: '-o -p -I' },
        operands: { '-i': 'pattern write*', '*': 'pattern read*' },
      },
      'eval-all|ea': { flags: '-i|--inplace', operands: { '-i': 'pattern write*', '*': 'pattern read*' } },
    },
    operands: { '-i': 'pattern write*', '*': 'pattern read*' },
  },
  'xq|tomlq|htmlq|pup': { operands: 'pattern read*' },
  dasel: {
    values: { read: '-f|--file', data: '-r|--read -w|--write -t -v', pattern: '-s|--selector' },
    verbs: {
      'put|delete': { values: { write: '-f|--file', data: '-r|--read -w|--write -t -v' }, operands: 'pattern*' },
    },
    operands: 'pattern*',
  },
  'gron|fx|csvcut|csvjson|csvlook|xsv': { values: { data: '-c|--columns -d|--delimiter' }, operands: 'read*' },
  xmllint: {
    values: { pattern: '--xpath --pattern', write: '--output', read: '--schema' },
    operands: 'read*',
    quiet: '--noout',
  },
  'xmlstarlet|csvgrep|csvsql': { operands: 'unknown*' },
  mlr: {
    spelling: 'words',
    values: { read: '--from', data: '--ifs --ofs --fs --irs --ors --ips --ops -n -s' },
    operands: 'data read*',
  },
  'sort|gsort': {
    flags: '-r|--reverse -n|--numeric-sort -u|--unique -f -h -V -R -b -d -g -M -s -z -m|--merge -c',
    values: {
      write: '-o|--output -T|--temporary-directory',
      read: '--files0-from --random-source',
      filter: '--compress-program',
      data: '-k|--key -t|--field-separator -S|--buffer-size --parallel --batch-size --sort',
    },
    operands: 'read*',
    quiet: '-c',
  },
  uniq: { values: { data: '-f|--skip-fields -s|--skip-chars -w|--check-chars' }, operands: 'read write' },
  'cut|gcut': {
    values: { data: '-d|--delimiter -f|--fields -c|--characters -b|--bytes --output-delimiter' },
    operands: 'read*',
  },
  tr: { operands: 'pattern pattern' },
  shuf: {
    flags: '-z|--zero-terminated -r|--repeat',
    values: { write: '-o|--output', read: '--random-source', data: '-e|--echo -n|--head-count -i|--input-range' },
    operands: 'read*',
  },
  'paste|join|comm|look|tsort': {
    values: { data: '-d|--delimiters -t -j -1 -2 -o -a -e -v -n|--head-count -i|--input-range', write: '--output' },
    operands: 'read*',
  },
  'diff|gdiff|colordiff|sdiff|diff3|cmp|vimdiff|delta|difft|wdiff': {
    flags: '-u|--unified[] -r|--recursive -q|--brief -N|--new-file -i -w -b -B -y|--side-by-side -c -a -s',
    values: {
      ignored: '-x|--exclude -X|--exclude-from',
      data: '-U -C -W|--width -I|--ignore-matching-lines -F --label -L --color[] -n|--bytes --from-file --to-file',
      write: '-o|--output',
    },
    operands: 'read*',
    quiet: '-q',
  },
  'perl-rename': { operands: 'code:perl write*' },
  'iconv|recode|dos2unix|unix2dos': {
    values: { data: '-f|--from-code -t|--to-code', write: '-o|--output' },
    operands: 'read*',
  },
  envsubst: { operands: 'data*' },
  'gpg|gpg2': {
    flags:
      '-c|--symmetric -e|--encrypt -d|--decrypt -s|--sign -b|--detach-sign -a|--armor --batch --yes --verify --import',
    operands: { '--store|--dearmor|--enarmor|-c': 'read*', '*': 'unknown*' },
    values: { write: '-o|--output', data: '-r|--recipient -u|--local-user --keyserver --passphrase' },
  },
}
