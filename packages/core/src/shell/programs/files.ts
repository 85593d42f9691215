/** Programs that read, copy, move, delete and change files. */
import type { Grammar } from './grammar.ts'

/** Shows the contents of its files. */
const shows: Grammar = { operands: 'read*' }
/** Shows names, sizes and times, never the content. */
const lists: Grammar = { operands: 'name*' }
const deletes: Grammar = { operands: 'delete*', effects: { deletes: '*' } }

const copies: Grammar = {
  flags: '-r|-R|--recursive -f|--force -n|--no-clobber -T|--no-target-directory -a|--archive -u|--update -v|--verbose',
  values: {
    write: '-t|--target-directory',
    data: '-S|--suffix --backup[] --preserve[] --no-preserve --reflink[] --sparse',
  },
  operands: { '-t': 'read*', '*': 'read* write' },
}
const moves: Grammar = {
  ...copies,
  flags: '-f|--force -n|--no-clobber -T|--no-target-directory -u|--update -v|--verbose -i|--interactive',
  operands: { '-t': 'delete*', '*': 'delete* write' },
}

export const filePrograms: Readonly<Record<string, Grammar>> = {
  'cat|rev|zcat|bzcat|xzcat|zstdcat|gzcat|lolcat|ccat|vis|uuencode|look|glow|mdcat|highlight|pygmentize|cpp|pandoc':
    shows,
  tac: { values: { data: '-s|--separator' }, operands: 'read*' },
  'bat|batcat': {
    values: {
      data: '-l|--language --style --theme -r|--line-range -H|--highlight-line --file-name --tabs --wrap --terminal-width -m',
      filter: '--pager',
    },
    operands: 'read*',
  },
  nl: { values: { data: '-b -d -f -h -i -l -n -s -v -w' }, operands: 'read*' },
  strings: { values: { data: '-n|--bytes -t|--radix -e|--encoding' }, operands: 'read*' },
  column: { values: { data: '-s|--separator -o -c|--output-width -N -R -H -E -O -W -d' }, operands: 'read*' },
  'expand|unexpand': { values: { data: '-t|--tabs' }, operands: 'read*' },
  'fold|fmt': { values: { data: '-w|--width -p|--prefix' }, operands: 'read*' },
  'pr|ptx': { values: { data: '-h|--header -l|--length -o|--indent -w|--width -D -W' }, operands: 'read*' },
  od: { values: { data: '-N -j -A -t -w[] -S' }, operands: 'read*' },
  'hexdump|hd': { values: { data: '-n -s -e', read: '-f' }, operands: 'read*' },
  xxd: { values: { data: '-c|-cols -g|-groupsize -l|-len -s|-seek -o -n' }, operands: 'read write' },
  'base32|basenc': { values: { data: '-w|--wrap' }, operands: 'read*' },
  'cksum|sum|md5sum|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|b2sum|b3sum|md5|shasum': {
    values: { data: '-a|--algorithm -l|--length' },
    operands: 'read*',
    quiet: '*',
  },
  wc: { values: { data: '--total', read: '--files0-from' }, operands: 'read*', quiet: '*' },
  base64: { values: { data: '-w|--wrap -b|--break', read: '-i|--input', write: '-o|--output' }, operands: 'read*' },
  'head|tail|ghead|gtail': {
    flags: '-q|--quiet -v|--verbose -f|--follow[] -F -z|--zero-terminated -r',
    values: { data: '-n|--lines -c|--bytes -s|--sleep-interval --pid -b +' },
    operands: 'read*',
  },
  'less|more|most|pg|zless|zmore': {
    values: { 'code:vim': '+', data: '-p -P -j -x -z -b -y', write: '-o -O' },
    operands: 'read*',
  },
  'ls|ll|dir|vdir|gls|exa|eza|lsd': {
    ...lists,
    values: {
      data: '-I|--ignore -w|--width -T|--tabsize --block-size --time-style --sort --time --color[] --hide --format',
    },
  },
  tree: { values: { data: '-L -P -I --filelimit --charset -H -T --timefmt --sort[]', write: '-o' }, operands: 'name*' },
  'stat|file|readlink|realpath|namei|du|df|lsattr|getfacl|gstat|basename|dirname|pathchk': {
    ...lists,
    values: {
      data: '-c|--format --printf -f|-m|--magic-file -d|--max-depth -t|--type --exclude -B|--block-size -s --threshold',
      name: '--relative-to --relative-base',
    },
  },
  'test|[|[[': {
    spelling: 'words',
    values: {
      name: '-e -f -d -r -w -x -s -h -L -b -c -p -S -g -u -k -O -G -N -a',
      data: '-n -z -v -t -eq -ne -lt -gt -le -ge -o',
    },
    operands: 'data*',
  },
  'cd|pushd': { operands: 'directory' },
  mkdir: { values: { data: '-m|--mode -Z|--context[]' }, operands: 'write*' },
  rmdir: { operands: 'delete*' },
  'cp|gcp': copies,
  'mv|gmv': moves,
  'ln|gln': {
    flags: '-s|--symbolic -f|--force -n|--no-dereference -r|--relative -T|--no-target-directory',
    values: { write: '-t|--target-directory', data: '-S|--suffix --backup[]' },
    operands: { '-t': 'name*', '*': 'name* write' },
  },
  'link|symlink': { operands: 'name write' },
  'install|ginstall': {
    flags: '-d|--directory -D -p -s|--strip -c -C|--compare -v -T',
    values: { data: '-m|--mode -o|--owner -g|--group -S|--suffix --strip-program', write: '-t|--target-directory' },
    operands: { '-d': 'write*', '-t': 'read*', '*': 'read* write' },
  },
  'rm|grm|srm|rimraf|del-cli|trash|trash-put|gio-trash|rmtrash': {
    ...deletes,
    flags: '-r|-R|--recursive -f|--force -i -I -d|--dir -v|--verbose --no-preserve-root --one-file-system',
    values: { data: '--interactive[] --preserve-root[]' },
  },
  'unlink|rmfile': deletes,
  shred: {
    flags: '-u|--remove[] -z|--zero -f|--force -v|--verbose',
    values: { data: '-n|--iterations -s|--size --random-source' },
    operands: 'delete*',
    effects: { deletes: '*' },
  },
  truncate: { values: { data: '-s|--size', name: '-r|--reference' }, operands: 'write*' },
  'touch|gtouch': { values: { data: '-d|--date -t --time', name: '-r|--reference' }, operands: 'write*' },
  fallocate: { values: { data: '-l|--length -o|--offset' }, operands: 'write*' },
  'tee|sponge': { flags: '-a|--append -i|--ignore-interrupts -p', operands: 'write*' },
  dd: {
    keys: { read: 'if', write: 'of', data: 'bs ibs obs cbs count skip seek conv iflag oflag status' },
    operands: 'unknown*',
  },
  'chmod|gchmod': {
    flags: '-R|--recursive -v|--verbose -c|--changes -f|--silent',
    values: { name: '--reference' },
    // A mode may begin with a dash: `chmod -x file`.
    operands: { '--reference|-x|-w|-r|-s|-t|-X': 'alter*', '*': 'data alter*' },
  },
  'chown|chgrp|gchown': {
    flags: '-R|--recursive -h|--no-dereference -v -c -f -H -L -P',
    values: { name: '--reference', data: '--from' },
    operands: { '--reference': 'alter*', '*': 'data alter*' },
  },
  'chattr|chflags|chcon|setfattr': { operands: 'data alter*' },
  setfacl: { values: { data: '-m|--modify -x|--remove', read: '-M -X --restore' }, operands: 'alter*' },
  'mount|umount': { values: { data: '-t|--types -o|--options -L -U' }, operands: 'alter*' },
  'patch|gpatch': {
    values: {
      data: '-p|--strip -F|--fuzz -B|--prefix -z|--suffix -V -D|--ifdef',
      read: '-i|--input',
      write: '-o|--output -r|--reject-file',
      directory: '-d|--directory',
    },
    flags: '-R|--reverse -N|--forward -E -b|--backup -s -u -c -n -l',
    dryRun: '--dry-run|-C|--check',
    operands: 'write read',
  },
  'rename|prename|mmv|rename.ul': { operands: 'data data write*', dryRun: '-n|--nono|--no-act' },
  split: {
    values: { data: '-b|--bytes -l|--lines -n|--number -a|--suffix-length -C --additional-suffix', shell: '--filter' },
    operands: 'read write',
  },
  csplit: { values: { write: '-f|--prefix', data: '-n|--digits -b' }, operands: 'read pattern*' },
  rsync: {
    flags:
      '-a|--archive -r|--recursive -v|--verbose -z|--compress --delete --delete-after --delete-before --delete-during --delete-delay --delete-excluded --remove-source-files -P -u -R -H -l -t -p -o -g -D -x -q -h -c -i',
    values: {
      filter: '-e|--rsh --rsync-path',
      ignored: '--exclude --include -f|--filter',
      read: '--files-from',
      name: '--exclude-from --include-from --password-file',
      write: '--log-file --backup-dir -T|--temp-dir --partial-dir',
      directory: '--compare-dest --copy-dest --link-dest',
      data: '--bwlimit --port --timeout --max-size --min-size --chmod --chown --suffix --out-format --info --debug -B -M',
    },
    dryRun: '-n|--dry-run',
    operands: 'remote-read* remote-write',
    effects: {
      deletes:
        '--delete|--delete-after|--delete-before|--delete-during|--delete-delay|--delete-excluded|--remove-source-files',
      sends: '*',
    },
  },
}
