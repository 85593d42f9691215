/** Formats an edited file with the formatter of the workspace. */
import { dirname, extname, join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import type { HookContext } from '@hookline/core/sdk'
import { amount, definePack, flag, packHook, strings, type Values } from '../define-pack.ts'
import { isFile, onPath } from '../lib/on-path.ts'
import { createGlobMatcher, isInside } from '../lib/paths.ts'
import { noteInLog } from '../lib/reasons.ts'
import { runProgram } from '../lib/run-program.ts'

interface Tool {
  readonly name: string
  readonly endings: readonly string[]
  readonly args: (file: string, root: string) => readonly string[]
  /** Taken from the workspace's node_modules, not from the machine. */
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
  tools: strings(
    tools.map(({ name }) => name),
    'The formatters to use, in order. The first that is installed and supports the file is used.',
  ),
  ignore: strings(
    ['**/node_modules/**', '**/dist/**', '**/generated/**', '*.min.*', '*.lock'],
    'Files that are not formatted.',
  ),
  timeout: amount(10, 'Timeout in seconds.'),
  tab: flag(false, 'Also format after inline completion.'),
}
type Settings = Values<typeof parameters>

export const formatOnEdit = definePack({
  name: 'format-on-edit',
  description: 'formats each edited file with the formatter of the workspace',
  about:
    "After an edit it runs the first formatter that is installed and supports the file: biome and prettier of the workspace, gofmt, rustfmt, ruff, black and shfmt of the machine. No tool of the conversation starts meanwhile. Tools of the workspace run only if the workspace's own trusted hookline.json enables this pack; in your own file it uses only tools of the machine.",
  parameters,
  hooks(settings) {
    const unknown = settings.tools.find((name) => !tools.some((tool) => tool.name === name))
    if (unknown !== undefined)
      throw new Error(`there is no formatter "${unknown}"; use one of ${tools.map(({ name }) => name).join(', ')}`)
    const isIgnored = createGlobMatcher(settings.ignore)
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
        throw new Error(`${found.tool.name} exited with ${code ?? 'no code'}: ${output.trim().slice(0, 500)}`)
      const count = changedLines(before, textOf(file))
      return count === 0 ? undefined : noteInLog(`formatted (${count} line${count === 1 ? '' : 's'})`)
    }
    const options = { timeout: settings.timeout + 5, needsCaller: true }
    return [
      packHook('afterFileEdit', { name: 'edits', ...options }, format),
      ...(settings.tab ? [packHook('afterTabFileEdit', { name: 'tab-edits', ...options }, format)] : []),
    ]
  },
  canaries: () => [
    {
      event: 'afterFileEdit',
      says: 'an edit of a file that no formatter supports',
      wants: 'allow',
      input: (root) => ({ file_path: `${root}/hookline-canary.unknown`, edits: [] }),
    },
  ],
})

/** For a single file, rustfmt does not read the edition from the crate. */
const editionIn = (root: string): string =>
  /^edition\s*=\s*"(\d{4})"/m.exec(textOf(join(root, 'Cargo.toml')))?.[1] ?? '2021'

/** A tool of the workspace is code of the workspace, so it runs only if the workspace's own trusted file enables the pack. */
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

/** Counts changed lines as a person does: those between the first and the last difference, on the longer side. */
export function changedLines(before: string, after: string): number {
  if (before === after) return 0
  const [one, two] = [before.split('\n'), after.split('\n')]
  let [start, end] = [0, 0]
  while (start < Math.min(one.length, two.length) && one[start] === two[start]) start++
  while (end < Math.min(one.length, two.length) - start && one.at(-1 - end) === two.at(-1 - end)) end++
  if (one.length !== two.length) return Math.max(one.length, two.length) - start - end
  return one.filter((line, at) => line !== two[at]).length
}
