/** Editors, database consoles and other programs whose own commands can start a shell. */
import type { Grammar } from './grammar.ts'

const editor: Grammar = {
  flags: '-n -R -e -E -s -d -b -N -X -Z -m -M -es -Es -o[] -O[] -p[]',
  values: {
    'code:vim': '-c|--cmd|--remote-send|--remote-expr +',
    'script:vim': '-S',
    data: '-T -V[] -t -i',
    name: '-u -U',
  },
  // With -R it only shows them.
  operands: { '-R': 'read*', '*': 'write*' },
  input: { '-e|-es|-E|-Es': 'code:vim', '*': 'data' },
}

export const consolePrograms: Readonly<Record<string, Grammar>> = {
  'vim|vi|nvim|gvim|rvim|mvim|neovim|kak|hx': editor,
  'view|vimdiff|rview': { ...editor, operands: 'read*' },
  ex: { ...editor, input: 'code:vim' },
  'ed|red': { flags: '-s -G -r', values: { data: '-p' }, operands: 'write', input: 'code:ed' },
  'ftp|lftp|tnftp|ncftp': {
    values: { 'code:ftp': '-c -e', 'script:ftp': '-f', data: '-u -p -P -o -s' },
    flags: '-i -n -v -g -d',
    operands: 'host*',
    input: 'code:ftp',
  },
  'telnet|tftp|smbclient|cftp': {
    values: { 'code:ftp': '-c|--command', data: '-U|--user -p -D -W -l' },
    operands: 'host*',
    input: 'code:ftp',
  },
  'mail|mailx|s-nail|mutt': {
    values: { data: '-s -c -b -r -S -X', read: '-a -A' },
    operands: 'host*',
    input: 'code:mail',
  },
  'psql|pgcli|cockroach|yugabyte|ysqlsh': {
    flags: '-A -t -q -x -X -1 -l -w -W -a -b -e -E -n -s -S -0',
    values: {
      'code:psql': '-c|--command',
      'script:psql': '-f|--file',
      write: '-o|--output -L|--log-file',
      data: '-d|--dbname -h|--host -p|--port -U|--username -v|--set|--variable -F -R -P|--pset -T',
    },
    operands: 'data*',
    input: { '-c|-f|-l': 'data', '*': 'code:psql' },
  },
  'mysql|mariadb|mycli|mysqlsh|singlestore': {
    values: {
      'code:mysql': '-e|--execute --init-command',
      data: '-h|--host -P|--port -u|--user -p|--password[] -D|--database -S|--socket --protocol --ssl-mode --default-character-set',
      write: '--tee',
      filter: '--pager[]',
      name: '--defaults-file --defaults-extra-file',
    },
    flags: '-N -B -s -v -t -A -C -E -H -f -n -q -r -X',
    operands: 'data*',
    input: { '-e': 'data', '*': 'code:mysql' },
  },
  'sqlite3|sqlite|litecli|duckdb': {
    spelling: 'words',
    values: {
      'code:sqlite': '-cmd|-c|-s',
      'script:sqlite': '-init',
      data: '-separator -nullvalue -newline -maxsize -mmap -vfs',
    },
    flags:
      '-batch -bail -csv -json -line -list -html -column -header -noheader -readonly -echo -interactive -markdown -table -box',
    operands: 'write code:sqlite*',
    input: { '-cmd': 'data', '*': 'code:sqlite' },
  },
  gnuplot: {
    flags: '-p|--persist -d',
    values: { 'code:gnuplot': '-e', 'script:gnuplot': '-c' },
    operands: 'script:gnuplot*',
    input: { 'no operands': 'code:gnuplot' },
  },
  dc: {
    values: { 'code:dc': '-e|--expression', 'script:dc': '-f|--file' },
    operands: 'script:dc*',
    input: { '-e|-f': 'data', '*': 'code:dc' },
  },
  bc: { values: { 'code:bc': '-e|--expression' }, operands: 'read*', input: 'data' },
  'm4|gm4': {
    values: { data: '-D|--define -U -I -L -B', 'script:m4': '-R -F' },
    operands: 'script:m4*',
    input: { 'no operands': 'code:m4' },
  },
  nmap: {
    spelling: 'words',
    values: {
      'script:lua': '--script',
      read: '-iL|--excludefile',
      data: '-p --top-ports -T --script-args -D -S -e -g',
      write: '-oN -oX -oG -oA -oS',
    },
    operands: 'host*',
  },
  'redis-cli|valkey-cli|keydb-cli': {
    values: { data: '-h -p -a -u -n -r -i -s --user --pass --pattern --rdb', 'code:redis': '--eval' },
    verbs: { 'eval|EVAL': { operands: 'code:lua data*' } },
    operands: 'data*',
  },
  'mongo|mongosh': {
    values: { 'code:javascript': '--eval', data: '-u|--username -p|--password --host --port --authenticationDatabase' },
    operands: 'data script:javascript*',
    input: { '--eval': 'data', '*': 'code:javascript' },
  },
  'msfconsole|msfvenom': { values: { 'code:msf': '-x', 'script:msf': '-r', data: '-p -f -o -e' }, operands: 'data*' },
  'iftop|htop|top|btop': { operands: 'data*' },
  wget2: { operands: 'url*' },
}
