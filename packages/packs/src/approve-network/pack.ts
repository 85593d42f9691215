/** Asks a person before a command reaches the network, unless the host is on a list. */
import { readShell, type ShellCommand } from '@hookline/core/shell'
import { choice, definePack, packHook, shellCanary, strings } from '../define-pack.ts'
import { askIfPartlyRead } from '../lib/partly-read.ts'
import { createGlobMatcher, matchesAny } from '../lib/paths.ts'
import { decide } from '../lib/reasons.ts'

const reaching = 'curl wget nc ncat netcat socat telnet ftp sftp scp ssh rsync aria2c http https xh httpie'
const parameters = {
  programs: strings(reaching.split(' '), 'Programs that reach the network.'),
  hosts: strings(['localhost', '127.0.0.1', '[::1]'], 'Hosts that need no approval; wildcards are allowed.'),
  action: choice(['ask', 'deny'], 'ask', 'What happens to other hosts.'),
}

/** The host that the arguments name: in a URL, `user@host` or `host:path`. */
const hostsIn = ({ words }: ShellCommand): readonly string[] =>
  words.slice(1).flatMap(({ text }) => {
    const address = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]+)/i.exec(text)?.[1]
    const remote = /^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+|localhost)(?::.*)?$/.exec(text)?.[1]
    const host = address ?? remote
    return host === undefined ? [] : [host.toLowerCase()]
  })

export const approveNetwork = definePack({
  name: 'approve-network',
  description: 'asks before a command reaches the network, except for hosts you list',
  about:
    'Checks programs that exist to reach a host, and the host in their arguments; if no host can be read, it asks. It does not see what other programs (npm, a test) do with the network.',
  parameters,
  hooks({ programs, hosts, action }) {
    const isOpen = createGlobMatcher(hosts.map((host) => `/${host.replace(/[[\]]/g, '?')}`))
    return [
      packHook('beforeShellExecution', { name: 'network', failClosed: true, pure: true }, ({ command }) => {
        for (const one of readShell(command).commands) {
          if (!programs.includes(one.name)) continue
          if (/^-(-version|-help|V|h)$/.test(one.words[1]?.text ?? '') && one.words.length === 2) continue
          const named = hostsIn(one)
          const closed = named.find((host) => isOpen(host) === undefined)
          if (closed === undefined && named.length > 0) continue
          return decide(action, {
            rule: 'approve-network/host',
            reason: `${one.name} would reach ${closed ?? 'a host that is known only when it runs'}.`,
            instead: 'Work with local files, or explain what you need from the network.',
            userHint: `to allow it: hookline add approve-network --set hosts+=${closed ?? '<host>'}`,
          })
        }
        return askIfPartlyRead('approve-network', command, programs)
      }),
    ]
  },
  canaries: ({ action, programs, hosts }) =>
    programs.includes('curl')
      ? [
          shellCanary(
            matchesAny(hosts, 'hookline-canary.example') ? 'allow' : action,
            'curl -fsS https://hookline-canary.example/x',
          ),
          shellCanary('allow', 'echo https://hookline-canary.example/x'),
          shellCanary('allow', 'npm test'),
        ]
      : [shellCanary('allow', 'npm test')],
})
