/** The workspace's tools: package manager, languages, formatters, test runner. Read from its files, nothing is run. */
import { type Look, type Manifest, manifestOf } from './look.ts'

export interface Stack {
  readonly manager?: string
  readonly languages: readonly string[]
  readonly formatters: readonly string[]
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
    formatters: formatters.filter(([, is]) => is(look, manifest)).map(([name]) => name),
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

/** Those that the pack format-on-edit knows. */
const formatters: readonly (readonly [name: string, is: Is])[] = [
  ['biome', (look, { packages }) => packages.has('@biomejs/biome') || look.hasAny('biome.json', 'biome.jsonc')],
  [
    'prettier',
    (look, { packages }) => packages.has('prettier') || look.names('.').some((name) => name.startsWith('.prettierrc')),
  ],
  [
    'ruff',
    (look) => look.hasAny('ruff.toml', '.ruff.toml') || /\[tool\.ruff|\bruff\b/.test(look.text('pyproject.toml')),
  ],
  ['black', (look) => /\[tool\.black|\bblack\b/.test(look.text('pyproject.toml') + look.text('requirements.txt'))],
  ['gofmt', (look) => look.has('go.mod')],
  ['rustfmt', (look) => look.has('Cargo.toml')],
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
