/** The file that was just edited is formatted, by the formatter that the workspace has. */
import { dirname, extname, join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import type { HookContext } from '@hookline/core/sdk'
import { isFile, onPath } from '../lib/on-path.ts'
import { globs, isInside } from '../lib/paths.ts'
import { runProgram } from '../lib/run-program.ts'
import { noted } from '../lib/said.ts'
import { amount, flag, packHook, packOf, texts, type Values } from '../pack-of.ts'

interface Tool {
  readonly name: string
  readonly endings: readonly string[]
  readonly args: (file: string, root: string) => readonly string[]
  /** Of the workspace's own node_modules, and not of the machine. */
  readonly local?: boolean
}
const web = '.js .jsx .mjs .cjs .ts .tsx .mts .cts .json .jsonc .css'.split(' ')
const tools: readonly Tool[] = [
  { name: 'biome', endings: web, args: (file) => ['format', '--write', file], local: true },
  {
    name: 'prettier',
    endings: [...web, '.scss', '.less', '.html', '.vue', '.svelte', '.md', '.mdx', '.yaml', '.yml', '.graphql'],
    args: (file) => ['--write', '--log-level', 'warn', file],
    local: true,
  },
  { name: 'gofmt', endings: ['.go'], args: (file) => ['-w', file] },
  { name: 'rustfmt', endings: ['.rs'], args: (file, root) => ['--edition', editionIn(root), file] },
  { name: 'ruff', endings: ['.py', '.pyi'], args: (file) => ['format', '--quiet', file] },
  { name: 'black', endings: ['.py', '.pyi'], args: (file) => ['--quiet', file] },
  { name: 'shfmt', endings: ['.sh', '.bash'], args: (file) => ['-w', file] },
]

const parameters = {
  tools: texts(
    tools.map(({ name }) => name),
    'The formatters to use, the first that is there and knows the file.',
  ),
  ignore: texts(
    ['**/node_modules/**', '**/dist/**', '**/generated/**', '*.min.*', '*.lock'],
    'Files that stay as they are.',
  ),
  timeout: amount(10, 'Seconds.'),
  tab: flag(false, 'Also after inline completion.'),
}
type Settings = Values<typeof parameters>

export const formatOnEdit = packOf({
  name: 'format-on-edit',
  description: 'formats the file that was just edited, with the formatter that the workspace has',
  about:
    "After an edit it runs the first formatter that is there and knows the file: biome and prettier of the workspace, gofmt, rustfmt, ruff, black and shfmt of the machine. No tool of the conversation starts meanwhile. The workspace's own tools run only where its own, trusted hookline.json asks for them: in your own file it uses those of the machine alone.",
  parameters,
  hooks(settings) {
    const unknown = settings.tools.find((name) => !tools.some((tool) => tool.name === name))
    if (unknown !== undefined)
      throw new Error(`there is no tool "${unknown}"; there are ${tools.map(({ name }) => name).join(', ')}`)
    const isIgnored = globs(settings.ignore)
    const format = async (
      { file_path: file }: { readonly file_path: string },
      here: HookContext,
    ): Promise<undefined> => {
      const root = here.roots.find((one) => isInside(file, [one]))
      if (root === undefined || isIgnored(file) !== undefined) return
      const found = toolFor(file, root, settings, here)
      if (found === undefined) return
      const before = textOf(file)
      const options = { cwd: root, signal: here.signal, timeoutMs: settings.timeout * 1000 }
      const { code, output } = await runProgram(found.program, found.tool.args(file, root), options)
      if (code !== 0)
        throw new Error(`${found.tool.name} ended with ${code ?? 'no code'}: ${output.trim().slice(0, 500)}`)
      const count = changedLines(before, textOf(file))
      return count === 0 ? undefined : noted(`formatted (${count} line${count === 1 ? '' : 's'})`)
    }
    const options = { timeout: settings.timeout + 5 }
    return [
      packHook('afterFileEdit', { name: 'edits', ...options }, format),
      ...(settings.tab ? [packHook('afterTabFileEdit', { name: 'tab-edits', ...options }, format)] : []),
    ]
  },
  canaries: () => [
    {
      event: 'afterFileEdit',
      says: 'an edit of a file that no formatter knows',
      wants: 'allow',
      input: (root) => ({ file_path: `${root}/hookline-canary.unknown`, edits: [] }),
    },
  ],
})

/** Called for one file, rustfmt does not look for the crate's own. */
const editionIn = (root: string): string =>
  /^edition\s*=\s*"(\d{4})"/m.exec(textOf(join(root, 'Cargo.toml')))?.[1] ?? '2021'

/** A tool of the workspace is the workspace's code: it runs only where the workspace's own, trusted file asks for it. */
function toolFor(file: string, root: string, settings: Settings, here: HookContext) {
  const ending = extname(file).toLowerCase()
  for (const name of settings.tools) {
    const tool = tools.find((one) => one.name === name)
    if (tool === undefined || !tool.endings.includes(ending)) continue
    const program =
      tool.local === true ? (isInside(here.cwd, [root]) ? above(file, root, name) : undefined) : onPath(name, here)
    if (program !== undefined) return { tool, program }
  }
  return undefined
}

function above(file: string, root: string, name: string): string | undefined {
  for (let at = dirname(file); isInside(at, [root]); at = dirname(at)) {
    const program = join(at, 'node_modules', '.bin', name)
    if (isFile(program)) return program
    if (dirname(at) === at) return undefined
  }
  return undefined
}

const textOf = (file: string): string => readRegularText(file, 16 * 2 ** 20) ?? ''

/** As a person counts them: those between the first and the last that differ, on the longer side. */
export function changedLines(before: string, after: string): number {
  if (before === after) return 0
  const [one, two] = [before.split('\n'), after.split('\n')]
  let [start, end] = [0, 0]
  while (start < Math.min(one.length, two.length) && one[start] === two[start]) start++
  while (end < Math.min(one.length, two.length) - start && one.at(-1 - end) === two.at(-1 - end)) end++
  if (one.length !== two.length) return Math.max(one.length, two.length) - start - end
  return one.filter((line, at) => line !== two[at]).length
}
