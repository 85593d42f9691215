/** Programs that pack and unpack. */
import type { Grammar } from './grammar.ts'

const tar: Grammar = {
  firstWordIsCluster: true,
  flags: `-c|--create -x|--extract|--get -t|--list -r|--append -u|--update -A|--catenate|--concatenate --delete
    -z|--gzip -j|--bzip2 -J|--xz --zstd -a|--auto-compress -v|--verbose -k|--keep-old-files -p|--preserve-permissions
    -P|--absolute-names -h|--dereference -O|--to-stdout -S|--sparse -m --overwrite --remove-files --wildcards`,
  values: {
    unknown: '-f|--file',
    directory: '-C|--directory --one-top-level[]',
    filter: '-I|--use-compress-program -F|--info-script|--new-volume-script --rmt-command --rsh-command',
    shell: '--to-command',
    setting: '--checkpoint-action',
    ignored: '--exclude -X|--exclude-from',
    read: '-T|--files-from',
    data: `-b|--blocking-factor -H|--format --owner --group --mode --mtime --transform|--xform --strip-components
      --checkpoint[] -N|--newer --sort -V|--label -g|--listed-incremental`,
  },
  operands: { '-x|-t': 'selects*', '*': 'read*' },
  decided: {
    '-f': { '-c|-r|-u|-A|--delete': 'write', '*': 'read' },
    '-C': { '-x': 'write', '*': 'directory' },
  },
  quiet: '-t',
}

export const archivePrograms: Readonly<Record<string, Grammar>> = {
  'tar|gtar|bsdtar': tar,
  zip: {
    flags: '-r|--recurse-paths -q -j -m|--move -d|--delete -u -f -y -e|--encrypt -9 -T|--test',
    values: {
      ignored: '-x|--exclude',
      selects: '-i|--include',
      data: '-P|--password -n -s',
      filter: '-TT|--unzip-command',
      directory: '-b',
      write: '-O|--output-file',
    },
    operands: 'write read*',
  },
  unzip: {
    flags: '-o -n -q -l -t -j -p -u -v -Z',
    values: { ignored: '-x', write: '-d', data: '-P' },
    operands: 'read selects*',
    quiet: '-l|-t|-v|-Z',
  },
  'gzip|gunzip|bzip2|bunzip2|xz|unxz|zstd|unzstd|lz4|brotli|pigz|compress|uncompress|lzma': {
    flags: '-d|--decompress -k|--keep -c|--stdout|--to-stdout -f|--force -t|--test -l|--list -r|--recursive -v -q',
    values: { data: '-S|--suffix -T|--threads -p -b -D', write: '-o|--output' },
    // Without -k and -c the file itself is replaced.
    operands: { '-c|-k|-t|-l': 'read*', '*': 'write*' },
    quiet: '-t|-l',
  },
  '7z|7za|7zr|7zz|p7zip': {
    spelling: 'words',
    verbs: {
      'a|u': { spelling: 'words', flags: '-so -sdel', operands: { '-so': 'data read*', '*': 'write read*' } },
      'x|e': {
        flags: '-so -y -r',
        values: { write: '-o', data: '-p -t -m -a -s -b', ignored: '-x', selects: '-i' },
        operands: 'read selects*',
      },
      'l|t': { spelling: 'words', operands: 'read*' },
      d: { spelling: 'words', operands: 'write data*' },
    },
    operands: 'unknown*',
  },
  'rar|unrar': {
    verbs: { a: { operands: 'write read*' }, 'x|e': { operands: 'read selects*' }, 'l|t|v': { operands: 'read' } },
    operands: 'unknown*',
  },
  cpio: {
    values: { read: '-I -F|--file', write: '-O', directory: '-D|--directory', filter: '--rsh-command' },
    operands: 'selects*',
    input: 'data',
  },
  ar: { firstWordIsCluster: true, operands: 'write read*' },
}
