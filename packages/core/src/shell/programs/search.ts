/** Programs that search: which of their words is the pattern, and which name files. */
import type { Grammar } from './grammar.ts'

const grep: Grammar = {
  flags: `-r|--recursive -R|--dereference-recursive -i|--ignore-case -v|--invert-match -l|--files-with-matches
    -L|--files-without-match -n|--line-number -c|--count -o|--only-matching -q|--quiet -E|--extended-regexp
    -F|--fixed-strings -P|--perl-regexp -G -w|--word-regexp -x|--line-regexp -h|--no-filename -H|--with-filename
    -s|--no-messages -a|--text -I -z|--null-data -Z|--null -U -b -T`,
  values: {
    pattern: '-e|--regexp',
    read: '-f|--file',
    data: `-A|--after-context -B|--before-context -C|--context -m|--max-count -d|--directories -D|--devices --label
      --binary-files --color[] --colour[]`,
    selects: '--include',
    ignored: '--exclude --exclude-dir --exclude-from',
  },
  operands: { '-e|-f': 'read*', '*': 'pattern read*' },
  quiet: '-q|-l|-L|-c',
}

const ripgrep: Grammar = {
  flags: `-i|--ignore-case -S|--smart-case -s|--case-sensitive -v|--invert-match -l|--files-with-matches
    --files-without-match -n|--line-number -N|--no-line-number -c|--count --count-matches -o|--only-matching -q|--quiet
    -F|--fixed-strings -P|--pcre2 -w|--word-regexp -x|--line-regexp -I|--no-filename -H|--with-filename -a|--text
    -U|--multiline -u|--unrestricted -.|--hidden --no-ignore -L|--follow --files --json --heading -p|--pretty -z -0
    --type-list --vimgrep -h|--help -V|--version --trim --stats`,
  values: {
    pattern: '-e|--regexp -r|--replace',
    read: '-f|--file',
    selects: '-g|--glob --iglob',
    filter: '--pre --hostname-bin',
    ignored: '--ignore-file',
    data: `-A|--after-context -B|--before-context -C|--context -m|--max-count -t|--type -T|--type-not -j|--threads
      -d|--max-depth -M|--max-columns -E|--encoding --sort --sortr --color --colors --engine --max-filesize --pre-glob
      --type-add --type-clear --path-separator --context-separator --dfa-size-limit --regex-size-limit
      --hostname-bin --hyperlink-format`,
  },
  operands: { '--files|-e|-f|--type-list': 'read*', '*': 'pattern read*' },
  quiet: '-q|-l|--files-without-match|-c|--count-matches|--files|--type-list',
}

const silver: Grammar = {
  flags: `-i|--ignore-case -s|--case-sensitive -S|--smart-case -v|--invert-match -l|--files-with-matches
    -L|--files-without-matches -n|--norecurse -c|--count -o|--only-matching -Q|--literal -w|--word-regexp
    -x -a|--all-types -u|--unrestricted -f|--follow -r|--recurse -h -H|--heading -z --hidden`,
  values: {
    selects: '-G|--file-search-regex',
    pattern: '-g --match',
    ignored: '--ignore --ignore-dir --ignore-file -p|--path-to-ignore',
    read: '--files-from',
    filter: '--pager',
    data: `-A|--after[] -B|--before[] -C|--context[] -m|--max-count --depth -W|--width --color-match --type -t --output
      --sort-files --workers`,
  },
  operands: { '-g|--match': 'read*', '*': 'pattern read*' },
  quiet: '-l|-L|-c|-g',
}

const fd: Grammar = {
  flags: `-H|--hidden -I|--no-ignore -u|--unrestricted -s|--case-sensitive -i|--ignore-case -g|--glob -F|--fixed-strings
    -a|--absolute-path -l|--list-details -L|--follow -p|--full-path -0|--print0 -1 -q|--quiet -1`,
  values: {
    command: '-x|--exec -X|--exec-batch',
    directory: '-C|--base-directory',
    read: '--search-path',
    ignored: '-E|--exclude --ignore-file',
    selects: '--and',
    data: `-e|--extension -t|--type -S|--size -d|--max-depth --min-depth --exact-depth -o|--owner -c|--color -j|--threads
      --changed-within --changed-before --newer --older --max-results --path-separator --format --batch-size`,
  },
  operands: 'selects read*',
  quiet: '*',
  input: 'none',
}

const find: Grammar = {
  spelling: 'words',
  flags: `-L -H -P -delete -print -print0 -prune -quit -depth -d -empty -ls -follow -mount -xdev -noleaf -daystart -true
    -false -readable -writable -executable -nouser -nogroup -not -and -or -a -o ( ) ! ,`,
  values: {
    command: '-exec -execdir -ok -okdir',
    selects: '-name -iname -path -ipath -wholename -iwholename -regex -iregex',
    pattern: '-lname -ilname',
    name: '-newer -anewer -cnewer -newermt -newerat -samefile',
    write: '-fprint -fprint0 -fls -fprintf:2',
    read: '-files0-from',
    data: `-maxdepth -mindepth -type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -user -group -uid -gid -perm
      -links -inum -printf -regextype -fstype -used -context -D -O -f`,
  },
  operands: { '-delete': 'delete*', '*': 'read*' },
  quiet: '*',
  effects: { deletes: '-delete', starts: '-exec|-execdir|-ok|-okdir' },
  input: 'none',
}

export const searchPrograms: Readonly<Record<string, Grammar>> = {
  'grep|egrep|fgrep|ggrep|gegrep|gfgrep|zgrep|zegrep|zfgrep|bzgrep|xzgrep|zstdgrep|rgrep|pcregrep|pcre2grep|ugrep|ug':
    grep,
  'rg|ripgrep|rga': ripgrep,
  'ag|pt': silver,
  'ack|ack-grep': silver,
  'fd|fdfind': fd,
  'find|gfind|bfs': find,
  'locate|mlocate|plocate|mdfind': {
    values: { data: '-l|--limit -n -S', directory: '-onlyin', name: '-d' },
    operands: 'pattern*',
  },
  'which|whereis|whence|hash|where': { operands: 'data*' },
  // On Windows `type` shows a file; in a shell it shows what a name refers to.
  type: { operands: 'read*' },
  'fzf|sk|peco|percol': {
    values: {
      data: '-q|--query -f|--filter -d|--delimiter -n|--nth -m|--multi[] --height --layout --prompt --header --color --with-nth --tac',
      shell: '--preview --bind --execute',
    },
    operands: 'data*',
  },
  'ast-grep|sg|comby|semgrep': {
    values: { pattern: '-p|--pattern -r|--rewrite -e', data: '-l|--lang --json[] --severity', read: '--config -f' },
    operands: 'unknown*',
  },
}
