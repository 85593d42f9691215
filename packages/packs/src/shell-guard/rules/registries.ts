/** Finds commands that change where packages come from, or install from an unusual source. */
import type { ShellCommand } from '@hookline/core/shell'
import { fromVerb, joined, list, onlyShows, operands, optionOf } from '../options.ts'
import { ask, type Finding, type Rule } from '../rule.ts'

const plain = /^(git\+)?http:\/\/(?!localhost|127\.)/
/** A URL instead of a name, in any spelling, including `name @ address`. */
const address =
  /^([\w.-]+(\[[\w,]+\])?\s*@\s*)?((git\+)?(https?|ssh|git|ftp):\/\/|git@|(github|gitlab|bitbucket|gist):)/i
const here = /:\/\/([^/@]*@)?(localhost|127\.|\[::1\])/
/** `npm i owner/name` is a repository of GitHub. */
const shorthand = /^[a-z\d][\w.-]*\/[\w.-]+(#.*)?$/i
/** The usual public registries. */
const usual = new RegExp(
  String.raw`:\/\/([^/@]*@)?(${[
    String.raw`(test\.|files\.)?(pypi\.org|pythonhosted\.org)|download\.pytorch\.org|pypi\.nvidia\.com|data\.pyg\.org`,
    String.raw`registry\.(npmjs\.org|yarnpkg\.com)|npm\.pkg\.github\.com|npm\.jsr\.io|rubygems\.org|(index\.|static\.)?crates\.io`,
    String.raw`[\w.-]+\.pkg\.dev|[\w.-]+\.codeartifact\.[\w-]+\.amazonaws\.com|localhost|127\.0\.0\.1|\[::1\]`,
  ].join('|')})([:/]|$)`,
)

interface Installer {
  /** The verbs that install packages. */
  readonly verb: RegExp
  /** `owner/name` is an address, too. */
  readonly short?: boolean
  /** Options whose value is the source. */
  readonly from?: readonly string[]
}

const npm: Installer = { verb: /^(install|i|add|in|ins|dlx|exec|x|create)$/, short: true, from: ['--registry'] }
const pip: Installer = {
  verb: /^(install|download|wheel)$/,
  from: list('-i --index-url --extra-index-url -f --find-links -r'),
}
const runner: Installer = { verb: /(?:)/, short: true, from: ['--registry', '--from', '--with', '-p', '--package'] }
const python: Installer = { ...pip, verb: /^pip$/ }

const installers: Readonly<Record<string, Installer>> = {
  npm,
  pnpm: npm,
  yarn: npm,
  bun: npm,
  npx: runner,
  bunx: runner,
  pnpx: runner,
  uvx: { ...runner, short: false },
  pip,
  pip3: pip,
  python,
  python3: python,
  pipx: { verb: /^(install|run|inject)$/, from: ['--spec', '--index-url', '-i'] },
  uv: {
    verb: /^(pip|tool|add|run)$/,
    from: list('-i --index-url --extra-index-url --index --default-index --from --with -r'),
  },
  poetry: { verb: /^(add|source)$/ },
  pdm: { verb: /^add$/ },
  gem: { verb: /^(install|i)$/, from: ['--source', '-s'] },
  bundle: { verb: /^add$/, from: ['--source', '--git'] },
  cargo: { verb: /^(install|add)$/, from: ['--git', '--index', '--registry'] },
  luarocks: { verb: /^install$/, from: ['--server', '--from'] },
  brew: { verb: /^(install|tap|reinstall|upgrade)$/ },
  deno: { verb: /^(install|run|compile)$/ },
  conda: { verb: /^(install|create)$/, from: ['-c', '--channel'] },
  mamba: { verb: /^(install|create)$/, from: ['-c', '--channel'] },
  composer: { verb: /^(require|install|create-project|global)$/, from: ['--repository', '--repository-url'] },
  flatpak: { verb: /^(install|remote-add)$/ },
  nix: { verb: /^(run|shell|develop|profile)$/ },
  'nix-env': { verb: /(?:)/, from: ['-f', '--file', '-if'] },
  'nix-shell': { verb: /(?:)/ },
  rpm: { verb: /(?:)/ },
  helm: { verb: /^(install|upgrade)$/ },
  code: { verb: /(?:)/, from: ['--install-extension'] },
  'ansible-galaxy': { verb: /^(install|collection|role)$/ },
}

const unread = ask('install a package from a URL instead of a registry, without review')

/** The source that the command names. */
function source(command: ShellCommand, options: readonly string[]): Finding | undefined {
  const from = options.flatMap((name) => optionOf(command, name)?.text ?? [])
  if (from.some((text) => plain.test(text))) return ask('install over an unencrypted connection')
  return from.some((text) => address.test(text) && !usual.test(text)) ? unread : undefined
}

/** Settings that change where packages come from, or which program builds them, by program. */
const settings: Readonly<Record<string, RegExp>> = {
  go: /^env -w\b.*\b(GOPROXY=(?!https:\/\/proxy\.golang\.org|direct|off)|GONOSUMDB=|GONOSUMCHECK=|GOSUMDB=off|GOINSECURE=|GOFLAGS=\S*(-toolexec|-insecure))/,
  // A bare name such as `sccache` or `clang` is a program of the system.
  cargo:
    /--config[= ]\S*(((rustc-wrapper|rustc-workspace-wrapper|\.linker|\.runner)=["']*[\w.~-]*\/)|replace-with|registries?\.)/,
  gem: /^sources\b.*(-a|--add)[= ](?!https:\/\/rubygems\.org)/,
  conda: /^config\b.*--(add|set|append|prepend)\b.*(http:|ssl_verify (false|no))/i,
  mamba: /^config\b.*--(add|set|append|prepend)\b.*(http:|ssl_verify (false|no))/i,
}

/** A permanent setting for the source of packages, the proxy, or verification. Tested only where ` set` is: it is long to compile. */
const setsSource =
  /\b(config( -\S+)* set|npm set)\b.*\b(strict-ssl[= ]false|registry|npmRegistryServer|yarnPath|(extra-)?index-url|trusted-host|find-links|script-shell|cafile|(https-)?proxy|ignore-scripts[= ]false|node-options|enableStrictSsl[= ]false|mirror\.\S+)\b/

/** The arguments with which each program permanently changes the source of code, or disables verification. */
const sources: Readonly<Record<string, RegExp>> = {
  gem: /^sources\b.*(--add|-a)\b.*http(?!s:\/\/rubygems\.org)/,
  bundle: /^config\b.*\bmirror\.|^config\b.*\bssl_verify_mode\b|^config\b.*\bdisable_checksum/,
  cargo: /--config\b.*\b(source\.\S*(replace-with|registry)|http\.check-revoke=false|net\.git-fetch)/,
  go: /^env -w\b.*\b(GOPROXY=(?!https:\/\/proxy\.golang\.org|direct)|GONOSUMDB|GONOSUMCHECK|GOSUMDB=off|GOFLAGS=\S*insecure|GOINSECURE)/,
  composer: /^config\b.*\b(repos?(itories)?\.\S+ .*http|disable-tls true|secure-http false)/,
  nuget: /^sources? (add|update)\b.*https?:\/\/(?!api\.nuget\.org)/i,
  dotnet: /^nuget (add|update) source\b.*https?:\/\/(?!api\.nuget\.org|nuget\.pkg\.github\.com|pkgs\.dev\.azure\.com)/,
  helm: /^repo add \S+ http:\/\/(?!localhost|127\.)/,
  conda:
    /^config\b.*(--(add|append|prepend) (channels|default_channels) http|--set (ssl_verify false|channel_alias http))/,
  mamba: /^config\b.*(--(add|append|prepend) channels http|--set ssl_verify false)/,
  poetry: /^config\b.*\b(certificates\.\S+ false|repositories\.\S+ http:)/,
  'apt-get':
    /Acquire::\S*Proxy|--allow-unauthenticated|--force-yes|AllowUnauthenticated|AllowInsecureRepositories|Check-Valid-Until=false|Verify-Peer=false/,
  apt: /Acquire::\S*Proxy|--allow-unauthenticated|AllowUnauthenticated|AllowInsecureRepositories|Verify-Peer=false/,
  dnf: /--nogpgcheck|--setopt=\S*(sslverify=0|gpgcheck=0|proxy=)|config-manager\b.*--add-repo[= ]http:/,
  yum: /--nogpgcheck|--setopt=\S*(sslverify=0|gpgcheck=0|proxy=)/,
  zypper: /--no-gpg-checks|^(ar|addrepo)\b.*http:/,
  pacman: /--disable-download-timeout .*http:|^-U\S* http/,
  apk: /--allow-untrusted|(-X|--repository)[= ]http:/,
  luarocks: /^config\b.*rocks_servers/,
  cpan: /\bo conf urllist\b/,
  pod: /^repo add\b.*http:/,
}

export const registryRules: readonly Rule[] = [
  {
    name: 'package-settings',
    programs: Object.keys(settings),
    instead: 'Let the person change where packages come from.',
    find: ({ command }) =>
      settings[command.name]?.test(joined(command.words.slice(1))) === true
        ? ask('install all packages from another source, or build them with another program')
        : undefined,
  },
  {
    name: 'changed-source',
    programs: Object.keys(sources),
    instead: 'Use the usual registry, and let the person change where packages come from.',
    find: ({ command }) =>
      sources[command.name]?.test(joined(command.words.slice(1))) === true && !onlyShows(command)
        ? ask('install packages from another source, or without verification')
        : undefined,
  },
  {
    name: 'unknown-registry',
    programs: Object.keys(installers),
    instead: 'Install from the usual registry, by name and version.',
    find({ command }) {
      const row = installers[command.name]
      const [verb, ...words] = operands(command)
      if (row === undefined || onlyShows(command) || (verb === undefined && command.words.length < 2)) return undefined
      const text = joined(command.words)
      if (text.includes(' set') && setsSource.test(text))
        return ask('install all packages from another source, or without verification')
      if (!row.verb.test(verb?.text ?? '')) return undefined
      if (/--trusted-host[= ](?!localhost|127\.)/.test(text))
        return ask('install without verifying the source of packages')
      const every = row.verb.test('') ? operands(command) : words
      const given = every.map((word) => word.text)
      if (given.some((one) => plain.test(one))) return ask('install over an unencrypted connection')
      if (given.some((one) => address.test(one) && !here.test(one) && !usual.test(one))) return unread
      const first = row.verb.test('') ? given.slice(0, 1) : given
      if (row.short === true && first.some((one) => shorthand.test(one))) return unread
      return source(command, row.from ?? [])
    },
  },
  {
    name: 'strange-source',
    programs: list('add-apt-repository apt-key snap ansible-pull gh'),
    instead: 'Let the person decide which sources this machine trusts.',
    find({ command }) {
      const text = joined(fromVerb(command, [])?.words ?? [])
      if (command.name === 'gh' && !/^extension install\b|^alias set\b.*( !|--shell)/.test(text)) return undefined
      if (command.name === 'snap' && !command.words.some((word) => /^--(dangerous|classic|devmode)$/.test(word.text)))
        return undefined
      return text === '' || /^(list|finger|export)\b/.test(text)
        ? undefined
        : ask('run or trust code from another source that no one has read')
    },
  },
  {
    name: 'remove-all-packages',
    programs: list('pip pip3 npm pnpm gem brew uv apt apt-get conda mamba rustup cargo python python3'),
    instead: 'Name the packages, and use a separate environment.',
    find({ command }) {
      const text = joined(command.words.slice(1))
      if (/^(-m pip |pip )?(uninstall|remove|rm|un)\b.*(…|\$\(|`|<\()/.test(text))
        return ask('remove packages that are known only when it runs')
      if (/^uninstall\b.*(^| )(-\w*a\w*|--all)\b/.test(text) && command.name === 'gem')
        return ask('remove every package')
      return /^(env remove\b.*\bbase\b|remove\b.*--all\b|self uninstall\b)/.test(text)
        ? ask('remove every package of an environment')
        : undefined
    },
  },
]
