import { describe, expect, it } from 'vitest'
import { findAgentAncestor, type ProcessFacts, processReader, readPs } from './ancestors.ts'

/** A chain of processes, the innermost first. */
function chain(
  words: readonly (string | { words: string; env: Record<string, string> })[],
  options?: Parameters<typeof findAgentAncestor>[2],
) {
  const facts = words.map((one, at): ProcessFacts => {
    const { words: line, env } = typeof one === 'string' ? { words: one, env: {} } : one
    const [program = ''] = line.split(' ')
    const name = program.split('/').at(-1) ?? ''
    return { parent: at === words.length - 1 ? 0 : at + 2, name: name.slice(0, 15), words: line.split(' '), env }
  })
  return findAgentAncestor(1, (pid) => facts[pid - 1], options)
}

describe('an agent among the ancestors', () => {
  it.each([
    ['claude as a program', ['hookline approve', 'bash', '/usr/bin/claude']],
    ['claude as a script', ['hookline approve', 'sh', 'node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js']],
    ['claude by its link', ['hookline approve', 'sh', 'node /usr/local/bin/claude']],
    ['behind a faked terminal', ['hookline approve', 'script -qec hookline', 'sh', 'claude']],
    ['many programs above', ['hookline approve', 'sh', 'make', 'npm', 'sh', 'tmux', 'codex exec']],
    ['the terminal of an editor with an agent', ['hookline approve', 'bash', '/opt/cursor/cursor --type=ptyHost']],
    ['the editor on macOS', ['hookline approve', 'zsh', '/Applications/Cursor.app/Contents/MacOS/Cursor']],
  ])('is found: %s', (_, words) => {
    expect(chain(words)).toBeDefined()
  })

  it('is found by a variable of an ancestor that its child has removed', () => {
    expect(chain(['hookline approve', 'env -u CLAUDECODE sh', { words: 'bash', env: { CLAUDECODE: '1' } }])).toBe(
      'an agent',
    )
  })

  it.each([
    ['a terminal', ['hookline approve', 'zsh', 'gnome-terminal-server', 'systemd']],
    ['a terminal over ssh', ['hookline approve', 'bash', 'sshd', 'init']],
    ['a project that is named like an agent', ['hookline approve', 'bash /work/claude-notes/x.sh', 'zsh', 'sshd']],
    ['an editor that opens a file of an agent', ['hookline approve', 'sh', 'vim .cursor/hooks.json', 'zsh']],
  ])('is not found in %s', (_, words) => {
    expect(chain(words)).toBeUndefined()
  })

  it.each([
    ['the terminal of an editor with an agent', ['hookline trust', 'bash', '/opt/cursor/cursor --type=ptyHost']],
    ['the editor on macOS', ['hookline trust', 'zsh', '/Applications/Cursor.app/Contents/MacOS/Cursor']],
    ['an editor on another machine', ['hookline trust', 'bash', '/home/me/.vscode-server/bin/x/node server-main.js']],
  ])('does not count where editors do not: %s', (_, words) => {
    expect(chain(words, { skipsEditors: true })).toBeUndefined()
  })
  it('counts in the terminal of an editor, where editors do not', () => {
    expect(chain(['hookline trust', 'sh', 'claude', 'zsh', 'code'], { skipsEditors: true })).toBe('Claude Code')
    expect(chain(['hookline trust', 'sh', '/x/cursor-agent', 'zsh', 'cursor'], { skipsEditors: true })).toBe('Cursor')
    expect(chain(['hookline trust', 'sh', 'kiro-cli chat', 'kiro'], { skipsEditors: true })).toBe('Kiro')
  })

  it('is unknown if the processes cannot be read, or have no end', () => {
    expect(findAgentAncestor(1, () => undefined)).toBe('unknown')
    expect(findAgentAncestor(1, () => ({ parent: 1, name: 'sh', words: ['sh'], env: {} }))).toBe('unknown')
  })

  it('reads the processes of this system', () => {
    const facts = processReader()?.(process.pid)
    if (process.platform === 'linux' || process.platform === 'darwin') expect(facts?.parent).toBe(process.ppid)
  })

  it('reads the list of macOS', () => {
    const read = readPs(
      '    1     0 /sbin/launchd\n  90     1 /Applications/Cursor.app/Contents/MacOS/Cursor\n 91 90 -zsh\n',
    )
    expect(findAgentAncestor(91, read)).toBe('Cursor')
    expect(read(91)).toMatchObject({ parent: 90 })
  })
})
