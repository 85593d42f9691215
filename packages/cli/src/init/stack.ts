/** The workspace's tools: package manager, languages, formatters, test runner. Read from its files, nothing is run. */
import { type Look, type Manifest, manifestOf } from './look.ts'

export interface Formatter {
  readonly name: string
  /** The program and its arguments; the file's path comes after them. */
  readonly command: readonly string[]
  readonly extensions: readonly string[]
  /** A file that it must change: what is proved with. */
  readonly proof: { readonly extension: string; readonly before: string; readonly after: string }
}
export interface Stack {
  readonly manager?: string
  readonly languages: readonly string[]
  readonly formatters: readonly Formatter[]
  /** Shell text that runs the tests. */
  readonly tests?: string
  readonly testRunner?: string
}

export function findStack(look: Look): Stack {
  const manifest = manifestOf(look.text('package.json'))
  const manager = managers.find(([file]) => look.has(file))?.[1] ?? (look.has('package.json') ? 'npm' : undefined)
  const tests = findTests(look, manifest, manager)
  return {
    ...(manager === undefined ? {} : { manager }),
    languages: languages.filter(([, is]) => is(look, manifest)).map(([name]) => name),
    formatters: formatters.filter(([, is]) => is(look, manifest)).map(([make]) => make(look)),
    ...(tests === undefined ? {} : { tests: tests.command, testRunner: tests.runner }),
  }
}

const managers: readonly (readonly [file: string, name: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['uv.lock', 'uv'],
  ['poetry.lock', 'poetry'],
]

type Is = (look: Look, manifest: Manifest) => boolean
const isPython: Is = (look) => look.hasAny('pyproject.toml', 'requirements.txt', 'setup.py', 'setup.cfg')
const isTypeScript: Is = (look, { packages }) => look.has('tsconfig.json') || packages.has('typescript')
const languages: readonly (readonly [name: string, is: Is])[] = [
  ['TypeScript', isTypeScript],
  ['JavaScript', (look, manifest) => look.has('package.json') && !isTypeScript(look, manifest)],
  ['Python', isPython],
  ['Go', (look) => look.has('go.mod')],
  ['Rust', (look) => look.has('Cargo.toml')],
]

const script = { extension: 'js', before: 'const  a   =  1\n', after: 'const a = 1' }
const pythonProof = { extension: 'py', before: 'a   =  1\n', after: 'a = 1' }
const web = ['js', 'cjs', 'mjs', 'jsx', 'ts', 'cts', 'mts', 'tsx', 'json', 'css']

/** In order: the first that knows an extension formats it. */
const formatters: readonly (readonly [make: (look: Look) => Formatter, is: Is])[] = [
  [
    () => ({ name: 'biome', command: ['biome', 'format', '--write'], extensions: web, proof: script }),
    (look, { packages }) => packages.has('@biomejs/biome') || look.hasAny('biome.json', 'biome.jsonc'),
  ],
  [
    () => ({
      name: 'prettier',
      command: ['prettier', '--write'],
      extensions: [...web, 'html', 'md', 'scss', 'vue', 'yaml', 'yml'],
      proof: script,
    }),
    (look, { packages }) => packages.has('prettier') || look.names('.').some((name) => name.startsWith('.prettierrc')),
  ],
  [
    () => ({ name: 'ruff', command: ['ruff', 'format', '--quiet'], extensions: ['py', 'pyi'], proof: pythonProof }),
    (look) => look.hasAny('ruff.toml', '.ruff.toml') || /\[tool\.ruff|\bruff\b/.test(look.text('pyproject.toml')),
  ],
  [
    () => ({ name: 'black', command: ['black', '--quiet'], extensions: ['py', 'pyi'], proof: pythonProof }),
    (look) => /\[tool\.black|\bblack\b/.test(look.text('pyproject.toml') + look.text('requirements.txt')),
  ],
  [
    () => ({
      name: 'gofmt',
      command: ['gofmt', '-w'],
      extensions: ['go'],
      proof: { extension: 'go', before: 'package x\nvar   a = 1\n', after: 'var a = 1' },
    }),
    (look) => look.has('go.mod'),
  ],
  [
    (look) => ({
      name: 'rustfmt',
      command: ['rustfmt', '--edition', /^edition\s*=\s*"(\d{4})"/m.exec(look.text('Cargo.toml'))?.[1] ?? '2021'],
      extensions: ['rs'],
      proof: { extension: 'rs', before: 'const  A : u8=1;\n', after: 'const A: u8 = 1;' },
    }),
    (look) => look.has('Cargo.toml'),
  ],
]

function findTests(look: Look, { packages, scripts }: Manifest, manager = 'npm') {
  const runner = ['vitest', 'jest', 'mocha', 'ava'].find((name) => packages.has(name))
  const written = scripts.test
  if (written !== undefined && !/no test specified/.test(written)) {
    const run = manager === 'bun' ? 'bun run test' : `${['pnpm', 'yarn'].includes(manager) ? manager : 'npm'} test`
    return { command: run, runner: runner ?? run }
  }
  if (isPython(look, { packages, scripts }) && look.hasAny('tests', 'test', 'pytest.ini', 'conftest.py')) {
    const prefix = manager === 'uv' || manager === 'poetry' ? `${manager} run ` : ''
    return { command: `${prefix}pytest -q`, runner: 'pytest' }
  }
  if (look.has('go.mod')) return { command: 'go test ./...', runner: 'go test' }
  if (look.has('Cargo.toml')) return { command: 'cargo test --quiet', runner: 'cargo test' }
  return undefined
}
