/** Runs `check` on the blocks of `families/*.txt`: each family of defects in several languages, and similar code without the defect. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { claude, cursor, type Files, lintFiles } from './testing/lint-files.ts'

const directory = fileURLToPath(new URL('./families/', import.meta.url))
/** These codes are about the machine and appear for most scripts, so the tests ignore them. */
const general = /^(unix-only|jq-unchecked|claude-relative-path|windows-only|missing-tool)$/
const starts: Readonly<Record<string, string>> = {
  py: 'python3 ',
  js: 'node ',
  mjs: 'node ',
  cjs: 'node ',
  ts: 'bun ',
  rb: 'ruby ',
  ps1: 'pwsh -NoProfile -File ',
}

interface Block {
  readonly title: string
  readonly files: Files
  readonly name: string
  /** `code line` of findings in the script or the hooks file. Empty means that `check` must find nothing. */
  readonly expected: readonly string[]
}

/** A block is `=== title | event | file | agent | code line, code line`, followed by the text of the file. */
function blocksIn(file: string): readonly Block[] {
  return readFileSync(`${directory}${file}`, 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const [head = '', ...lines] = block.split('\n')
      const [title = '', event = '', name = '', agent = '', expected = ''] = head.split('|').map((one) => one.trim())
      const text = lines.join('\n')
      const hooks = agent === 'claude' ? '.claude/settings.json' : '.cursor/hooks.json'
      const command = `${starts[name.split('.').at(-1) ?? ''] ?? './'}${name}`
      const made = agent === 'claude' ? claude(event, command) : cursor(event, { command })
      const files = name === 'hooks' ? { [hooks]: text, 'hooks/x.sh': 'cat\n' } : { [hooks]: made, [name]: text }
      return { title: `${title} (${name}, ${agent})`, files, name, expected: expected.split(/,\s*/).filter(Boolean) }
    })
}

describe.each(readdirSync(directory).filter((name) => name.endsWith('.txt')))('%s', (file) => {
  it.each(blocksIn(file))('$title', async ({ files, expected }) => {
    const found = (await lintFiles(files)).filter(({ code }) => !general.test(code))
    const named = found.map(({ code, line }) => `${code} ${line}`)
    if (expected.length === 0) expect(named).toEqual([])
    else expect(named).toEqual(expect.arrayContaining([...expected]))
    const isScript = !('hooks/x.sh' in files)
    expect(found.filter(({ severity }) => severity === 'error' && isScript && expected.length === 0)).toEqual([])
  })
})
