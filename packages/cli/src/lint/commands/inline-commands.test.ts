import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findInlineCommands, inlineCommandsIn } from './inline-commands.ts'

const fence = '`'.repeat(3)

describe('inlineCommandsIn', () => {
  const found = (text: string) =>
    inlineCommandsIn('x.md', text, 'claude-project').map(({ line, column, command }) => `${line}:${column} ${command}`)

  // Each case was tried in Claude Code 2.1.197 and 2.1.325, which ran the command or did not.
  it.each([
    ['after a space', 'Status: !`git status`\n', ['1:9 git status']],
    ['at the start of a line', 'Hello\n!`ls`', ['2:1 ls']],
    ['over two lines', 'a !`touch \\\nx` b', ['1:3 touch \\ ⏎ x']],
    ['in a block of its own', `Hello\n${fence}!\nmake\n${fence}\n`, ['2:1 make']],
    ['in a block of code, which Claude Code runs too', `${fence}\n!\`ls\`\n${fence}\n`, ['2:1 ls']],
    ['in a span of code, which Claude Code runs too', 'Write `` !`ls` `` here', ['1:10 ls']],
    ['twice', '!`a` and !`b`', ['1:1 a', '1:10 b']],
    ['below a header', '---\nname: x\n---\n!`ls`', ['4:1 ls']],
  ])('finds a command %s', (_name, text, want) => expect(found(text)).toEqual(want))

  it.each([
    ['after a letter', 'wow!`ls`'],
    ['in the header', '---\ndescription: !`ls`\n---\nhello'],
    ['without a mark', 'run `ls`'],
    ['that is empty', 'a !`` b'],
  ])('ignores a command %s', (_name, text) => expect(found(text)).toEqual([]))
})

describe('findInlineCommands', () => {
  function createFiles(...paths: readonly string[]) {
    const top = mkdtempSync(join(tmpdir(), 'hookline-inline-'))
    onTestFinished(() => rmSync(top, { recursive: true, force: true }))
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(top, path)), { recursive: true })
      writeFileSync(join(top, path), text)
    }
    for (const path of paths) write(path, 'Now: !`date`\n')
    const read = (path: string) => {
      try {
        return readFileSync(path, 'utf8')
      } catch {
        return undefined
      }
    }
    const find = () =>
      findInlineCommands(join(top, 'ws'), join(top, 'home'), read).map(
        ({ file, source }) => `${source} ${relative(top, file)}`,
      )
    return { top, write, find }
  }

  it('searches slash commands and skills of the workspace and of the user', () => {
    const { find } = createFiles(
      'ws/.claude/commands/a.md',
      'ws/.claude/commands/deep/er/b.md',
      'ws/.claude/skills/c/SKILL.md',
      'ws/.claude/skills/c/notes.md',
      'ws/.claude/agents/d.md',
      'ws/README.md',
      'home/.claude/commands/e.md',
      'home/.claude/skills/f/SKILL.md',
    )
    expect(find()).toEqual([
      'claude-project ws/.claude/commands/a.md',
      'claude-project ws/.claude/commands/deep/er/b.md',
      'claude-project ws/.claude/skills/c/SKILL.md',
      'claude-user home/.claude/commands/e.md',
      'claude-user home/.claude/skills/f/SKILL.md',
    ])
  })

  it('searches installed plugins, and a workspace that is a plugin', () => {
    const { top, write, find } = createFiles(
      'home/.claude/plugins/cache/m/p/1.0.0/commands/a.md',
      'home/.claude/plugins/cache/m/old/0.1.0/commands/b.md',
      'ws/commands/c.md',
    )
    write('home/.claude/plugins/cache/m/p/1.0.0/.claude-plugin/plugin.json', '{}')
    expect(find()).toEqual(['plugin home/.claude/plugins/cache/m/p/1.0.0/commands/a.md'])
    const installPath = join(top, 'home/.claude/plugins/cache/m/p/1.0.0')
    const plugins = { 'p@m': [{ scope: 'user', installPath }] }
    write('home/.claude/plugins/installed_plugins.json', JSON.stringify({ version: 2, plugins }))
    write('ws/.claude-plugin/plugin.json', '{}')
    expect(find()).toEqual(['plugin ws/commands/c.md', 'plugin home/.claude/plugins/cache/m/p/1.0.0/commands/a.md'])
  })
})
