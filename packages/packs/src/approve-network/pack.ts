/** Asks a person before a command reaches the network, unless the host is on a list. */
import { readShell, type ShellCommand } from '@hookline/core/shell'
import { choice, definePack, ofRule, packHook, shellCanary, strings } from '../define-pack.ts'
import { findPartlyRead, halfRead } from '../lib/partly-read.ts'
import { createGlobMatcher, matchesAny } from '../lib/paths.ts'
import { decideStrictest, type RuleFinding } from '../lib/reasons.ts'

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
  judges: true,
  parameters,
  rules: () => ({
    host: {
      catches: 'a program that reaches a host that is not listed in `hosts`',
      level: ({ action }) => action,
      example: shellCanary('ask', 'curl https://api.example/x'),
    },
    'half-read': halfRead('echo "curl'),
  }),
  hooks({ programs, hosts, action }, levels) {
    const isOpen = createGlobMatcher(hosts.map((host) => `/${host.replace(/[[\]]/g, '?')}`))
    return [
      packHook('beforeShellExecution', { name: 'network', failClosed: true, pure: true }, ({ command }) => {
        const found = readShell(command).commands.flatMap((one): readonly RuleFinding[] => {
          if (!programs.includes(one.name)) return []
          if (/^-(-version|-help|V|h)$/.test(one.words[1]?.text ?? '') && one.words.length === 2) return []
          const named = hostsIn(one)
          const closed = named.find((host) => isOpen(host) === undefined)
          if (closed === undefined && named.length > 0) return []
          return [
            {
              permission: action,
              rule: 'approve-network/host',
              reason: `${one.name} would reach ${closed ?? 'a host that is known only when it runs'}.`,
              instead: 'Work with local files, or explain what you need from the network.',
              userHint: `to allow it: hookline add approve-network --set hosts+=${closed ?? '<host>'}`,
            },
          ]
        })
        return decideStrictest([...found, ...findPartlyRead('approve-network', command, programs)], levels)
      }),
    ]
  },
  canaries: ({ action, programs, hosts }) =>
    programs.includes('curl')
      ? [
          matchesAny(hosts, 'hookline-canary.example')
            ? shellCanary('allow', 'curl -fsS https://hookline-canary.example/x')
            : ofRule('host', shellCanary(action, 'curl -fsS https://hookline-canary.example/x')),
          shellCanary('allow', 'echo https://hookline-canary.example/x'),
          shellCanary('allow', 'npm test'),
        ]
      : [shellCanary('allow', 'npm test')],
})
