/** Finds the workspace's package manager, languages, formatters and test runner by its files. It runs nothing. */
import { type Manifest, type ProjectFiles, readManifest } from './project-files.ts'

export interface Stack {
  readonly manager?: string
  readonly languages: readonly string[]
  readonly formatters: readonly string[]
  /** The shell command that runs the tests. */
  readonly tests?: string
  readonly testRunner?: string
}

export function findStack(project: ProjectFiles): Stack {
  const manifest = readManifest(project.text('package.json'))
  const manager = managers.find(([file]) => project.has(file))?.[1] ?? (project.has('package.json') ? 'npm' : undefined)
  const tests = findTests(project, manifest, manager)
  return {
    ...(manager === undefined ? {} : { manager }),
    languages: languages.filter(([, is]) => is(project, manifest)).map(([name]) => name),
    formatters: formatters.filter(([, is]) => is(project, manifest)).map(([name]) => name),
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

type Detector = (project: ProjectFiles, manifest: Manifest) => boolean
const isPython: Detector = (project) => project.hasAny('pyproject.toml', 'requirements.txt', 'setup.py', 'setup.cfg')
const isTypeScript: Detector = (project, { packages }) => project.has('tsconfig.json') || packages.has('typescript')
const languages: readonly (readonly [name: string, is: Detector])[] = [
  ['TypeScript', isTypeScript],
  ['JavaScript', (project, manifest) => project.has('package.json') && !isTypeScript(project, manifest)],
  ['Python', isPython],
  ['Go', (project) => project.has('go.mod')],
  ['Rust', (project) => project.has('Cargo.toml')],
]

/** The formatters that the pack format-on-edit supports. */
const formatters: readonly (readonly [name: string, is: Detector])[] = [
  ['biome', (project, { packages }) => packages.has('@biomejs/biome') || project.hasAny('biome.json', 'biome.jsonc')],
  [
    'prettier',
    (project, { packages }) =>
      packages.has('prettier') || project.names('.').some((name) => name.startsWith('.prettierrc')),
  ],
  [
    'ruff',
    (project) =>
      project.hasAny('ruff.toml', '.ruff.toml') || /\[tool\.ruff|\bruff\b/.test(project.text('pyproject.toml')),
  ],
  [
    'black',
    (project) => /\[tool\.black|\bblack\b/.test(project.text('pyproject.toml') + project.text('requirements.txt')),
  ],
  ['gofmt', (project) => project.has('go.mod')],
  ['rustfmt', (project) => project.has('Cargo.toml')],
]

function findTests(project: ProjectFiles, { packages, scripts }: Manifest, manager = 'npm') {
  const runner = ['vitest', 'jest', 'mocha', 'ava'].find((name) => packages.has(name))
  const written = scripts.test
  if (written !== undefined && !/no test specified/.test(written)) {
    const run = manager === 'bun' ? 'bun run test' : `${['pnpm', 'yarn'].includes(manager) ? manager : 'npm'} test`
    return { command: run, runner: runner ?? run }
  }
  if (isPython(project, { packages, scripts }) && project.hasAny('tests', 'test', 'pytest.ini', 'conftest.py')) {
    const prefix = manager === 'uv' || manager === 'poetry' ? `${manager} run ` : ''
    return { command: `${prefix}pytest -q`, runner: 'pytest' }
  }
  if (project.has('go.mod')) return { command: 'go test ./...', runner: 'go test' }
  if (project.has('Cargo.toml')) return { command: 'cargo test --quiet', runner: 'cargo test' }
  return undefined
}
