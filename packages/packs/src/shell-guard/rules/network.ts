/** Running what a stranger wrote, sending away what is secret, opening a door. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'
import { has, optionOf, says } from '../options.ts'
import { ask, deny, type Rule, type Sight } from '../rule.ts'

export const secretFile =
  /(^|[\\/@=])(\.env(\.(?!example|sample|template|dist|test)[\w.-]+)?|\.netrc|\.npmrc|\.pypirc|\.pgpass|\.my\.cnf|id_(rsa|dsa|ecdsa|ed25519)|.*\.(pem|key|p12|pfx|kdbx|ppk|jks)|credentials(\.json|\.csv)?|secrets?\.(ya?ml|json|toml)|service-account.*\.json|kubeconfig|shadow|\.git-credentials|\.vault-token|wallet\.dat)$|\.(aws|ssh|gnupg|kube|docker|azure|config\/gcloud)\/|\/etc\/(shadow|sudoers)|\/proc\/\w+\/environ/i

const downloaders = new Set([
  'curl',
  'wget',
  'fetch',
  'http',
  'https',
  'xh',
  'aria2c',
  'axel',
  'lynx',
  'nc',
  'ncat',
  'iwr',
  'irm',
  'Invoke-WebRequest',
  'Invoke-RestMethod',
])
const decoders = new Set([
  'base64',
  'base32',
  'xxd',
  'openssl',
  'gunzip',
  'zcat',
  'gzip',
  'bzip2',
  'xz',
  'unxz',
  'uudecode',
  'rev',
  'tr',
  'gpg',
  'od',
  'hexdump',
])
/** Programs made to print what a shell then reads. */
const shellwriters = new Set([
  'ssh-agent',
  'keychain',
  'pyenv',
  'rbenv',
  'nodenv',
  'goenv',
  'jenv',
  'direnv',
  'brew',
  'starship',
  'zoxide',
  'fnm',
  'nvm',
  'mise',
  'asdf',
  'dircolors',
  'minikube',
  'conda',
  'mamba',
  'micromamba',
  'opam',
  'luarocks',
  'docker-machine',
  'register-python-argcomplete',
  'thefuck',
  'gcloud',
  'podman',
  'hookline',
  'atuin',
  'rtx',
  'op',
  'tmux',
  'lesspipe',
  'resize',
  'perl',
  'pip',
  'npm',
  'pnpm',
  'gh',
  'kubectl',
  'helm',
  'rustup',
  'poetry',
  'sed',
  'cat',
  'dotenv',
  'xargs',
  'grep',
  'aws',
  'assume',
  'vault',
])
const network = new Set([
  ...downloaders,
  'scp',
  'sftp',
  'ftp',
  'rsync',
  'socat',
  'telnet',
  'mail',
  'sendmail',
  'mutt',
  's3cmd',
  'rclone',
  'nslookup',
  'dig',
])

const remote = (word: ShellWord): boolean =>
  /^([\w.-]+@)?[\w.-]+:(?!\\)/.test(word.text) || /^(https?|ftp|s3|sftp|rsync):\/\//.test(word.text)
const local = (command: ShellCommand): boolean =>
  command.words.some((word) => /(^|\/\/|@)(localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(:|\/|$)/.test(word.text))

/** Files that the commands before it in the pipe read. */
const readsSecret = (command: ShellCommand): ShellWord | undefined =>
  command.words.slice(1).find((word) => secretFile.test(word.text))
const environment = (command: ShellCommand): boolean =>
  ['env', 'printenv', 'export', 'set', 'declare'].includes(command.name) && command.words.length === 1

function sends(sight: Sight): ShellWord | undefined {
  const { command } = sight
  if (['scp', 'sftp', 'rsync', 'rclone'].includes(command.name)) {
    const to = command.words.at(-1)
    return to !== undefined && remote(to) ? readsSecret(command) : undefined
  }
  const body = command.words.find(
    (word, at) =>
      /^(-d|--data|--data-binary|--data-raw|--data-urlencode|-F|--form|-T|--upload-file|--post-file|--body-file)$/.test(
        command.words[at - 1]?.text ?? '',
      ) || /^(--data|--data-binary|--post-file|--upload-file|--form|--body-file)=|^-[dFT]./.test(word.text),
  )
  return body !== undefined &&
    (secretFile.test(body.text) ||
      (/\$\((cat|base64|env|printenv)/.test(body.text) && secretFile.test(body.text.replace(/[)"']/g, ''))))
    ? body
    : undefined
}

export const networkRules: readonly Rule[] = [
  {
    name: 'pipe-to-shell',
    programs: ['*'],
    instead: 'Download to a file, read it, then run it.',
    find({ command, reading }) {
      if (command !== reading.commands[0]) return undefined
      const unseen = reading.doubts.filter((doubt) => doubt.kind === 'unknown-code' || doubt.kind === 'unknown-program')
      if (unseen.some((doubt) => doubt.from.some((name) => downloaders.has(name))))
        return deny('run what is downloaded, unread')
      if (unseen.some((doubt) => doubt.from.some((name) => decoders.has(name)))) return deny('run decoded text, unread')
      return undefined
    },
  },
  {
    name: 'downloaded-and-run',
    programs: ['sh', 'bash', 'zsh', 'dash', 'source', '.', 'chmod', 'python', 'python3', 'node', 'perl', 'ruby'],
    instead: 'Read the downloaded file before it runs, in a step of its own.',
    find({ command, reading }) {
      const saved = reading.commands.flatMap((one) =>
        downloaders.has(one.name) ? [optionOf(one, '-o', '--output', '-O', '--output-document')?.text ?? ''] : [],
      )
      const file = command.words
        .slice(1)
        .find((word) =>
          saved.some((name) => name !== '' && name !== '-' && (word.text === name || word.text === `./${name}`)),
        )
      if (file === undefined || (command.name === 'chmod' && !/x|7|5/.test(command.words[1]?.text ?? '')))
        return undefined
      return ask(`run ${file.text} just as it was downloaded`)
    },
  },
  {
    name: 'unknown-code',
    programs: ['*'],
    instead: 'Write the command out, so that it can be read before it runs.',
    find({ command, reading }) {
      if (command !== reading.commands[0]) return undefined
      const doubt = reading.doubts.find((one) => {
        if (one.kind === 'too-much') return true
        if (one.kind === 'unknown-code')
          return one.from.length === 0 || one.from.some((name) => !shellwriters.has(name))
        return false
      })
      return doubt === undefined ? undefined : ask(`run text that cannot be read before (${doubt.detail.slice(0, 80)})`)
    },
  },
  {
    name: 'unparsable',
    programs: ['*'],
    instead: 'Write the command in plain shell.',
    find: ({ command, reading }) =>
      command === reading.commands[0] && reading.doubts.some((doubt) => doubt.kind === 'unparsable')
        ? ask('do something that no shell parser understands')
        : undefined,
  },
  {
    name: 'send-secrets',
    programs: ['*'],
    instead: 'Send nothing that holds a key; ask the person.',
    find(sight) {
      const { command } = sight
      if (!network.has(command.name) || local(command)) return undefined
      const given = sends(sight)
      if (given !== undefined) return deny(`send a secret away (${given.text})`)
      const inline = command.words.find(
        (word) =>
          /\$\((cat|base64|head|tail|env|printenv)\b[^)]*\)|`(cat|env|printenv)/.test(word.text) &&
          (secretFile.test(word.text.replace(/[)"'`]+$/, '')) || /\$\((env|printenv)/.test(word.text)),
      )
      if (inline !== undefined) return deny(`send a secret away (${inline.text})`)
      const named = command.words.find(
        (word) =>
          /\$\{?\w*(TOKEN|SECRET|PASSWORD|API_KEY|PRIVATE_KEY|ACCESS_KEY)\w*\}?/.test(word.text) &&
          /^(https?:|-d|\{|.*[?&=])/.test(word.text) &&
          !/^(Authorization|X-)/i.test(word.text),
      )
      if (named !== undefined && /[?&]/.test(named.text)) return ask(`put a secret into an address (${named.text})`)
      if (command.stdin.kind === 'file' && secretFile.test(command.stdin.path.text))
        return deny(`send a secret away (${command.stdin.path.text})`)
      const from = command.stdin.kind === 'pipe' ? command.stdin.from : []
      const secret = from.map(readsSecret).find((word) => word !== undefined)
      if (secret !== undefined) return deny(`send a secret away (${secret.text})`)
      return from.some(environment) ? deny('send the environment, with its keys, away') : undefined
    },
  },
  {
    name: 'remote-shell',
    programs: ['*'],
    instead: 'Nobody outside should get a shell here.',
    find({ command, reading, text }) {
      if (
        ['nc', 'ncat', 'netcat', 'nc.traditional'].includes(command.name) &&
        (has(command, 'ec', 'exec', 'sh-exec') ||
          (command.stdin.kind === 'pipe' && command.stdin.from.some((one) => ['sh', 'bash', 'zsh'].includes(one.name))))
      )
        return deny('give a shell to another machine')
      if (command.name === 'socat' && /exec:|system:/i.test(command.words.map((word) => word.text).join(' ')))
        return deny('give a shell to another machine')
      if (command !== reading.commands[0]) return undefined
      if (
        reading.files.some((file) => /^\/dev\/(tcp|udp)\//.test(file.path.text)) ||
        /\/dev\/(tcp|udp)\/[\w.$]/.test(text)
      )
        return /\/dev\/(tcp|udp)\/(localhost|127\.0\.0\.1)\//.test(text)
          ? undefined
          : deny('open a connection from the shell itself (/dev/tcp)')
      if (/socket/.test(text) && /(dup2|pty\.spawn|\/bin\/(ba)?sh)/.test(text))
        return deny('give a shell to another machine')
      return undefined
    },
  },
  {
    name: 'tunnel',
    programs: ['ngrok', 'cloudflared', 'localtunnel', 'lt', 'bore', 'chisel', 'frpc'],
    instead: 'Ask the person before this machine is reachable from outside.',
    find: ({ command }) =>
      says(command, '--version', 'version', '--help') ? undefined : ask('make this machine reachable from outside'),
  },
]
