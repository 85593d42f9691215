/** Files that an agent leaves alone, however it comes to them: tools, inline completion, the shell. */
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { editsOfTool } from '@hookline/core/sdk'
import { MOST_PATHS } from '../lib/paths.ts'
import { asked, judged, type Reason, refused } from '../lib/said.ts'
import { mayOpen, opensPerhaps, pathsIn, searchesAll, selectsIn } from '../lib/tool-paths.ts'
import { choice, flag, packHook, packOf, readCanary, shellCanary, texts, type Values, writeCanary } from '../pack-of.ts'
import { createJudge, type Seen } from './judge.ts'

const parameters = {
  deny: texts(
    [
      '.env',
      '.env.*',
      '*.pem',
      '*.key',
      '*.p12',
      '*.pfx',
      '*.keystore',
      'id_{rsa,dsa,ecdsa,ed25519}',
      '.netrc',
      '.pgpass',
      '.git-credentials',
      '**/.ssh/**',
      '**/.aws/credentials',
      '**/.gnupg/**',
    ],
    'Neither read nor changed. A pattern without a slash is a file name.',
  ),
  ask: texts(
    [
      'package-lock.json',
      'npm-shrinkwrap.json',
      'pnpm-lock.yaml',
      'yarn.lock',
      'bun.lock',
      'bun.lockb',
      'Cargo.lock',
      'poetry.lock',
      'uv.lock',
      'Pipfile.lock',
      'Gemfile.lock',
      'composer.lock',
      'go.sum',
      '**/migrations/**',
      '.github/workflows/**',
      '.gitlab-ci.yml',
      '.circleci/**',
      'Jenkinsfile',
    ],
    'Changed only after a person says so; read freely.',
  ),
  allow: texts(
    ['.env.example', '.env.sample', '.env.template', '.env.dist', '.env.defaults', '*.pub', '**/.ssh/known_hosts'],
    'Exceptions to both lists.',
  ),
  shell: flag(true, 'Also what shell commands read and write.'),
  outsideRoots: choice(['ask', 'allow', 'deny'], 'ask', 'Changing files outside the workspace; temporary ones aside.'),
}
export type Settings = Values<typeof parameters>

const exception = (pattern: string) => `an exception: hookline add protect-files --set allow+=${pattern}`

const denied = ({ path, pattern }: Seen): Reason => ({
  rule: 'protect-files/deny',
  reason: `${path} is protected (${pattern}): it may hold secrets.`,
  instead: 'Ask the person for what you need from it, or read the example beside it.',
  cure: exception(pattern),
})

function said(seen: Seen, settings: Settings) {
  const { path, pattern, kind } = seen
  if (kind === 'deny') return refused(denied(seen))
  if (kind === 'outside')
    return judged(settings.outsideRoots, {
      rule: 'protect-files/outside',
      reason: `${path} is outside the workspace.`,
      instead: 'Write inside the workspace or to a temporary directory.',
      cure: 'yours to set: hookline add protect-files --set outsideRoots=allow',
    })
  if (kind === 'many')
    return asked({
      rule: 'protect-files/many',
      reason: `This names ${path} paths, and at most ${MOST_PATHS} are judged.`,
      instead: 'Split it into parts that name fewer files.',
    })
  return asked({
    rule: 'protect-files/ask',
    reason: `${path} is changed only with a person's consent (${pattern}).`,
    instead: 'Let its own tool change it, or say why it must change.',
    cure: exception(pattern),
  })
}

const unknownFile = asked({
  rule: 'protect-files/unknown',
  reason: 'This edit does not say which file it changes.',
  instead: 'Use an edit that names the file by its path.',
})

export const protectFiles = packOf({
  name: 'protect-files',
  description: 'keeps .env files, keys, lockfiles, migrations and CI from being read or changed, shell included',
  about:
    'Paths are judged as they are written and where their links lead, whatever their case. `deny` is neither read nor changed; `ask` is read freely and changed with consent. Of a shell command it sees what the grammar of each program makes a file, redirections, wildcards, the texts in inline code, and names that one command lists and another one opens (`cat $(find . -name .env)`). A search of any tool that picks such files out (`glob: ".env"`) is refused; a list of names passes. It does not see a file that a program opens by itself (a script that is already there). `--env-file` and `ssh -i` hand a file to a program that does not show it, and pass. The files of a patch are read from the patch; an edit that names no file is asked about. A read cannot be asked about, so reads outside the workspace pass.',
  parameters,
  hooks(settings) {
    const judge = createJudge(settings)
    const reads = (path: string, cwd: string) => {
      const seen = judge.read(path, cwd)
      return seen === undefined ? undefined : refused(denied(seen))
    }
    return [
      packHook('beforeReadFile', { name: 'reads', failClosed: true, pure: true }, ({ file_path }, { cwd }) =>
        reads(file_path, cwd),
      ),
      packHook('beforeTabFileRead', { name: 'tab-reads', failClosed: true, pure: true }, ({ file_path }, { cwd }) =>
        reads(file_path, cwd),
      ),
      packHook(
        'preToolUse',
        { name: 'edits', matcher: '^(Write|Delete)$', failClosed: true, pure: true },
        ({ tool_input, cwd }, { roots }) => {
          const where = cwd === '' || cwd === undefined ? (roots[0] ?? '/') : cwd
          const { files, complete } = editsOfTool(tool_input)
          const seen = judge.writeAny(
            files.flatMap(({ paths }) => paths),
            where,
            roots,
          )
          if (seen !== undefined) return said(seen, settings)
          return complete ? undefined : unknownFile
        },
      ),
      packHook(
        'preToolUse',
        { name: 'searches', matcher: opensPerhaps, failClosed: true, pure: true },
        ({ tool_name, tool_input, cwd }, { roots }) => {
          if (!mayOpen(tool_name)) return undefined
          const where = cwd === '' || cwd === undefined ? (roots[0] ?? '/') : cwd
          const paths = pathsIn(tool_input)
          const wild = [
            ...paths.filter((path) => /[*?[{]/.test(path)),
            ...selectsIn(tool_input),
            ...(tool_name === 'Grep' && searchesAll(tool_input) ? ['.*'] : []),
          ]
          const seen = judge.readAny(paths, where) ?? judge.selectAny(wild)
          return seen === undefined ? undefined : said(seen, settings)
        },
      ),
      ...(settings.shell
        ? [
            packHook(
              'beforeShellExecution',
              { name: 'shell', failClosed: true, pure: true },
              ({ command, cwd }, { roots }) => {
                const seen = judge.command(command, cwd === '' || cwd === undefined ? (roots[0] ?? '/') : cwd, roots)
                return seen === undefined ? undefined : said(seen, settings)
              },
            ),
          ]
        : []),
    ]
  },
  canaries: ({ shell, deny, ask, outsideRoots }) => [
    ...(deny.includes('.env') ? [readCanary('deny', '.env', 'read .env')] : []),
    ...(ask.includes('package-lock.json') ? [writeCanary('ask', 'package-lock.json', 'write package-lock.json')] : []),
    ...(shell && deny.includes('.env') ? [shellCanary('deny', 'cp .env /tmp/x && cat /tmp/x')] : []),
    writeCanary(outsideRoots, resolve('/', 'hookline-canary', 'x'), 'write outside the workspace'),
    readCanary('allow', 'src/index.ts', 'read src/index.ts'),
    ...(shell ? [shellCanary('allow', `cat README.md > ${tmpdir()}/x`, 'cat README.md > a temporary file')] : []),
  ],
})
