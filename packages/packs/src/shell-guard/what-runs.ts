/** Files that control what runs on a machine, or who may use it. */
import { globPattern, protectedNames } from '@hookline/core/sdk'

const home = '(~|/root|/(home|Users)/[^/]+)'

interface Sensitive {
  readonly path: RegExp
  readonly what: string
  readonly verdict: 'deny' | 'ask'
}

const etc = [
  'passwd|shadow|group|gshadow|sudoers|sudoers\\.d/.*|pam\\.d/.*|ssh/.*|hosts|resolv\\.conf|fstab',
  'ld\\.so\\.preload|crontab|cron[^/]*/.*|environment|profile|profile\\.d/.*|systemd/.*',
].join('|')
const shellStart = [
  'bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zprofile|zshenv|zlogin|zlogout|kshrc|inputrc',
  'xinitrc|xprofile|xsession|pam_environment|ssh/rc|vimrc|vim/.*|config/nvim/.*|emacs|emacs\\.d/.*|tmux\\.conf',
  'pip/pip\\.conf|config/pip/pip\\.conf|cargo/config(\\.toml)?|gemrc|condarc|curlrc|wgetrc|config/git/.*|direnvrc',
  'gitconfig|npmrc|pypirc|netrc|config/fish/.*|config/autostart/.*|config/systemd/.*',
].join('|')

/** Made when the first path is looked at: most commands name none. */
const sensitiveRows = (): readonly Sensitive[] => [
  {
    path: new RegExp(`^/etc/(${etc})$`),
    what: 'a file that controls permissions on this machine',
    verdict: 'deny',
  },
  { path: new RegExp(`^${home}/\\.ssh/(authorized_keys2?|config|id_.*)$`), what: 'who may log in', verdict: 'deny' },
  { path: new RegExp(`^${home}/\\.(${shellStart})$`), what: 'what runs at every start of a shell', verdict: 'ask' },
  {
    path: /^(~|\/(home|Users)\/[^/]+)?(\/System)?\/?Library\/Launch(Agents|Daemons)\/.*$/,
    what: 'what starts with the system',
    verdict: 'ask',
  },
  {
    path: /^"?\$\{?profile\b|(^|[\\/])(Microsoft\.(PowerShell|VSCode)_)?profile\.ps1$/i,
    what: 'what runs at every start of PowerShell',
    verdict: 'ask',
  },
  {
    path: /[\\/]Start Menu[\\/]Programs[\\/]Startup([\\/]|$)/i,
    what: 'what starts with every login',
    verdict: 'ask',
  },
  { path: new RegExp(`^${home}/\\.[a-z]+_history$`), what: 'the history of the shell', verdict: 'ask' },
  {
    path: /(^|\/)((site|user)customize\.py|site-packages\/[^/]+\.pth)$/,
    what: 'what runs at every start of Python',
    verdict: 'ask',
  },
  {
    path: /(^|\/)(\.cursor\/mcp|\.mcp|\.gemini\/settings|\.codex\/config)\.(json|toml)$/,
    what: 'what an agent starts',
    verdict: 'ask',
  },
  {
    path: new RegExp(`^${home}/(\\.local/)?bin/(git|ls|sudo|ssh|npm|node|python3?|bash|sh|cat|curl|docker|gpg)$`),
    what: 'a program that is commonly called by its name',
    verdict: 'ask',
  },
  { path: /(^|\/)\.git\/(hooks\/.*|config)$/, what: 'what git runs', verdict: 'ask' },
  {
    path: /(^|\/)\.git\/(HEAD|index|packed-refs|(refs|logs|objects|worktrees|modules)\/.*)$/,
    what: 'the history that git keeps',
    verdict: 'ask',
  },
  {
    path: new RegExp(protectedNames.names.map((name) => globPattern(name)).join('|')),
    what: 'the hooks themselves',
    verdict: 'ask',
  },
]

let sensitive: readonly Sensitive[] | undefined

export function sensitiveAt(path: string): Sensitive | undefined {
  sensitive ??= sensitiveRows()
  return sensitive.find((row) => row.path.test(path))
}
