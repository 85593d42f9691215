/** Files that the text itself writes, and the programs that run such a file: by its name, or because they find it on their own. */
import { isObject } from '../schema.ts'
import type { Links } from './links.ts'
import type { ShellWord } from './types.ts'

/** What the text has created so far: the contents of files by path, and links. */
export interface CreatedFiles {
  readonly contents: Map<string, string>
  readonly links: Links
}
export const noCreatedFiles = (): CreatedFiles => ({ contents: new Map(), links: new Map() })

const MAX_TEXT = 64 * 1024
const MAX_FILES = 50
export const fileKey = (path: string): string => path.replace(/^(\.\/|\$PWD\/|\$\{PWD\}\/|\$\(pwd\)\/)+/, '')

/** The content written to this path: `sh /app/x.sh` runs what was written to `x.sh`, and the other way round. */
export function findCreatedFile(path: string, created: CreatedFiles): string | undefined {
  const key = fileKey(path)
  const same = created.contents.get(key)
  if (same !== undefined || created.contents.size === 0) return same
  for (const [other, text] of created.contents) if (isSameFile(key, other)) return text
  return undefined
}

/** One path is absolute, or the result of a search (`./…/x.sh`), and ends with the other. */
const isSameFile = (one: string, two: string): boolean =>
  one === two ||
  (one.startsWith('/') && !/^[/~$]/.test(two) && one.endsWith(`/${two}`)) ||
  (two.startsWith('/') && !/^[/~$]/.test(one) && two.endsWith(`/${one}`)) ||
  (one.includes('…/') && one.split('/').at(-1) === two.split('/').at(-1))

/** Sets the content of a file, or appends to it. */
export function writeFile(path: string, text: string, created: CreatedFiles, appends = false): void {
  const key = fileKey(path)
  const whole = appends ? `${created.contents.get(key) ?? ''}${text}` : text
  if (whole.length <= MAX_TEXT && (created.contents.has(key) || created.contents.size < MAX_FILES))
    created.contents.set(key, whole)
}

/** Adjusts the paths after a `cd`: paths below the new directory lose its prefix, and those in the old one get its prefix. */
export function moveFiles(from: string | undefined, to: string, created: CreatedFiles): void {
  for (const [path, text] of [...created.contents]) {
    if (from !== undefined && !/^[/~$]/.test(from) && !/^[/~]/.test(path)) writeFile(`${from}/${path}`, text, created)
    const prefix = `${fileKey(to).replace(/\/$/, '')}/`
    if (path.startsWith(prefix)) writeFile(path.slice(prefix.length), text, created)
  }
}

/** `cp a b`, `mv a b`, `install a b`, `ln a b`, `scp a host:b`, `dd if=a of=b`: the second path gets the same content. */
export function copyFiles(
  name: string,
  args: readonly ShellWord[],
  input: string | undefined,
  created: CreatedFiles,
): void {
  const contents = args.map(({ text }) => text)
  if (name === 'dd') {
    const valueAfter = (key: string): string | undefined =>
      contents.find((text) => text.startsWith(key))?.slice(key.length)
    const [from, to] = [valueAfter('if='), valueAfter('of=')]
    const content = from === undefined ? input : created.contents.get(fileKey(from))
    if (to !== undefined && content !== undefined) writeFile(to, content, created)
    return
  }
  if (!/^(cp|mv|install|ln|scp|rsync|rename|copy|move|copy-item|move-item)$/i.test(name)) return
  const operands = contents.filter((text, at) => !text.startsWith('-') && !/^-[mogtS]$/.test(contents[at - 1] ?? ''))
  // A copy on another machine is recorded under its path there.
  const to = (operands.at(-1) ?? '').replace(/^[\w.@-]+:(?=.)/, '')
  for (const from of operands.slice(0, -1)) {
    const content = /^(\/dev\/stdin|-)$/.test(from) ? input : created.contents.get(fileKey(from))
    if (content === undefined) continue
    writeFile(to, content, created)
    writeFile(`${to.replace(/\/$/, '')}/${from.split('/').at(-1)}`, content, created)
  }
}

const literal = String.raw`("(?:\\.|[^"\\]){0,4000}"|'(?:\\.|[^'\\]){0,4000}')`
/** `open('x', 'w').write('…')`, `writeFileSync('x', '…')`, `Path('x').write_text('…')` and links made in code. */
const codeWrites = new RegExp(
  [
    String.raw`\bopen\(\s*${literal}\s*,\s*["'][wa]b?["'][^)]*\)\s*\.write\(\s*${literal}`,
    String.raw`\b(?:writeFile|appendFile)(?:Sync)?\(\s*${literal}\s*,\s*${literal}`,
    String.raw`\bopen\s*\(?\s*(?:my\s+)?[$\w]+\s*,\s*(?:["']>{1,2}["']\s*,\s*)?${literal}\s*\)?\s*(?:or\s+die\s*)?;\s*print\s*\{?\s*[$\w]+\s*\}?\s+${literal}`,
    String.raw`\bPath\(\s*${literal}\s*\)\s*\.write_text\(\s*${literal}`,
    String.raw`\b(?:File\.write|file_put_contents|IO\.write|Deno\.writeTextFileSync|Bun\.write)\s*\(?\s*${literal}\s*,\s*${literal}`,
  ].join('|'),
  'g',
)
const codeLinks = new RegExp(String.raw`\b(?:symlink|symlinkSync|ln_s|link)\s*\(?\s*${literal}\s*,\s*${literal}`, 'g')
const unquote = (text: string): string =>
  text.slice(1, -1).replace(/\\(.)/g, (_all, char: string) => ({ n: '\n', t: '\t' })[char] ?? char)

/** The files (path, content) and links (target, link) that code creates from constants. */
export function findCreatedByCode(code: string): {
  readonly files: readonly (readonly [string, string])[]
  readonly links: readonly (readonly [string, string])[]
} {
  if (!/write|\bprint\b|symlink|ln_s|\blink\b|put_contents/.test(code)) return { files: [], links: [] }
  const pairs = (pattern: RegExp): readonly (readonly [string, string])[] =>
    [...code.matchAll(pattern)].map((match) => {
      const [one = '""', two = '""'] = match.slice(1).filter((part) => part !== undefined)
      return [unquote(one).replace(/^>{1,2}\s*/, ''), unquote(two)] as const
    })
  return { files: pairs(codeWrites), links: pairs(codeLinks) }
}

const codeLoads = new RegExp(
  String.raw`\b(?:(?:exec|eval|compile)\s*\(\s*(?:compile\s*\(\s*)?open\s*\(|run_path\s*\(|execfile\s*\(|require\s*\(|import\s*\(|(?:dofile|loadfile|source|include(?:_once)?|require_relative|load|do|require(?:_once)?)\s*\(?)\s*${literal}`,
  'g',
)
/** Files that code loads and runs: `exec(open("a.py").read())`, `require("./a.js")`. */
export const findLoadedByCode = (code: string): readonly string[] =>
  [...code.matchAll(codeLoads)].slice(0, 20).map(([, path]) => unquote(path ?? '""'))

/** A program that runs files: the language of a file that its words name, and the files it finds on its own. */
interface FileRunner {
  readonly programs: RegExp
  /** The language of a file that a word names. */
  readonly language: string
  /** Files that it finds by their name. */
  readonly finds?: RegExp
  /** The file counts only as the value of this option. */
  readonly after?: RegExp
  /** The row applies only with these words. */
  readonly only?: RegExp
  /** Files that words name are not run: `git commit -F message`. */
  readonly runsNamed?: false
}

const start = '(^|/)'
const filesNamed = (names: string): RegExp => new RegExp(`${start}(${names})$`)

const runners: readonly FileRunner[] = [
  { programs: /^(python[\d.]*|pypy[\d.]*|py|ipython|uv|poetry|pipenv)$/, language: 'python' },
  { programs: /^(node|nodejs|bun|deno|tsx|ts-node)$/, language: 'javascript' },
  {
    programs: /^(node|bun|jest|vitest|mocha|ava|tap|c8|nyc)$/,
    language: 'javascript',
    finds: /\.(test|spec)\.[cm]?[jt]sx?$|(jest|vitest|mocha|vite)[\w.]*\.[cm]?[jt]s$/,
    only: /test|run|watch|^$|^-/,
  },
  {
    programs: /^(eslint|prettier|webpack|vite|next|nuxt|rollup|tailwindcss|postcss|babel|gulp|grunt|astro|svelte-kit)$/,
    language: 'javascript',
    after: /^(-c|--config|-f|--\w*file|--rulesdir|--plugin|--parser|--format)$/,
    finds:
      /(eslint|prettier|webpack|vite|next|nuxt|rollup|tailwind|postcss|babel|gulpfile|Gruntfile|astro|svelte)[\w.]*\.[cm]?[jt]s$/,
  },
  {
    programs: /^(playwright|cypress)$/,
    language: 'javascript',
    finds: /(playwright|cypress)[\w.]*\.[cm]?[jt]s$/,
  },
  { programs: /^perl[\d.]*$/, language: 'perl' },
  { programs: /^(ruby[\d.]*|irb|rails|rspec)$/, language: 'ruby' },
  {
    programs: /^(rake|bundle|vagrant|pod|fastlane|brew|guard)$/,
    language: 'ruby',
    finds: filesNamed('Rakefile|Gemfile|Vagrantfile|Podfile|Fastfile|Brewfile|Guardfile'),
  },
  { programs: /^php[\d.]*$/, language: 'php' },
  { programs: /^lua\w*$/, language: 'lua' },
  { programs: /^(R|Rscript)$/, language: 'r' },
  { programs: /^julia$/, language: 'julia' },
  { programs: /^go$/, language: 'go', finds: /\.go$/, only: /^(run|test|generate|build|install|vet)\b/ },
  {
    programs: /^(cargo|rustc)$/,
    language: 'rust',
    finds: /(^|\/)build\.rs$|\.rs$/,
    only: /^(build|run|test|check|install|bench|b|r|t)\b/,
  },
  {
    programs:
      /^(gcc|cc|clang|g\+\+|tcc|zig|javac|java|kotlinc|swift|swiftc|dotnet|scala|groovy|crystal|nim|osascript|tclsh|expect|racket|guile|sbcl|elixir|escript)$/,
    language: 'code',
  },
  { programs: /^[gmn]?awk$/, language: 'awk' },
  { programs: /^g?sed$/, language: 'sed' },
  {
    programs:
      /^(psql|mysql|mariadb|sqlite3|duckdb|sqlcmd|clickhouse-client|cockroach|cqlsh|snowsql|sqlplus|mysqlsh|usql|trino|influx|mongosh|mongo|redis-cli)$/,
    language: 'sql',
  },
  { programs: /^(g|b)?make$/, language: 'make', finds: filesNamed('GNUmakefile|[Mm]akefile|BSDmakefile') },
  { programs: /^just$/, language: 'make', finds: filesNamed('[Jj]ustfile|\\.justfile') },
  {
    programs: /^(cmake|ctest)$/,
    language: 'cmake',
    finds: filesNamed('CMakeLists\\.txt|[^/]*\\.cmake'),
  },
  {
    programs: /^(ninja|meson|bazel|scons|snakemake)$/,
    language: 'code',
    finds: filesNamed('build\\.ninja|meson\\.build|BUILD(\\.bazel)?|SConstruct|Snakefile'),
  },
  {
    programs: /^(npm|yarn|pnpm|bun|npx|composer|lerna|nx|turbo)$/,
    language: 'package.json',
    finds: filesNamed('package\\.json|composer\\.json'),
  },
  {
    programs: /^(pip[\d.]*|uv|pipx|python[\d.]*|poetry|tox|nox|hatch|pdm)$/,
    language: 'python',
    finds: filesNamed('setup\\.py|noxfile\\.py'),
    only: /\b(install|build|sync|wheel|setup\.py|-m pip|tox|nox)\b|^$/,
  },
  {
    programs: /^(pytest|py\.test|tox|nox|coverage|python[\d.]*)$/,
    language: 'python',
    finds: /(^|\/)(conftest|test_\w+|\w+_test)\.py$/,
    only: /pytest|unittest|^[^-]*$|^-[qvxsk]/,
  },
  {
    programs: /^(invoke|inv|fab|locust|scrapy|django-admin|celery|gunicorn|uvicorn|flask|streamlit)$/,
    language: 'python',
    finds: filesNamed('tasks\\.py|fabfile\\.py|locustfile\\.py|manage\\.py|wsgi\\.py|app\\.py'),
  },
  {
    programs: /^(gradle|gradlew|mvn|mvnw|sbt|ant)$/,
    language: 'code',
    finds: filesNamed('build\\.gradle(\\.kts)?|settings\\.gradle(\\.kts)?|pom\\.xml|build\\.sbt|build\\.xml'),
  },
  {
    programs:
      /^(task|go-task|act|ansible-playbook|ansible-pull|pre-commit|lefthook|mage|skaffold|tilt|gitlab-runner|drone|circleci|concourse|nox|earthly)$/,
    language: 'yaml',
    finds: filesNamed('Taskfile\\.ya?ml|[^/]*\\.ya?ml|\\.pre-commit-config\\.yaml|lefthook\\.yml|Tiltfile|Earthfile'),
  },
  {
    programs: /^(docker|podman|nerdctl|docker-compose|podman-compose)$/,
    language: 'yaml',
    finds: filesNamed('(docker-)?compose[\\w.]*\\.ya?ml'),
    only: /compose|^up\b|^run\b/,
  },
  { programs: /^(terraform|tofu|terragrunt|packer)$/, language: 'settings', finds: /\.(tf|hcl|pkr\.hcl|tfvars)$/ },
  { programs: /^(ssh|scp|sftp|rsync|autossh)$/, language: 'ssh-config', after: /^-F$/ },
  { programs: /^(sh|bash|zsh|dash|ksh|fish)$/, language: 'sh', after: /^--(rcfile|init-file)$/ },
  {
    programs: /^python[\d.]*$/,
    language: 'python',
    finds: filesNamed('__main__\\.py|__init__\\.py'),
    only: /(^| )-m /,
  },
  {
    programs: /^(vim|vi|nvim|ex|view|gvim)$/,
    language: 'vim',
    finds: filesNamed('\\.exrc|\\.nvimrc|\\.vimrc'),
    after: /^-[SsuU]$/,
  },
  { programs: /^emacs(client)?$/, language: 'lisp', after: /^(-l|--load|--script|-x)$/ },
  { programs: /^(gdb|lldb)$/, language: 'gdb', finds: filesNamed('\\.gdbinit|\\.lldbinit') },
  { programs: /^(bc|dc|ed|ftp|lftp|gnuplot|maxima|octave|dialog|mail|mutt)$/, language: 'escapes' },
  { programs: /^crontab$/, language: 'crontab' },
  { programs: /^(at|batch)$/, language: 'sh' },
  { programs: /^direnv$/, language: 'sh', finds: filesNamed('\\.envrc'), only: /^(allow|exec|reload|grant)\b/ },
  {
    programs: /^(systemctl|systemd-run|systemd-analyze)$/,
    language: 'settings',
    finds: /\.(service|timer|socket|path)$/,
    only: /\b(start|enable|restart|link|daemon-reload|reload)\b/,
  },
  { programs: /^(launchctl)$/, language: 'settings', finds: /\.plist$/ },
  {
    programs: /^(git|gt|hub|husky)$/,
    language: 'sh',
    finds:
      /(^|\/)(\.git\/hooks|\.husky|\.githooks|hooks|h)\/(pre|post|commit|prepare|update|applypatch|fsmonitor)[\w-]*$/,
    only: /\b(commit|push|merge|checkout|switch|rebase|pull|am|worktree)\b/,
    runsNamed: false,
  },
  { programs: /^rg$/, language: 'sh', only: /--pre[= ](\S*\/)?(ba|z|da|k)?sh\b/ },
  { programs: /^(pwsh|powershell|cmd)$/, language: 'sh' },
  { programs: /^(mix|elixir|rebar3)$/, language: 'code', finds: filesNamed('mix\\.exs') },
  {
    programs: /^(nix-shell|nix-build|nix|guix)$/,
    language: 'code',
    finds: filesNamed('shell\\.nix|default\\.nix|flake\\.nix'),
  },
]

/** A written file that a program runs, with its language. */
export interface FileToRun {
  readonly path: string
  readonly text: string
  readonly language: string
}

/** The files created by the text that this command runs. */
export function findFilesToRun(name: string, args: readonly ShellWord[], created: CreatedFiles): readonly FileToRun[] {
  if (created.contents.size === 0) return []
  return filesRunBy(name, args, [...created.contents.keys()]).map(({ path, language }) => ({
    path,
    language,
    text: created.contents.get(path) ?? '',
  }))
}

/** The files that the command runs: those its words name, and those it finds on its own. */
export function filesRunBy(
  name: string,
  args: readonly ShellWord[],
  paths: readonly string[],
): readonly { readonly path: string; readonly language: string }[] {
  const words = args.map(({ text }) => text)
  const line = words.join(' ')
  return runners
    .filter((row) => row.programs.test(name) && (row.only === undefined || row.only.test(line)))
    .flatMap(({ finds, language, after, runsNamed = true }) =>
      paths
        .filter(
          (path) =>
            finds?.test(path) === true ||
            (runsNamed &&
              !isData(path, language) &&
              words.some(
                (word, at) =>
                  namesFile(word, path) &&
                  (after === undefined || after.test(words[at - 1] ?? '') || word.startsWith('-')),
              )),
        )
        .map((path) => ({ path, language })),
    )
}

/** Whether the file is data rather than code. */
const isData = (path: string, language: string): boolean =>
  !notCode.has(language) &&
  /\.(json|csv|tsv|txt|md|html?|xml|ya?ml|toml|sql|log|png|jpe?g|svg|gz|zip|tgz|tar|db|env)$/.test(path)
const notCode: ReadonlySet<string> = new Set(
  'package.json yaml sql sh settings crontab ssh-config escapes make vim gdb'.split(' '),
)

/** `x`, `./x`, `-fx`, `--file=x`, `.read x`, `source x`. */
const namesFile = (word: string, path: string): boolean => {
  const plain = fileKey(word)
  return (
    isSameFile(plain, path) ||
    (word.length < 400 &&
      new RegExp(String.raw`^(-\w|--?[\w-]+=|\.read |source |\\\.? ?i? ?|@|file:)${escapePattern(path)}$`).test(word))
  )
}
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The shell commands in a file of this kind; undefined if the file is code of that language. */
export function extractShellCode(language: string, text: string): readonly string[] | undefined {
  const lines = text.split('\n').slice(0, 500)
  const matches = (pattern: RegExp): readonly string[] => lines.flatMap((line) => pattern.exec(line)?.[1] ?? [])
  switch (language) {
    case 'sh':
      return [text]
    case 'make':
      return [
        ...matches(/^(?:\t| {2,})\s*[@+-]*(.+)$/),
        ...matches(/^[^\s#=]+:[^=;]*;\s*(.+)$/),
        ...matches(/\$\(shell\s+([^)]*)\)/),
      ].map((line) => line.replaceAll('$$', '$'))
    case 'package.json':
      return readScripts(text)
    case 'yaml':
      return matches(
        /^\s*(?:-\s*)?(?:(?:[\w.-]+\.)?(?:shell|command|cmd|cmds|run|raw|script|entry|entrypoint|sh|exec|before_script|after_script|local_resource)\s*:\s*)[["']*([^|>].*?)[\]"']*$/,
      ).concat(
        matches(/^\s*-\s+["']?([a-z][\w./-]* .*?)["']?$/),
        matches(/\bcmds:\s*\[([^\]]*)\]/),
        matches(/^\s{4,}([a-z][\w./-]* [^:]*)$/),
      )
    case 'settings':
      return matches(
        /^.*?\b(?:command|inline|program|ExecStart\w*|ExecStop\w*|ExecReload|interpreter)\s*=\s*\[?\s*"?([^"\]]+)"?/,
      ).map((line) => line.replace(/^[-@+!:]+/, ''))
    case 'ssh-config':
      return matches(/^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand|Match\s+exec)\s*=?\s*"?(.+?)"?\s*$/i)
    case 'vim':
      return matches(/^\s*:*\s*(?:silent!?\s+)?!(.+)$/).concat(matches(/\bsystem\(\s*["'](.*?)["']\s*\)/))
    case 'gdb':
      return matches(/^\s*(?:shell|!|platform shell|make)\s*(.+)$/)
    case 'escapes':
      return matches(/^\s*(?:!|\\!)(.+)$/).concat(matches(/\bsystem\s*\(?\s*["'](.*?)["']/))
    case 'cmake':
      return matches(/\bCOMMAND\s+([^)\n]+)/)
    case 'crontab':
      return matches(/^\s*(?:@\w+|(?:\S+\s+){5})(.+)$/)
    case 'sed':
      return matches(/^[\d$,/\w]*e\s+(.+)$/)
    default:
      return undefined
  }
}

/** The scripts of a `package.json`. */
function readScripts(text: string): readonly string[] {
  try {
    const content: unknown = JSON.parse(text)
    const scripts = isObject(content) && isObject(content.scripts) ? content.scripts : {}
    return Object.values(scripts).flatMap((one) =>
      typeof one === 'string' ? [one] : Array.isArray(one) ? one.filter((each) => typeof each === 'string') : [],
    )
  } catch {
    return [...text.matchAll(/"[\w:-]+"\s*:\s*"([^"]+)"/g)].map(([, value]) => value ?? '')
  }
}
