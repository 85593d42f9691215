/** Protects files from being read or changed through tools, inline completion and the shell. */
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { editsOfTool } from '@hookline/core/sdk'
import {
  choice,
  definePack,
  flag,
  ofRule,
  packHook,
  readCanary,
  shellCanary,
  strings,
  toolCanary,
  type Values,
  writeCanary,
} from '../define-pack.ts'
import { MAX_PATHS } from '../lib/paths.ts'
import { decideStrictest, type Levels, type RuleFinding } from '../lib/reasons.ts'
import { mayOpen, opensPerhaps, pathsIn, searchesAll, selectsIn } from '../lib/tool-paths.ts'
import { createJudge, type ProtectedPath } from './judge.ts'

const parameters = {
  deny: strings(
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
    'Files that may not be read or changed. A pattern without a slash matches a file name.',
  ),
  ask: strings(
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
    'Files that may be read, but changed only after a person agrees.',
  ),
  allow: strings(
    [
      '.env.example',
      '.env.sample',
      '.env.template',
      '.env.dist',
      '.env.defaults',
      '.env.*.{example,sample,template,dist}',
      '*.pub',
      '**/.ssh/known_hosts',
    ],
    'Exceptions to both lists.',
  ),
  shell: flag(true, 'Also check what shell commands read and write.'),
  outsideRoots: choice(
    ['ask', 'allow', 'deny'],
    'ask',
    'Changes of files outside the workspace, except temporary files.',
  ),
}
export type Settings = Values<typeof parameters>

const manyNames = Array.from({ length: MAX_PATHS + 1 }, (_, at) => `f${at}`).join(' ')
const exception = (pattern: string) => `to add an exception: hookline add protect-files --set allow+=${pattern}`

/** The finding for a protected path. */
function explain({ path, pattern, kind }: ProtectedPath, settings: Settings): RuleFinding {
  if (kind === 'deny')
    return {
      permission: 'deny',
      rule: 'protect-files/deny',
      reason: `${path} is protected (${pattern}) because it may contain secrets.`,
      instead: 'Ask the person for what you need from it, or read the example file next to it.',
      userHint: exception(pattern),
    }
  if (kind === 'outside')
    return {
      permission: settings.outsideRoots,
      rule: 'protect-files/outside',
      reason: `${path} is outside the workspace.`,
      instead: 'Write inside the workspace or to a temporary directory.',
    }
  if (kind === 'many')
    return {
      permission: 'ask',
      rule: 'protect-files/many',
      reason: `This names ${path} paths, but at most ${MAX_PATHS} can be checked.`,
      instead: 'Split it into parts with fewer files.',
    }
  return {
    permission: 'ask',
    rule: 'protect-files/ask',
    reason: `A person must agree to changes of ${path} (${pattern}).`,
    instead: 'Use the tool that generates the file, or explain why it must change.',
    userHint: exception(pattern),
  }
}

const unknownFile: RuleFinding = {
  permission: 'ask',
  rule: 'protect-files/unknown',
  reason: 'This edit does not say which file it changes.',
  instead: 'Use an edit that names the path of the file.',
}

const decidePaths = (seen: readonly ProtectedPath[], settings: Settings, levels: Levels) =>
  decideStrictest(
    seen.map((one) => explain(one, settings)),
    levels,
  )

export const protectFiles = definePack({
  name: 'protect-files',
  description: 'protects .env files, keys, lockfiles, migrations and CI from being read or changed, in the shell too',
  about:
    'Checks paths as written and with links resolved, ignoring case. Files in `deny` may not be read or changed; files in `ask` may be read, and changed if a person agrees. In a shell command it checks the arguments that are files by the grammar of each program, redirections, wildcards, strings in inline code, and names that one command lists and another opens (`cat $(find . -name .env)`). A search with any tool that selects such files (`glob: ".env"`) is refused; listing names is allowed. It does not see a file that a program opens by itself, such as a script that already exists. `--env-file` and `ssh -i` pass a file to a program that does not print it, so they are allowed. The files of a patch are read from the patch; an edit that names no file needs the agreement of a person. Events for reads cannot ask, so reads outside the workspace are allowed.',
  judges: true,
  parameters,
  rules: () => ({
    deny: {
      catches: 'a read or a change of a file listed in `deny`',
      level: 'deny',
      example: readCanary('deny', '.env', 'read .env'),
    },
    ask: {
      catches: 'a change of a file listed in `ask`',
      level: 'ask',
      example: writeCanary('ask', 'package-lock.json', 'write package-lock.json'),
    },
    outside: {
      catches: 'a change of a file outside the workspace',
      level: ({ outsideRoots }) => outsideRoots,
      example: writeCanary('ask', resolve('/', 'hookline-canary', 'x'), 'write outside the workspace'),
    },
    many: {
      catches: 'a call that names more files than can be checked',
      level: 'ask',
      example: shellCanary('ask', `cat ${manyNames}`, 'cat of thousands of files'),
    },
    unknown: {
      catches: 'an edit that does not say which file it changes',
      level: 'ask',
      example: toolCanary('ask', 'Write', {}),
    },
  }),
  hooks(settings, levels) {
    const judge = createJudge(settings)
    const judging = { failClosed: true, pure: true } as const
    const reads = (path: string, cwd: string) => decidePaths([judge.read(path, cwd) ?? []].flat(), settings, levels)
    return [
      packHook('beforeReadFile', { ...judging, name: 'reads', rules: ['deny'] }, ({ file_path }, { cwd }) =>
        reads(file_path, cwd),
      ),
      packHook('beforeTabFileRead', { ...judging, name: 'tab-reads', rules: ['deny'] }, ({ file_path }, { cwd }) =>
        reads(file_path, cwd),
      ),
      packHook(
        'preToolUse',
        { ...judging, name: 'edits', matcher: '^(Write|Delete)$' },
        ({ tool_input, cwd }, { roots }) => {
          const where = cwd === '' || cwd === undefined ? (roots[0] ?? '/') : cwd
          const { files, complete } = editsOfTool(tool_input)
          const seen = judge.writeAny(
            files.flatMap(({ paths }) => paths),
            where,
            roots,
          )
          const found = seen.map((one) => explain(one, settings))
          return decideStrictest(complete ? found : [...found, unknownFile], levels)
        },
      ),
      packHook(
        'preToolUse',
        { ...judging, name: 'searches', matcher: opensPerhaps, rules: ['deny', 'many'] },
        ({ tool_name, tool_input, cwd }, { roots }) => {
          if (!mayOpen(tool_name)) return undefined
          const where = cwd === '' || cwd === undefined ? (roots[0] ?? '/') : cwd
          const paths = pathsIn(tool_input)
          const wild = [
            ...paths.filter((path) => /[*?[{]/.test(path)),
            ...selectsIn(tool_input),
            ...(tool_name === 'Grep' && searchesAll(tool_input) ? ['.*'] : []),
          ]
          return decidePaths([...judge.readAny(paths, where), ...judge.selectAny(wild)], settings, levels)
        },
      ),
      ...(settings.shell
        ? [
            packHook('beforeShellExecution', { ...judging, name: 'shell' }, ({ command, cwd }, { roots }) =>
              decidePaths(
                judge.command(command, cwd === '' || cwd === undefined ? (roots[0] ?? '/') : cwd, roots),
                settings,
                levels,
              ),
            ),
          ]
        : []),
    ]
  },
  canaries: ({ shell, deny, ask, outsideRoots }) => [
    ...(deny.includes('.env') ? [ofRule('deny', readCanary('deny', '.env', 'read .env'))] : []),
    ...(ask.includes('package-lock.json')
      ? [ofRule('ask', writeCanary('ask', 'package-lock.json', 'write package-lock.json'))]
      : []),
    ...(shell && deny.includes('.env') ? [ofRule('deny', shellCanary('deny', 'cp .env /tmp/x && cat /tmp/x'))] : []),
    ofRule('outside', writeCanary(outsideRoots, resolve('/', 'hookline-canary', 'x'), 'write outside the workspace')),
    readCanary('allow', 'src/index.ts', 'read src/index.ts'),
    ...(shell ? [shellCanary('allow', `cat README.md > ${tmpdir()}/x`, 'cat README.md > a temporary file')] : []),
  ],
})
