/** Runs a story in its own directory, with the built command, an empty home and the story's files. */

import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { programFile } from '../hooktest/run/program.ts'
import { createScratchDirectory } from '../hooktest/scratch/scratch-directory.ts'
import { removeDirectory } from '../testing/remove.ts'
import { shareCodeCache } from '../testing/share-code-cache.ts'
import { parseStory, type Step, type Story } from './parse-story.ts'

/** HOOKLINE_BIN selects another build. */
const bin = process.env.HOOKLINE_BIN ?? programFile()
const STEP_MS = 60_000

interface StepResult {
  readonly stdout: readonly string[]
  readonly stderr: readonly string[]
  readonly exit: number | null
}

/** Returns the differences, or an empty text if there are none. With `update` it rewrites the story instead. */
export async function runStory(file: string, { update = false } = {}): Promise<string> {
  const story = parseStory(readFileSync(file, 'utf8'))
  const directory = createScratchDirectory()
  const wrong: string[] = []
  const rewritten: [Step, readonly string[]][] = []
  try {
    const sandbox = prepare(directory, story)
    for (const step of story.steps) {
      const ended = await runStep(step, sandbox)
      const found = problemsOf(step, ended)
      if (found !== '') wrong.push(`$ ${step.command}\n${found}`)
      if (found !== '' && update) rewritten.push([step, stepText(step, ended)])
      if (found !== '' && !update) break
    }
  } finally {
    await removeDirectory(directory)
  }
  if (!update || rewritten.length === 0) return wrong.join('\n')
  writeFileSync(file, rewrite(story, rewritten))
  return ''
}

interface StorySandbox {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly marks: Readonly<Record<string, string>>
}

function prepare(directory: string, story: Story): StorySandbox {
  // `map` keeps the number of names.
  const [cwd, home, tmp, path] = ['project', 'home', 'tmp', 'bin'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
    string,
  ]
  for (const folder of [cwd, home, tmp, path]) mkdirSync(folder)
  shareCodeCache(join(home, '.cache'))
  write(join(path, 'hookline'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, 0o755)
  for (const { path: name, content, mode } of story.files)
    write(name.startsWith('~/') ? join(home, name.slice(2)) : join(cwd, name), content, mode)
  const env = {
    PATH: [path, process.env.PATH ?? ''].join(delimiter),
    HOME: home,
    TMPDIR: tmp,
    LANG: 'C.UTF-8',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) => [
        [`GIT_${who}_NAME`, 'Ann'],
        [`GIT_${who}_EMAIL`, 'ann@example.com'],
      ]),
    ),
  }
  return { cwd, env, marks: { '[root]': cwd, '[home]': home, '[tmp]': tmp } }
}

function write(file: string, content: string, mode?: number): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  if (mode !== undefined) chmodSync(file, mode)
}

function runStep({ command }: Step, { cwd, env, marks }: StorySandbox): Promise<StepResult> {
  const child = spawn('/bin/sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: STEP_MS })
  const read = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (read.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (read.stderr += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exit) =>
      resolve({ stdout: normalise(read.stdout, marks), stderr: normalise(read.stderr, marks), exit }),
    )
  })
}

function problemsOf(step: Step, ended: StepResult): string {
  const streams = (['stdout', 'stderr'] as const).flatMap((name) => {
    const expected = step[name]
    return expected === undefined || fits(expected, ended[name])
      ? []
      : [`${name}:\n${difference(expected, ended[name])}`]
  })
  if (step.exit === ended.exit) return streams.join('\n')
  const printed = streams.length > 0 ? streams : [...ended.stdout, ...ended.stderr]
  return [`exit ${ended.exit}, expected ${step.exit}`, ...printed].join('\n')
}

/** The step with its actual output. Wildcards stay if a stream still fits. */
function stepText(step: Step, ended: StepResult): readonly string[] {
  const now = (name: 'stdout' | 'stderr') => {
    const expected = step[name]
    if (expected === undefined) return []
    const lines = fits(expected, ended[name]) ? expected : ended[name]
    return lines.length === 0
      ? ['(nothing)']
      : lines.map((line) => (/^(\$ |\\|exit \d+$|stderr:$|# |-- )/.test(line) ? `\\${line}` : line))
  }
  return [
    ...`$ ${step.command}`.split('\n').map((line, at) => (at === 0 ? line : `> ${line}`)),
    ...now('stdout'),
    ...(step.stderr === undefined ? [] : ['stderr:', ...now('stderr')]),
    ...(ended.exit === 0 ? [] : [`exit ${ended.exit}`]),
  ]
}

function rewrite({ lines }: Story, steps: readonly (readonly [Step, readonly string[]])[]): string {
  const text = [...lines]
  for (const [{ from, to }, now] of steps.toReversed()) text.splice(from, to - from, ...now)
  return text.join('\n')
}

/** Replaces durations and paths, which differ between runs. */
function normalise(text: string, marks: Readonly<Record<string, string>>): readonly string[] {
  const named = Object.entries(marks).reduce((all, [mark, path]) => all.replaceAll(path, mark), text)
  const lines = named.replaceAll('\r\n', '\n').split('\n').map(plainLine)
  while (lines.at(-1) === '') lines.pop()
  while (lines[0] === '') lines.shift()
  return lines
}

/** A busy machine shows durations in seconds. */
const plainLine = (line: string): string => line.replace(/\b(\d+(\.\d+)? ms|\d+\.\d s)\b/g, '[ms]').trimEnd()

/** `[..]` matches any text within a line, and `...` alone matches any lines. */
function fits(expected: readonly string[], actual: readonly string[]): boolean {
  const parts = expected.map((line) => (line.trim() === '...' ? '(?:[^\\n]*\\n)*?' : `${pattern(line)}\\n`))
  return new RegExp(`^${parts.join('')}$`).test(actual.map((line) => `${line}\n`).join(''))
}

const pattern = (line: string): string =>
  plainLine(line)
    .split('[..]')
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^\\n]*?')

/** A diff in which lines that match a wildcard are shown as in the story. */
function difference(expected: readonly string[], actual: readonly string[]): string {
  const asWritten = actual.map((line) => expected.find((one) => one.trim() !== '...' && fits([one], [line])) ?? line)
  const patch = createTwoFilesPatch('a', 'b', `${expected.join('\n')}\n`, `${asWritten.join('\n')}\n`, '', '', {
    context: 3,
  })
  return patch
    .split('\n')
    .filter((line) => !/^(===|---|\+\+\+|\\ No newline)/.test(line))
    .join('\n')
}
