/** The machine itself: rights, services, users, processes, and files that decide what runs. */
import type { ShellWord } from '@hookline/core/shell'
import { has, operands, optionOf, says, verbs } from '../options.ts'
import { ask, deny, type Finding, type Rule, type Sight } from '../rule.ts'

const wide: ReadonlySet<string> = new Set(['root', 'system', 'home', 'above'])

/** Files that decide what runs, or who may. */
const sensitive: readonly (readonly [RegExp, string, 'deny' | 'ask'])[] = [
  [
    /^\/etc\/(passwd|shadow|sudoers|sudoers\.d\/.*|pam\.d\/.*|ssh\/.*|hosts|ld\.so\.preload|crontab|cron[^/]*\/.*|environment|profile|profile\.d\/.*|systemd\/.*|fstab|resolv\.conf|group|gshadow)$/,
    'a file that decides who may do what on this machine',
    'deny',
  ],
  [/^(~|\/root|\/(home|Users)\/[^/]+)\/\.ssh\/(authorized_keys2?|config|id_.*)$/, 'who may log in', 'deny'],
  [
    /^(~|\/root|\/(home|Users)\/[^/]+)\/\.(bashrc|bash_profile|bash_login|profile|zshrc|zprofile|zshenv|zlogin|kshrc|inputrc|gitconfig|npmrc|pypirc|netrc|config\/fish\/.*|config\/autostart\/.*|config\/systemd\/.*)$/,
    'what runs at every start of a shell',
    'ask',
  ],
  [/^(~|\/(home|Users)\/[^/]+)?\/?Library\/Launch(Agents|Daemons)\/.*$/, 'what starts with the system', 'ask'],
  [/(^|\/)\.git\/(hooks\/.*|config)$/, 'what git runs', 'ask'],
  [
    /(^|\/)(\.cursor\/hooks(\.json|\/.*)|\.claude\/settings(\.local)?\.json|\.hookline\/.*)$/,
    'the hooks themselves',
    'ask',
  ],
]

const writers: Readonly<Record<string, (sight: Sight) => readonly (ShellWord | undefined)[]>> = {
  tee: ({ command }) => operands(command),
  cp: ({ command }) => [optionOf(command, '-t') ?? operands(command, '-t').at(-1)],
  mv: ({ command }) => [optionOf(command, '-t') ?? operands(command, '-t').at(-1)],
  install: ({ command }) => [operands(command, '-m', '-o', '-g').at(-1)],
  ln: ({ command }) => [operands(command).at(-1)],
  sed: ({ command }) =>
    has({ ...command, words: command.words.filter((word) => !/^-[ne]$/.test(word.text)) }, 'i', 'in-place')
      ? operands(command, '-e', '-f')
      : [],
  perl: ({ command }) => (command.words.some((word) => /^-\w*i/.test(word.text)) ? operands(command, '-e') : []),
  truncate: ({ command }) => operands(command, '-s'),
  dd: ({ command }) => [optionOf(command, 'of')],
  curl: ({ command }) => [optionOf(command, '-o', '--output')],
  wget: ({ command }) => [optionOf(command, '-O', '--output-document')],
  chattr: ({ command }) => operands(command),
  touch: ({ command }) => operands(command),
}

function written(words: readonly (ShellWord | undefined)[], sight: Sight): Finding | undefined {
  let found: Finding | undefined
  for (const word of words) {
    if (word === undefined) continue
    const row = sensitive.find(([path]) => path.test(word.text))
    if (row !== undefined) {
      const finding = row[2] === 'deny' ? deny(`write ${word.text}: ${row[1]}`) : ask(`write ${word.text}: ${row[1]}`)
      if (finding.verdict === 'deny') return finding
      found ??= finding
    }
    const place = sight.placeOf(word)
    if (place === 'device') return deny(`write to the device ${word.text}`)
    if (place === 'system' && !/^\/(tmp|var\/(tmp|log)|run|proc\/self|mnt|media|Volumes)\b/.test(word.text))
      found ??= ask(`write ${word.text}, a place of the system`)
  }
  return found
}

export const systemRules: readonly Rule[] = [
  {
    name: 'write-what-runs',
    programs: Object.keys(writers),
    instead: 'Show the change and let the person make it.',
    find: (sight) => written(writers[sight.command.name]?.(sight) ?? [], sight),
  },
  {
    name: 'redirect-to-what-runs',
    programs: ['*'],
    instead: 'Show the change and let the person make it.',
    find(sight) {
      if (sight.command !== sight.reading.commands[0]) return undefined
      return written(
        sight.reading.files.filter((file) => file.how !== 'read').map((file) => file.path),
        sight,
      )
    },
  },
  {
    name: 'as-administrator',
    programs: ['sudo', 'doas', 'su', 'pkexec', 'runas', 'gsudo'],
    instead: 'Do it without administrator rights, or let the person run it.',
    find: ({ command }) =>
      says(command, '-l', '-v', '-k', '-V', '--version', '--help', '-n') && command.words.length <= 3
        ? undefined
        : ask('act with administrator rights'),
  },
  {
    name: 'rights',
    programs: ['chmod', 'chown', 'chgrp', 'setfacl', 'icacls', 'takeown'],
    instead: 'Change the rights of the one file that needs it.',
    find(sight) {
      const { command } = sight
      const [mode, ...paths] = operands(command)
      const all = has(command, 'R', 'recursive') || says(command, '/T', '/t')
      const open =
        command.name === 'chmod' &&
        /^(0?[0-7]?[0-7][0-7][2367]|[augo]*o?[+=][rstx]*w\w*|a\+w\w*|o\+w\w*|\+w.*|ugo\+\w*w\w*|a=rwx|ugo=rwx|-?777)$/.test(
          mode?.text ?? '',
        ) &&
        !/^(u|g|ug)?\+w|^\+w/.test(mode?.text ?? '')
      const place = paths.map((word) => sight.placeOf(word)).find((one) => wide.has(one))
      if (all && place !== undefined) return deny('change the rights of a whole system or home directory')
      if (command.name === 'chmod' && /(^|,)([ugoa]*\+[rwx]*s|[4267][0-7]{3}$)/.test(mode?.text ?? ''))
        return ask('let a program act as its owner (set-user-ID)')
      if (paths.some((word) => sensitive.some(([path]) => path.test(word.text)) || sight.placeOf(word) === 'system'))
        return ask('change the rights of a file of the system')
      return open
        ? ask('let everybody on this machine write', all || /777/.test(mode?.text ?? '') ? 'high' : 'strict')
        : undefined
    },
  },
  {
    name: 'power',
    programs: ['shutdown', 'reboot', 'halt', 'poweroff', 'init', 'telinit', 'Stop-Computer', 'Restart-Computer'],
    instead: 'Let the person do it.',
    find: ({ command }) =>
      (command.name === 'init' || command.name === 'telinit') && !/^[016sS]$/.test(command.words[1]?.text ?? '')
        ? undefined
        : says(command, '--help', '--version', '-c')
          ? undefined
          : deny('switch the machine off'),
  },
  {
    name: 'services',
    programs: ['systemctl', 'service', 'launchctl', 'sc', 'rc-service', 'initctl', 'supervisorctl'],
    instead: 'Look with `status`; let the person change services.',
    find({ command }) {
      const words = verbs(command)
      if (says(command, '--user')) return undefined
      if (words.some((word) => /^(poweroff|reboot|halt|kexec|suspend|hibernate|rescue|emergency|isolate)$/.test(word)))
        return deny('switch the machine off')
      return words.some((word) =>
        /^(stop|disable|mask|kill|unload|bootout|delete|remove|restart|start|enable|load|bootstrap|edit|set-default)$/.test(
          word,
        ),
      )
        ? ask('change a service of this machine')
        : undefined
    },
  },
  {
    name: 'users',
    programs: [
      'useradd',
      'userdel',
      'usermod',
      'adduser',
      'deluser',
      'groupadd',
      'groupdel',
      'groupmod',
      'passwd',
      'chpasswd',
      'visudo',
      'vipw',
      'chsh',
      'dscl',
      'net',
      'gpasswd',
    ],
    instead: 'Let the person do it.',
    find: ({ command }) =>
      command.name === 'net' && !/^(user|localgroup)$/i.test(command.words[1]?.text ?? '')
        ? undefined
        : command.name === 'dscl' &&
            !command.words.some((word) => /^-(create|delete|append|passwd|change)$/.test(word.text))
          ? undefined
          : says(command, '--help', '-S', '--status')
            ? undefined
            : deny('change the users of this machine'),
  },
  {
    name: 'processes',
    programs: ['kill', 'killall', 'pkill', 'taskkill', 'skill'],
    instead: 'End the one process by its number.',
    find({ command }) {
      if (
        command.name === 'kill' &&
        command.words
          .slice(1)
          .some((word, at) => (word.text === '-1' && at > 0) || (word.text === '-1' && command.words.length === 2))
      )
        return deny('end every process of this person')
      if (command.name === 'kill' && operands(command, '-s', '-n').some((word) => word.text === '1'))
        return deny('end the first process of the system')
      if (
        command.name === 'pkill' &&
        command.words.some((word, at) => word.text === '-u' && at > 0) &&
        operands(command, '-u', '-U', '-t', '-g', '-P', '-s').length === 0
      )
        return deny('end every process of a person')
      if (
        operands(command, '-u', '-s').some((word) =>
          /^(\.|\.\*|systemd|init|launchd|sshd|dbus.*|Xorg|gnome-shell|WindowServer|Finder|explorer\.exe)$/.test(
            word.text,
          ),
        )
      )
        return deny('end processes that the machine needs')
      return undefined
    },
  },
  {
    name: 'defences',
    programs: [
      'iptables',
      'ip6tables',
      'nft',
      'ufw',
      'firewall-cmd',
      'pfctl',
      'setenforce',
      'csrutil',
      'spctl',
      'auditctl',
      'apparmor_parser',
      'aa-disable',
      'aa-teardown',
      'netsh',
      'Set-MpPreference',
      'semanage',
    ],
    instead: 'Let the person change the defences of this machine.',
    find: ({ command }) =>
      says(
        command,
        '-L',
        '-S',
        'list',
        'status',
        '--list-all',
        '-s',
        'show',
        '--state',
        '--status',
        '--version',
        '-sr',
        '--list-ports',
        '-nL',
        '-nvL',
        '-vnL',
      ) || command.words.length === 1
        ? undefined
        : deny('change the defences of this machine'),
  },
  {
    name: 'schedule',
    programs: ['crontab', 'at', 'batch', 'schtasks', 'systemd-run'],
    instead: 'Show the line and let the person add it.',
    find: ({ command }) =>
      says(command, '-l', '/query', '--help') || (command.name === 'at' && command.words.length === 1)
        ? undefined
        : has(command, 'r') && command.name === 'crontab'
          ? deny('delete all planned jobs')
          : ask('plan something to run later'),
  },
  {
    name: 'kernel',
    programs: [
      'sysctl',
      'modprobe',
      'insmod',
      'rmmod',
      'mount',
      'umount',
      'swapoff',
      'swapon',
      'kexec',
      'nvram',
      'bcdedit',
      'reg',
      'efibootmgr',
      'grub-install',
      'update-grub',
      'losetup',
      'dmsetup',
      'chattr',
    ],
    instead: 'Let the person do it.',
    find({ command }) {
      if (
        command.words.length === 1 ||
        says(command, '-a', '-l', '-n', '--help', '-V', '--show', 'query', '-v', '-p', '--all', '-L')
      )
        return undefined
      if (command.name === 'sysctl' && !command.words.some((word) => word.text.includes('=') || word.text === '-w'))
        return undefined
      if (command.name === 'mount' && command.words.length === 2 && command.words[1]?.text.startsWith('-'))
        return undefined
      return ask('change the running system')
    },
  },
  {
    name: 'traces',
    programs: ['history', 'journalctl', 'unset', 'auditctl', 'wevtutil', 'log', 'shopt', 'set'],
    instead: 'Leave the traces.',
    find({ command, text }) {
      if (command.name === 'history' && has(command, 'cdw')) return ask('delete the history of the shell')
      if (command.name === 'journalctl' && command.words.some((word) => /^--(vacuum|rotate|flush)/.test(word.text)))
        return ask('delete logs of the system')
      if (command.name === 'unset' && says(command, 'HISTFILE')) return ask('hide what is done next')
      if (command.name === 'wevtutil' && says(command, 'cl', 'clear-log')) return ask('delete logs of the system')
      return command.name === 'log' && says(command, 'erase') && /^log\b/.test(text)
        ? ask('delete logs of the system')
        : undefined
    },
  },
  {
    name: 'loader',
    programs: ['*'],
    instead: 'Run the program as it is.',
    find: ({ command }) => {
      const names = [
        ...command.assignments.map((one) => one.name),
        ...(command.name === 'export' || command.name === 'env'
          ? command.words.map((word) => word.text.split('=')[0] ?? '')
          : []),
      ]
      const name = names.find((one) =>
        /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|PROMPT_COMMAND|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|PERL5OPT|PYTHONSTARTUP)$/.test(
          one,
        ),
      )
      return name === undefined ||
        (name === 'GIT_SSH_COMMAND' &&
          command.assignments.some((one) => one.name === name && /^ssh( |$)/.test(one.value.text)))
        ? undefined
        : ask(`slip code into programs (${name})`)
    },
  },
  {
    name: 'fork-bomb',
    programs: ['*'],
    instead: 'Nothing needs this.',
    find: ({ command, reading, text }) =>
      command === reading.commands[0] && /([^\s(){};|&]+)\s*\(\)\s*\{[^}]*\1\s*\|\s*\1\s*&[^}]*\}/.test(text)
        ? deny('start processes without end')
        : undefined,
  },
  {
    name: 'endless-fill',
    programs: ['yes', 'cat', 'fallocate'],
    instead: 'Bound the size.',
    find({ command, reading }) {
      const writes = reading.files.find(
        (file) => file.how !== 'read' && file.by === command.name && !/^\/dev\/null$/.test(file.path.text),
      )
      if (writes === undefined) return undefined
      if (command.name === 'yes') return deny('fill the disk')
      return command.name === 'cat' && command.words.some((word) => /^\/dev\/(zero|urandom|random)$/.test(word.text))
        ? deny('fill the disk')
        : undefined
    },
  },
]
