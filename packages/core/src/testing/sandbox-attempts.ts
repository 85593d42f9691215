/** What a hook in a sandbox tries, as a program that runs as the hook. The page docs/sandbox.md shows what comes of it. */

/** What the program gets as JSON in its first argument. */
export interface AttemptsSetup {
  readonly home: string
  readonly root: string
  readonly runtime: string
  readonly script: string
  readonly tcp: number
  readonly udp: number
  readonly abstract: string
  readonly agentPid: number
  readonly victimPid: number
  /** The duration of the process that is left behind, by which it is found. */
  readonly leftBehind: string
  /** A terminal of another program. */
  readonly terminal: string
  /** The key of shared memory of another program. */
  readonly sharedKey: number
  /** Numbers of system calls. */
  readonly calls: Readonly<
    Record<'ptrace' | 'mount' | 'unshare' | 'keyctl' | 'clone' | 'priority' | 'limits' | 'shared', number>
  >
}

/** For Perl: sets or takes back the attribute `d` of a file, as `chattr` does, through a descriptor that can only read. */
export const changeAttributes =
  'open(my $f, "<", $ARGV[0]) or exit 1; my $b = pack("L!", 0); ioctl($f, 0x80086601, $b) or exit 1;' +
  ' $b = pack("L!", unpack("L!", $b) ^ 64); ioctl($f, 0x40086602, $b) or exit 1'

/** Prints an object with `done` or `denied` for each attempt. */
export const attemptsProgram = String.raw`
const fs = require('node:fs')
const net = require('node:net')
const dgram = require('node:dgram')
const dns = require('node:dns')
const { spawn, spawnSync, fork } = require('node:child_process')
const { home, root, runtime, script, tcp, udp, abstract, agentPid, victimPid, leftBehind, terminal, sharedKey, calls } = JSON.parse(process.argv[2])
const temporary = process.env.TMPDIR
const results = {}
const attempt = (name, act) => {
  try {
    results[name] = act() === false ? 'denied' : 'done'
  } catch (error) {
    results[name] = 'denied'
  }
}
const exits = (program, ...args) => spawnSync(program, args, { timeout: 20000 }).status === 0
const call = (number, ...args) => exits('perl', '-e', 'exit(syscall(' + [number, ...args].join(',') + ') < 0 ? 1 : 0)')
const reaches = (name, start) => new Promise((resolve) => {
  const end = (result) => {
    results[name] ??= result
    resolve()
  }
  setTimeout(() => end('denied'), 3000).unref()
  try {
    start(() => end('done'), () => end('denied'))
  } catch {
    end('denied')
  }
})
const connects = (name, to) => reaches(name, (yes, no) => net.connect(to).on('connect', yes).on('error', no))

attempt('write in its temporary directory', () => fs.writeFileSync(temporary + '/own', 'x'))
attempt('read a file of the workspace', () => fs.readFileSync(root + '/file'))
attempt('start a program', () => exits('/bin/sh', '-c', 'true'))
attempt('write a file in the home directory', () => fs.writeFileSync(home + '/new', 'x'))
attempt('write a file in the workspace', () => fs.writeFileSync(root + '/new', 'x'))
attempt('append to its own script', () => fs.appendFileSync(script, '\n'))
attempt('truncate a file', () => fs.truncateSync(root + '/truncated'))
attempt('rename a file', () => fs.renameSync(root + '/renamed', root + '/other'))
attempt('remove a file', () => fs.unlinkSync(root + '/removed'))
attempt('create a directory', () => fs.mkdirSync(root + '/directory'))
attempt('change the mode of a file', () => fs.chmodSync(root + '/file', 0o600))
attempt('change the attributes of a file', () => exits('perl', '-e', ${JSON.stringify(changeAttributes)}, root + '/file'))
attempt('write through a symbolic link', () => {
  fs.symlinkSync(root + '/file', temporary + '/link')
  fs.writeFileSync(temporary + '/link', 'x')
})
attempt('write through a hard link', () => {
  fs.linkSync(root + '/file', root + '/hard')
  fs.writeFileSync(root + '/hard', 'x')
})
attempt('write through /proc/self/root', () => fs.writeFileSync('/proc/self/root' + root + '/through', 'x'))
attempt('read an ssh key', () => fs.readFileSync(home + '/.ssh/id_ed25519', 'utf8') !== '')
attempt('read credentials of an agent', () => fs.readFileSync(home + '/.claude/.credentials.json', 'utf8') !== '')
attempt('read the state of Hookline', () => fs.readFileSync(home + '/.local/state/hookline/trust.json', 'utf8') !== '')
attempt('read a secret through a symbolic link', () => fs.readFileSync(root + '/to-secret', 'utf8') !== '')
attempt('read a secret through a link beside it', () =>
  [home + '/keys/id_ed25519', home + '/.aws/credentials', home + '/dotfiles/aws/credentials'].some((path) => {
    try {
      return fs.readFileSync(path, 'utf8') !== ''
    } catch {
      return false
    }
  }))
attempt('read a secret that is replaced while it runs', () => {
  for (const end = Date.now() + 400; Date.now() < end; )
    try {
      if (fs.readFileSync(home + '/.netrc', 'utf8') !== '') return true
    } catch {}
  return false
})
attempt("write into Hookline's cache", () => fs.writeFileSync(home + '/.cache/hookline/planted', 'x'))
attempt('change the start of another hook', () => fs.writeFileSync(runtime + '/hookline/planted', 'x'))
attempt("replace Hookline's cache", () => {
  fs.renameSync(home + '/.cache', home + '/.moved')
  fs.renameSync(home + '/.moved', home + '/.cache')
})
attempt('read from the terminal of another program', () =>
  fs.closeSync(fs.openSync(terminal, fs.constants.O_RDONLY | fs.constants.O_NOCTTY | fs.constants.O_NONBLOCK)))
attempt('read the environment of the agent', () => fs.readFileSync('/proc/' + agentPid + '/environ'))
attempt('open the memory of another process', () => fs.closeSync(fs.openSync('/proc/' + victimPid + '/mem')))
attempt('read the command line of another process', () => fs.readFileSync('/proc/' + victimPid + '/cmdline'))
attempt('signal another process', () => process.kill(victimPid, 'SIGCONT'))
attempt('trace another process', () => call(calls.ptrace, 0x4206, victimPid, 0, 0))
attempt('change settings of the kernel', () => fs.closeSync(fs.openSync('/proc/sys/kernel/core_pattern', 'r+')))
attempt('mount a file system', () => {
  fs.mkdirSync(temporary + '/mounted')
  const isMounted = call(calls.mount, '$a="none"', '$b="' + temporary + '/mounted"', '$c="tmpfs"', 0, 0)
  if (isMounted) exits('umount', temporary + '/mounted')
  return isMounted
})
attempt('enter new namespaces', () => call(calls.unshare, 0x10000000))
attempt('enter new namespaces with clone', () => call(calls.clone, 0x10000011, 0, 0, 0, 0))
attempt('change the priority of another process', () => call(calls.priority, 0, victimPid, 5))
attempt('change the limits of another process', () => call(calls.limits, victimPid, 4, '$l = pack("QQ", 0, 0)', 0))
attempt('open shared memory of another program', () => call(calls.shared, sharedKey, 0, 0))
attempt('use io_uring', () => call(425, 1, '$p="\\0" x 120'))
attempt('use kernel keyrings', () => call(calls.keyctl, 0, -3, 1))
attempt('gain rights from a set-user-id program', () => /^NoNewPrivs:\s*0/m.test(fs.readFileSync('/proc/self/status', 'utf8')))
attempt('use an inherited descriptor', () =>
  spawnSync('/bin/sh', ['-c', 'for one in /proc/$$/fd/*; do echo "\${one##*/} $(readlink "$one")"; done'], { stdio: ['inherit', 'pipe', 'inherit'] })
    .stdout.toString().split('\n').some((line) => Number.parseInt(line, 10) > 2 && !/^\d+ (\/proc|pipe:)/.test(line)))
attempt('type into a terminal', () => spawnSync('perl', ['-e',
  'use POSIX; POSIX::setsid();' +
  'sysopen(my $m, "/dev/ptmx", 2) or exit 1; my $n = pack("i", 0); ioctl($m, 0x40045431, $n) or exit 1; ioctl($m, 0x80045430, $n) or exit 1;' +
  'sysopen(my $t, "/dev/pts/" . unpack("i", $n), 2) or exit 1; my $c = "x"; syswrite(STDOUT, "typed") if ioctl($t, 0x5412, $c)']).stdout.toString() === 'typed')
attempt('send a datagram from a socket pair to a service', () => exits('perl', '-e',
  'use Socket; socketpair(my $a, my $b, AF_UNIX, SOCK_DGRAM, 0) or exit 1; exit(defined(send($a, "x", 0, pack_sockaddr_un($ARGV[0]))) ? 0 : 1)', home + '/datagrams'))
attempt('call a service over D-Bus', () => exits('dbus-send', '--bus=unix:path=' + home + '/bus', '--print-reply',
  '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.ListNames'))
attempt('leave a process running', () => spawn('setsid', ['sleep', leftBehind], { detached: true, stdio: 'ignore' }).unref())

Promise.all([
  connects('connect over TCP to this machine', { port: tcp, host: '127.0.0.1' }),
  reaches('send over UDP to this machine', (yes, no) => {
    const socket = dgram.createSocket('udp4').on('error', no).on('message', yes)
    socket.send('ping', udp, '127.0.0.1', (error) => error && no())
  }),
  reaches('ask a name server', (yes, no) => {
    const resolver = new dns.Resolver({ timeout: 2000, tries: 1 })
    resolver.setServers(['127.0.0.1:' + udp])
    resolver.resolve4('example.test', (error) => (error === null || error.code === 'ENOTFOUND' ? yes() : no()))
  }),
  connects('connect to a Unix socket in the home directory', { path: home + '/socket' }),
  connects("connect to Hookline's daemon", { path: runtime + '/hookline/daemon.sock' }),
  connects('connect to an abstract Unix socket', { path: '\0' + abstract }),
  reaches('use pipes and a socket pair with its child', (yes, no) =>
    fork('-e', ['process.send(1)'], { execArgv: ['-e', 'process.send(1)'] }).on('message', yes).on('error', no).on('exit', no)),
]).then(() => {
  process.stdout.write(JSON.stringify(results))
  process.exit(0)
})
`
