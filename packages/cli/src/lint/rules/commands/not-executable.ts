/** Reports a script that is started directly but is not executable, on disk or in git. */
import { basename, dirname } from 'node:path'
import { quoted } from '../../../text/plain.ts'
import type { EntryContext, UsedScript } from '../../context/context.ts'
import type { Facts } from '../../context/facts.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import { shebangOf } from '../../scripts/scripts.ts'

export const notExecutable: Rule = {
  code: 'not-executable',
  checks: 'workspace',
  async find({ entries, facts }) {
    // All at once, so that git is asked about all of them together.
    const checked = await Promise.all(
      listStarted(entries, facts).map(async ({ context, script, path }) => {
        const finding = await checkScript(script, path, facts)
        return finding === undefined ? [] : [{ ...finding, at: context.at('command'), context }]
      }),
    )
    return checked.flat()
  },
}

interface StartedScript {
  readonly context: EntryContext
  readonly script: UsedScript
  readonly path: string
}

/** Scripts that a command starts directly, each once. */
function listStarted(entries: readonly EntryContext[], facts: Facts): readonly StartedScript[] {
  const seen = new Set<string>()
  const started: StartedScript[] = []
  for (const context of entries)
    for (const script of context.scripts) {
      const { path, direct } = script
      if (!direct || path === undefined || seen.has(path) || !facts.isFile(path) || isWindowsScript(path)) continue
      seen.add(path)
      started.push({ context, script, path })
    }
  return started
}

async function checkScript(
  { word }: UsedScript,
  path: string,
  facts: Facts,
): Promise<Omit<RuleFinding, 'at'> | undefined> {
  const inGit = (await facts.gitMode(path)) === '100644'
  const fix = { kind: 'mode', path, inGit } as const
  if (facts.executable(path) === false)
    return { message: `${word} is not executable`, hint: chmodHint(path, inGit), severity: 'error', fix }
  const text = facts.read(path) ?? '#!'
  const hidden = findHiddenShebang(text)
  if (hidden !== undefined)
    return {
      message: `${hidden.by} is before the #! of ${word}, so sh runs it instead of ${hidden.program}`,
      hint: 'Remove it: #! must be the first two characters of the file.',
      severity: 'warning',
    }
  const program = guessInterpreter(path, text)
  if (program !== undefined)
    return {
      message: `${word} has no #! line, so the shell runs it as a shell script`,
      hint: `Add #!/usr/bin/env ${program} as its first line, or start it with ${program} in the command.`,
      severity: 'warning',
    }
  if (!inGit) return undefined
  const hint = `People who clone the repository cannot run it. Run: ${chmodInGit(path)}`
  return { message: `${word} is not executable in git (100644)`, hint, severity: 'warning', fix }
}

const byExtension: Readonly<Record<string, string>> = {
  py: 'python3',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'tsx',
  rb: 'ruby',
  pl: 'perl',
  php: 'php',
}

/** Statements that are not shell, to recognise a file without an extension. */
const byText: readonly (readonly [string, RegExp])[] = [
  ['python3', /^(?:import [\w., ]+|from [\w.]+ import .+|def \w+\(.*\).*:)\s*$/m],
  ['node', /^(?:(?:const|let|var) [\w{ ,}]+ = (?:await |require\(|JSON\.)|import .+ from ["'].+["'];?\s*$)/m],
  ['ruby', /^require(?:_relative)? ["'][\w/.-]+["']\s*$/m],
  ['perl', /^use (?:strict|warnings|JSON(?:::\w+)?)\b.*;\s*$/m],
  ['php', /^<\?php\b/],
]

/** What keeps the system from seeing the `#!` line. A script for `sh` runs all the same. */
function findHiddenShebang(text: string): { readonly by: string; readonly program: string } | undefined {
  const [, before, line] = /^(\uFEFF?\s*)(#!.+)/.exec(text) ?? []
  if (before === undefined || line === undefined || before === '') return undefined
  const program = shebangOf(line)?.program.split('/').at(-1) ?? 'sh'
  if (program === 'sh') return undefined
  const by = before.startsWith('\uFEFF') ? 'a byte order mark' : before.includes('\n') ? 'an empty line' : 'a space'
  return { by, program }
}

/** The interpreter that a file without a `#!` line is written for; undefined if it may be a shell script. */
function guessInterpreter(path: string, text: string): string | undefined {
  if (text.startsWith('#!')) return undefined
  const name = path.split(/[\\/]/).at(-1) ?? ''
  if (name.includes('.')) return byExtension[name.split('.').at(-1) ?? '']
  // A here-document of a shell script may contain the same statements.
  return /<</.test(text) ? undefined : byText.find(([, pattern]) => pattern.test(text))?.[0]
}

/** With whole paths, because `check` may run in another directory than the hook. */
const chmodHint = (path: string, inGit: boolean): string =>
  inGit ? `Run: chmod +x ${quoted(path)} && ${chmodInGit(path)}` : `Run: chmod +x ${quoted(path)}`
const chmodInGit = (path: string): string =>
  `git -C ${quoted(dirname(path))} update-index --chmod=+x ${quoted(basename(path))}`
const isWindowsScript = (path: string): boolean => /\.(cmd|bat|ps1|exe)$/i.test(path)
