/** Doors into this machine: shells for others, tunnels, and servers of what is private. */
import { has, joined, list, optionOf, says } from '../options.ts'
import { ask, deny, type Rule, type WholeRule } from '../rule.ts'

const shells = list('sh bash zsh dash ksh')
const gives = deny('give a shell to another machine')
const instead = 'Nobody outside should get a shell here.'

export const doorRules: readonly Rule[] = [
  {
    name: 'remote-shell',
    programs: list('nc ncat netcat nc.traditional socat telnet openssl'),
    instead,
    find({ command }) {
      const { stdin } = command
      if (command.name === 'socat') return /exec:|system:/i.test(joined(command.words)) ? gives : undefined
      if (command.name !== 'openssl' && command.name !== 'telnet' && has(command, 'ec', 'exec', 'sh-exec')) return gives
      const fed = stdin.kind === 'pipe' && stdin.from.some((one) => shells.includes(one.name) && one.words.length < 3)
      return fed && (command.name !== 'openssl' || says(command, 's_client')) ? gives : undefined
    },
  },
  {
    name: 'tunnel',
    programs: list('ngrok cloudflared localtunnel lt bore chisel frpc ssh autossh'),
    instead: 'Ask the person before this machine is reachable from outside.',
    find({ command }) {
      if (says(command, '--version', 'version', '--help')) return undefined
      if (/ssh$/.test(command.name) && optionOf(command, '-R') === undefined) return undefined
      return ask('make this machine reachable from outside')
    },
  },
  {
    name: 'serve-private',
    programs: list('python python3 serve http-server npx caddy php'),
    instead: 'Serve a directory of the workspace.',
    find(sight) {
      const { command } = sight
      if (!/http\.server|SimpleHTTPServer|serve|file-server|^php -S/.test(joined(command.words))) return undefined
      const root = optionOf(command, '--directory', '-d', '--root', '-t') ?? command.words.at(-1)
      const place = root === undefined ? 'inside' : sight.placeOf(root)
      const from = command.cwd === undefined ? 'inside' : sight.placeOf({ text: '.', known: true, glob: false })
      return ['home', 'root', 'system', 'personal'].some((one) => one === place || one === from)
        ? ask('serve files outside the workspace to the network')
        : undefined
    },
  },
  {
    name: 'let-key-in',
    programs: ['ssh-copy-id'],
    instead: 'Let the person do it.',
    find: () => ask('let a key in on another machine'),
  },
]

const device = /^\/dev\/(tcp|udp)\//
const here = /^\/dev\/(tcp|udp)\/(localhost|127\.0\.0\.1)\//

export const doorsInText: readonly WholeRule[] = [
  {
    name: 'shell-connection',
    instead,
    findInText: ({ reading }) =>
      reading.files.some((file) => device.test(file.path.text) && !here.test(file.path.text))
        ? deny('open a connection from the shell itself (/dev/tcp)')
        : undefined,
  },
]
