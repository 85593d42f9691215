/** Programs that talk to other machines. */
import type { Grammar } from './grammar.ts'

const sshOptions = {
  setting: '-o',
  name: '-i -F -S',
  data: '-p -l -c -m -b -B -e -I -Q -w -O',
  host: '-J',
  write: '-E',
} as const

export const networkPrograms: Readonly<Record<string, Grammar>> = {
  curl: {
    flags: `-s|--silent -S|--show-error -L|--location -k|--insecure -f|--fail -i|--include -I|--head -v|--verbose -O|--remote-name
      -J|--remote-header-name -G|--get -N|--no-buffer -g|--globoff -#|--progress-bar -a|--append -n|--netrc -j -l -p -q
      --compressed --create-dirs --remote-name-all --fail-with-body --http2 --http1.1 -0 -1 -2 -3 -4 -6 -Z|--parallel`,
    values: {
      url: '--url -x|--proxy --doh-url -e|--referer',
      write:
        '-o|--output --output-dir -c|--cookie-jar -D|--dump-header --trace --trace-ascii --stderr --etag-save --hsts --alt-svc --libcurl',
      read: '-T|--upload-file -K|--config --etag-compare',
      name: '--netrc-file -E|--cert --key --cacert --capath --pinnedpubkey --proxy-cert --proxy-key --crlfile',
      // `@file` in these names a file.
      unknown: '-d|--data|--data-ascii --data-binary --data-urlencode -F|--form --json -b|--cookie -H|--header',
      data: `-X|--request -A|--user-agent -u|--user -m|--max-time --connect-timeout --retry --retry-delay
        --retry-max-time -w|--write-out -r|--range -y -Y -z|--time-cond --limit-rate --resolve --connect-to
        --data-raw --form-string -U|--proxy-user --interface --local-port --max-filesize --max-redirs -C|--continue-at
        -t|--telnet-option --proto --proto-default --proto-redir --tls-max --ciphers --unix-socket --oauth2-bearer
        --aws-sigv4 -P|--ftp-port -Q|--quote --pass --cert-type --key-type --noproxy --rate --keepalive-time`,
    },
    operands: 'url*',
    effects: { sends: '-d|--data-binary|--data-urlencode|--data-raw|-F|--form-string|--json|-T', downloads: '*' },
  },
  wget: {
    flags:
      '-q|--quiet -v -nv -nc -c|--continue -N -r|--recursive -k -p|--page-requisites -m|--mirror -np -nH -nd -b -S -H --spider',
    values: {
      write:
        '-O|--output-document -P|--directory-prefix -o|--output-file -a|--append-output --save-cookies --warc-file',
      read: '-i|--input-file --post-file --body-file',
      name: '--load-cookies --certificate --private-key --ca-certificate --config',
      filter: '--use-askpass',
      setting: '-e|--execute',
      selects: '-A|--accept',
      data: `-t|--tries -T|--timeout -w|--wait -Q|--quota -U|--user-agent --header --post-data --body-data --method --user
        --password -l|--level -R|--reject -D|--domains --limit-rate --referer --cut-dirs -B --max-redirect`,
    },
    operands: 'url*',
    effects: { sends: '--post-data|--post-file|--body-data|--body-file', downloads: '*' },
  },
  'http|https|xh|xhs': {
    values: {
      write: '-o|--output',
      data: '-a|--auth -A|--auth-type --session --timeout --verify -p|--print -s|--style --pretty',
      name: '--cert --cert-key',
    },
    operands: 'unknown*',
  },
  'aria2c|axel': {
    values: {
      write: '-o|--out -d|--dir -l|--log',
      read: '-i|--input-file',
      filter:
        '--on-download-complete --on-download-start --on-download-stop --on-download-error --on-download-pause --on-bt-download-complete',
      data: '-x -s -k -j',
    },
    operands: 'url*',
  },
  'ssh|autossh|slogin|mosh': {
    flags: '-t -T -N -f -n -q -v -A -a -X -x -Y -C -G -g -K -k -M -s -V -y -4 -6',
    values: { ...sshOptions, data: `${sshOptions.data} -L -R -D -W -M --ssh` },
    order: 'options first',
    operands: 'host words',
    input: { '-N': 'none', '*': 'shell' },
  },
  scp: {
    flags: '-r -p -q -v -C -B -3 -A -T -O -R -4 -6',
    values: { setting: '-o', name: '-i -F', filter: '-S -D', data: '-P -c -l -X', host: '-J' },
    operands: 'remote-read* remote-write',
    effects: { sends: '*' },
  },
  sftp: {
    flags: '-r -p -q -v -C -a -f -N -A -4 -6',
    values: {
      setting: '-o',
      name: '-i -F',
      'script:sftp': '-b',
      filter: '-S -D',
      data: '-P -c -l -B -R -s -X',
      host: '-J',
    },
    operands: 'host write',
    input: 'code:sftp',
  },
  'ssh-copy-id': { values: { name: '-i', data: '-p', setting: '-o' }, operands: 'host' },
  'ssh-add': { values: { data: '-t -e -s' }, operands: 'name*' },
  'ssh-keygen': { values: { name: '-f', data: '-t -b -C -N -P -F -R -l -m -O -I -n -V -z' }, operands: 'unknown*' },
  rclone: {
    globals: 'anywhere',
    flags: '-v|--verbose -q|--quiet -P|--progress -i|--interactive -u|--update -c|--checksum',
    values: {
      data: '--transfers --checkers --bwlimit --max-age --min-age --max-size --min-size --log-level --retries --max-depth --max-delete',
      ignored: '--exclude --exclude-from --include --include-from --filter -f',
      name: '--config --filter-from --files-from',
      shell: '--password-command',
      write: '--log-file --backup-dir',
    },
    dryRun: '-n|--dry-run',
    verbs: {
      'copy|copyto': { operands: 'remote-read remote-write', effects: { sends: '*' } },
      'sync|bisync': { operands: 'remote-read remote-write', effects: { sends: '*', deletes: '*' } },
      'move|moveto': { operands: 'remote-read remote-write', effects: { sends: '*', deletes: '*' } },
      'delete|deletefile|purge|rmdir|rmdirs|cleanup': { operands: 'delete*', effects: { deletes: '*' } },
      'ls|lsl|lsd|lsf|lsjson|tree|size|check|md5sum|about': { operands: 'name*' },
      cat: { operands: 'remote-read*' },
      config: { operands: 'data*' },
    },
    operands: 'unknown*',
  },
  'ping|ping6|traceroute|tracepath|mtr|dig|nslookup|host|whois|drill|getent': { operands: 'host*' },
  'nc|netcat|ncat|nc.traditional|nc.openbsd': {
    flags: '-l -k -u -v -z -n -N -4 -6 -d -t -U',
    values: {
      filter: '-e|--exec',
      shell: '-c|--sh-exec',
      'script:lua': '--lua-exec',
      data: '-p -w -s -q -i -x -X -P -I -O -T -o --ssl-cert --ssl-key',
    },
    operands: 'host data',
  },
}
