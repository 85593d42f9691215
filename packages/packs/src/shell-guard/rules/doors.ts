/** Finds commands that give others access to this machine: remote shells, tunnels, and servers of private files. */
import type { ShellCommand, ShellFile, ShellReading } from '@hookline/core/shell'
import { has, joined, list, optionOf, says } from '../options.ts'
import { ask, deny, type Rule, type WholeRule } from '../rule.ts'
import { joinsShell } from './joined-shell.ts'

/** A program on one side of the connection, or a listener that waits for a terminal. */
const socatShell = /exec:|system:|shell:|file:\S*tty\S*,raw.*listen|listen.*file:\S*tty\S*,raw/i
/** Programs whose arguments are text that is not run. */
const quoters: ReadonlySet<string> = new Set(
  list(
    'echo printf git gh glab grep egrep fgrep rg ag ack cat tee sed jq test [ [[ semgrep logger notify-send say read curl',
  ),
)
const shells = list('sh bash zsh dash ksh')
const shellPath = /^(\/(usr\/)?bin\/)?(ba|z|da|k|a)?sh$/
const gives = deny('give a shell to another machine')
const instead = 'Do not give anyone outside a shell on this machine.'

/** Programs that share a terminal or a port of this machine; `onlyReads` matches arguments with which they do not. */
const sharing: Readonly<Record<string, { readonly only?: RegExp; readonly onlyReads?: RegExp }>> = {
  ...Object.fromEntries(
    list(`gs-netcat gsocket gs-sftp gs-mount blitz telebit tmate upterm sshx ttyd gotty wetty shellinaboxd shellinabox rathole zrok
      inlets inlets-pro sish pwncat pwncat-cs dropbear devtunnel localxpose loclx pagekite playit expose holesail teleconsole warp
      frps hypertunnel tunnelmole tmole beame-insta-ssl serveo`).map((name) => [name, {}]),
  ),
  ...Object.fromEntries(list('x11vnc x0vncserver telnetd in.telnetd').map((name) => [name, {}])),
  vncserver: { only: /SecurityTypes[= ]+None/i },
  Xvnc: { only: /SecurityTypes[= ]+None/i },
  anydesk: { only: /--set-password/ },
  rustdesk: { only: /--password/ },
  teamviewer: { only: /(^| )(--)?passwd\b/ },
  websocat: { only: /(^| )(exec|cmd|sh-c):|--exec\b/ },
  wscat: { only: /(^| )(-x|--execute) \S*\$\(/ },
  sshd: { onlyReads: /^-[tTG]+( |$)/ },
  websocketd: { only: /(^| )(\/\S*\/)?(ba|z|da)?sh( |$)/ },
  code: { only: /^tunnel\b/ },
  'code-server': { only: /--bind-addr[= ]0\.0\.0\.0|--auth[= ]none/ },
  jupyter: { only: /--ip[= ]\S*(0\.0\.0\.0|\*)/ },
  rcat: { only: /(^| )(connect|c|-s|-e|-\w*[ei]\w*)( |$)/ },
  rustcat: { only: /(^| )(connect|c|-s|-e|-\w*[ei]\w*|-l\S*)( |$)/ },
  rc: { only: /(^| )-\w*[lp]\w* .*(^| )-e / },
  ztcp: { onlyReads: /(^| )(localhost|127\.\S+|-L|-c)( |$)/ },
  dnscat: {},
  dnscat2: {},
  iodine: {},
  ligolo: {},
  'ligolo-ng': {},
  sliver: {},
  'sliver-client': {},
  'evil-winrm': {},
  hoaxshell: {},
  villain: {},
}

/** `host:1`, a screen of another machine. */
const screen = /^(?!localhost|127\.|unix)[\w.-]+\.[\w.-]+:\d/

export const doorRules: readonly Rule[] = [
  {
    name: 'share-terminal',
    programs: Object.keys(sharing),
    instead: 'Ask the person before you make this machine reachable from outside.',
    find({ command }) {
      const row = sharing[command.name] ?? {}
      const text = joined(command.words.slice(1))
      if (/^(-V|-v|--version|version|--help|-h|help|-[tT]|-G)$/.test(text) || row.onlyReads?.test(text) === true)
        return undefined
      return row.only === undefined || row.only.test(text)
        ? ask('share a terminal or a port of this machine with others')
        : undefined
    },
  },
  {
    name: 'screen-elsewhere',
    instead,
    find({ command }) {
      const shown = command.assignments.find(({ name }) => name === 'DISPLAY')?.value.text
      const given = /^(xterm|rxvt|urxvt|konsole|gnome-terminal|xfce4-terminal|lxterminal)$/.test(command.name)
        ? optionOf(command, '-display', '--display')?.text
        : undefined
      return screen.test(given ?? shown ?? '')
        ? deny('show a terminal of this machine on the screen of another')
        : undefined
    },
  },
  {
    name: 'code-joins-shell',
    instead,
    find({ command }) {
      if (quoters.has(command.name)) return undefined
      const joins = command.words.slice(1).some(({ text }) => text.length > 20 && joinsShell(text))
      return joins ? gives : undefined
    },
  },
  {
    name: 'remote-shell',
    programs: list('nc ncat netcat nc.traditional socat telnet openssl tcpserver tcpsvd udpsvd'),
    instead,
    find({ command }) {
      const { stdin } = command
      if (command.name === 'socat') return socatShell.test(joined(command.words)) ? gives : undefined
      if (command.name !== 'openssl' && command.name !== 'telnet' && has(command, 'ec', 'exec', 'sh-exec')) return gives
      // `toybox nc -L /bin/sh`, `toybox nc host 4444 /bin/sh`.
      if (command.name !== 'openssl' && command.words.slice(2).some(({ text }) => shellPath.test(text))) return gives
      const fed = stdin.kind === 'pipe' && stdin.from.some((one) => shells.includes(one.name) && one.words.length < 3)
      return fed && (command.name !== 'openssl' || says(command, 's_client')) ? gives : undefined
    },
  },
  {
    name: 'tunnel',
    programs: list('ngrok cloudflared localtunnel lt bore chisel frpc ssh autossh'),
    instead: 'Ask the person before you make this machine reachable from outside.',
    find({ command }) {
      if (says(command, '--version', 'version', '--help')) return undefined
      if (/ssh$/.test(command.name) && optionOf(command, '-R') === undefined && !forwards(command)) return undefined
      return ask('make this machine reachable from outside')
    },
  },
  {
    name: 'serve-private',
    programs: list(
      'python python3 serve http-server npx caddy php ruby httpd darkhttpd miniserve live-server sirv goshs updog webfsd',
    ),
    instead: 'Serve a directory of the workspace.',
    find(sight) {
      const { command } = sight
      if (
        !/http\.server|SimpleHTTPServer|serve|file-server|^php -S|httpd|^(sirv|goshs|updog|webfsd)\b/.test(
          joined(command.words),
        )
      )
        return undefined
      const root = optionOf(command, '--directory', '-d', '--root', '-t') ?? command.words.at(-1)
      const roots = [
        ...(root === undefined ? [] : [root]),
        ...command.words.slice(1).filter(({ text }) => /^[~/]/.test(text)),
      ]
      const kinds = roots.map((one) => sight.kindOf(one))
      const from = command.cwd === undefined ? 'inside' : sight.kindOf({ text: '.', known: true, glob: false })
      return ['home', 'root', 'system', 'personal'].some((one) => kinds.some((kind) => kind === one) || one === from)
        ? ask('serve files outside the workspace to the network')
        : undefined
    },
  },
  {
    name: 'let-key-in',
    programs: ['ssh-copy-id'],
    instead: 'Let the person do it.',
    find: () => ask('give a key access to another machine'),
  },
]

/** `-o RemoteForward=…`. */
const forwards = ({ words }: ShellCommand): boolean =>
  words.some(
    (word, at) =>
      /^(-o)?RemoteForward\b/i.test(word.text) && (words[at - 1]?.text === '-o' || word.text.startsWith('-o')),
  )

const device = /^\/dev\/(tcp|udp)\//
const here = /^\/dev\/(tcp|udp)\/(localhost|127\.0\.0\.1)\//

/** `echo > /dev/tcp/host/22` only checks whether the port is open; it sends nothing but a line break. */
const probes = ({ by, how }: ShellFile, { commands }: ShellReading): boolean =>
  how === 'write' &&
  (by === ':' ||
    by === 'true' ||
    (by === 'echo' &&
      commands.some((one) => one.name === 'echo' && one.words.length === 1 && one.stdin.kind === 'none')))

export const doorsInText: readonly WholeRule[] = [
  {
    name: 'shell-connection',
    instead,
    findInText: ({ reading }) =>
      reading.files.some((file) => device.test(file.path.text) && !here.test(file.path.text) && !probes(file, reading))
        ? deny('open a connection from the shell itself (/dev/tcp)')
        : undefined,
  },
  {
    name: 'joined-coprocess',
    instead,
    findInText({ reading, text }) {
      if (!/\bcoproc\b/.test(text) || !/[<>]&\s*["']?\$\{?\w+\[/.test(text)) return undefined
      const connects = reading.commands.some(({ name }) => /^(nc|ncat|netcat|socat|telnet|openssl)$/.test(name))
      return connects && reading.commands.some(({ name }) => shellPath.test(name)) ? gives : undefined
    },
  },
]
