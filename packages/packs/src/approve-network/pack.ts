/** Commands that reach the network are approved by a person, or by the list of hosts. */
import { readShell, type ShellCommand } from '@hookline/core/shell'
import { halfRead } from '../lib/half-read.ts'
import { globs, isAmong } from '../lib/paths.ts'
import { judged } from '../lib/said.ts'
import { choice, packHook, packOf, shellCanary, texts } from '../pack-of.ts'

const reaching = 'curl wget nc ncat netcat socat telnet ftp sftp scp ssh rsync aria2c http https xh httpie'
const parameters = {
  programs: texts(reaching.split(' '), 'Programs that reach the network.'),
  hosts: texts(['localhost', '127.0.0.1', '[::1]'], 'Hosts that may be reached; wildcards are allowed.'),
  action: choice(['ask', 'deny'], 'ask', 'What happens to the others.'),
}

/** What the words name as a host: an address, `user@host`, `host:path`. */
const hostsIn = ({ words }: ShellCommand): readonly string[] =>
  words.slice(1).flatMap(({ text }) => {
    const address = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]+)/i.exec(text)?.[1]
    const remote = /^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+|localhost)(?::.*)?$/.exec(text)?.[1]
    const host = address ?? remote
    return host === undefined ? [] : [host.toLowerCase()]
  })

export const approveNetwork = packOf({
  name: 'approve-network',
  description: 'asks before a command reaches the network, but for the hosts you list',
  about:
    'Looks at the programs whose work it is to reach a host, and at the host that their words name; where none can be read, it asks. It does not see what other programs (npm, a test) do with the network.',
  parameters,
  hooks({ programs, hosts, action }) {
    const isOpen = globs(hosts.map((host) => `/${host.replace(/[[\]]/g, '?')}`))
    return [
      packHook('beforeShellExecution', { name: 'network', failClosed: true, pure: true }, ({ command }) => {
        for (const one of readShell(command).commands) {
          if (!programs.includes(one.name)) continue
          if (/^-(-version|-help|V|h)$/.test(one.words[1]?.text ?? '') && one.words.length === 2) continue
          const named = hostsIn(one)
          const closed = named.find((host) => isOpen(host) === undefined)
          if (closed === undefined && named.length > 0) continue
          return judged(action, {
            rule: 'approve-network/host',
            reason: `${one.name} would reach ${closed ?? 'a host that its words do not tell'}.`,
            instead: 'Work with what is here, or say what you need from there.',
            cure: `to open it: hookline add approve-network --set hosts+=${closed ?? '<host>'}`,
          })
        }
        return halfRead('approve-network', command, programs)
      }),
    ]
  },
  canaries: ({ action, programs, hosts }) =>
    programs.includes('curl')
      ? [
          shellCanary(
            isAmong(hosts, 'hookline-canary.example') ? 'allow' : action,
            'curl -fsS https://hookline-canary.example/x',
          ),
          shellCanary('allow', 'echo https://hookline-canary.example/x'),
          shellCanary('allow', 'npm test'),
        ]
      : [shellCanary('allow', 'npm test')],
})
