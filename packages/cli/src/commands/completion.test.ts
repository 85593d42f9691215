import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../commands.ts'
import { bin, hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

/** What bash would offer for these words, the last one being typed. */
function offered(scratch: Sandbox, words: readonly string[]): readonly string[] {
  const path = join(scratch.directory, 'bin')
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'hookline'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`)
  chmodSync(join(path, 'hookline'), 0o755)
  const script = join(scratch.directory, 'completion.bash')
  writeFileSync(script, scratch.hookline(['completion', 'bash']).stdout)
  const driver = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hookline; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', driver, 'bash', script, 'hookline', ...words], {
    cwd: scratch.root,
    env: { ...scratch.env, PATH: `${path}:${scratch.env.PATH}` },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((line) => line !== '')
}

describe('hookline completion', () => {
  it('completes commands, options and events in a real bash', () => {
    const scratch = sandbox()
    expect(offered(scratch, ['tr'])).toEqual(['trigger', 'trust'])
    const shown = Object.keys(commands).filter((name) => name !== '__complete')
    expect(offered(scratch, [''])).toEqual([...shown, '--help', '--version'])
    expect(offered(scratch, ['add', '--f'])).toEqual(['--fail-closed'])
    expect(offered(scratch, ['new', 'x', '--event', 'beforeS'])).toEqual(['beforeSubmitPrompt', 'beforeShellExecution'])
    expect(offered(scratch, ['trigger', 'sto'])).toEqual(['stop'])
    expect(offered(scratch, ['trust', ''])).toEqual(['add', 'remove', 'list'])
    expect(offered(scratch, ['list', '--edition', '2'])).toEqual(['2.3', '2.4'])
  })

  it('completes configured hooks, and runs nothing from their files', () => {
    const scratch = sandbox()
    const mark = join(scratch.directory, 'mark')
    const names = ['shell-guard', `$(touch ${mark})`, `a;touch ${mark}`, '-x', 'two words', '\u001b[31m']
    scratch.write('.cursor/hooks.json', hooksFile({ stop: names.map((name) => ({ command: 'true', name })) }))
    expect(offered(scratch, ['disable', 'sh'])).toEqual(['shell-guard'])
    expect(offered(scratch, ['remove', '']).filter((word) => !word.startsWith('project/stop/'))).toEqual([
      'shell-guard',
    ])
    expect(existsSync(mark)).toBe(false)
  })

  it.each(['bash', 'zsh', 'fish'])('prints a script for %s', (shell) => {
    const { code, stdout } = sandbox().hookline(['completion', shell])
    expect(code).toBe(0)
    for (const word of ['disable', 'beforeShellExecution', 'dry-run', '__complete entries'])
      expect(stdout).toContain(word)
  })

  it('does what its help shows, also as JSON', () => {
    const { hookline } = sandbox()
    expect(hookline(['completion', '--help']).stdout).toContain('Example: hookline completion bash\n')
    const { shell, script } = JSON.parse(hookline(['completion', 'bash', '--json']).stdout)
    expect([shell, script]).toEqual(['bash', hookline(['completion', 'bash']).stdout])
  })

  it.each([[['completion']], [['completion', 'tcsh']], [['completion', '__proto__']]])('%j is wrong usage', (args) => {
    const { code, stdout, stderr } = sandbox().hookline(args)
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toContain('bash, zsh or fish')
  })
})
