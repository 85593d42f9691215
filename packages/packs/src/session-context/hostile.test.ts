import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runGit } from '@hookline/core/git'
import { describe, expect, it } from 'vitest'
import { workspace } from '../testing/workspace.ts'

const quietly = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
    cwd,
    env: { ...process.env, ...quietly },
    stdio: 'pipe',
  })

/** A repository whose settings create a file whenever git starts a program from them. */
async function hostile() {
  const created = await workspace({ 'session-context': {} })
  const { root, base, write } = created
  const marker = join(base, 'started')
  const script = write('evil.sh', `#!/bin/sh\ntouch '${marker}'\ncat\n`, 0o755)
  git(root, 'init', '-q', '-b', 'topic')
  writeFileSync(join(root, 'a.txt'), 'one\n')
  writeFileSync(join(root, '.gitattributes'), '*.txt filter=evil diff=evil merge=evil\n*.md filter=odd.=name\n')
  writeFileSync(join(root, 'b.md'), 'one\n')
  git(root, 'add', '.')
  git(root, 'commit', '-qm', 'x')
  const settings = {
    'filter.evil.clean': script,
    'filter.evil.smudge': script,
    'filter.evil.required': 'true',
    'filter.odd.=name.clean': script,
    'core.fsmonitor': script,
    'core.hooksPath': join(base, 'hooks'),
    'core.pager': script,
    'core.sshCommand': script,
    'core.editor': script,
    'core.askPass': script,
    'core.alternateRefsCommand': script,
    'credential.helper': script,
    'diff.external': script,
    'diff.evil.textconv': script,
    'diff.evil.command': script,
    'merge.evil.driver': script,
    'gpg.program': script,
    'alias.status': `!${script}`,
    'alias.rev-parse': `!${script}`,
    'status.submoduleSummary': 'true',
    'log.showSignature': 'true',
  }
  for (const [name, value] of Object.entries(settings)) git(root, 'config', name, value)
  const included = write('included.cfg', `[filter "more"]\n\tprocess = ${script}\n\tclean = ${script}\n`)
  git(root, 'config', 'include.path', included)
  writeFileSync(join(root, '.git/info/attributes'), '*.c filter=more\n')
  for (const name of ['post-index-change', 'pre-commit', 'post-checkout', 'fsmonitor-watchman'])
    write(`hooks/${name}`, `#!/bin/sh\ntouch '${marker}'\n`, 0o755)
  writeFileSync(join(root, 'a.txt'), 'two\n')
  writeFileSync(join(root, 'b.md'), 'two\n')
  writeFileSync(join(root, 'c.c'), 'two\n')
  const began = async () =>
    (await created.hooks.fire('sessionStart', { session_id: 's', is_background_agent: false })).context
  return { ...created, marker, began }
}

describe('a hostile repository', () => {
  it('starts no program when a conversation begins, and its changes are still shown', async () => {
    const { began, marker } = await hostile()
    const text = await began()
    expect(text).toContain('Branch: topic')
    expect(text).toContain('a.txt')
    expect(existsSync(marker)).toBe(false)
  })

  it('really is hostile: plain git starts its programs', async () => {
    const { root, marker } = await hostile()
    git(root, 'status')
    expect(existsSync(marker)).toBe(true)
  })

  it.each([['status'], ['diff'], ['diff', '--cached'], ['log', '-p', '-1'], ['add', '-n', '.'], ['ls-files', '-m']])(
    'starts nothing by git %s %s',
    async (...args) => {
      const { root, marker } = await hostile()
      await runGit(
        args.filter((one) => one !== undefined),
        { cwd: root },
      )
      expect(existsSync(marker)).toBe(false)
    },
  )

  it('gets no git setting from the environment', async () => {
    const { root, marker, base } = await hostile()
    const env = { ...process.env, GIT_EXTERNAL_DIFF: join(base, 'evil.sh'), GIT_DIR: join(base, 'nowhere') }
    expect((await runGit(['diff'], { cwd: root, env })).code).toBe(0)
    expect(existsSync(marker)).toBe(false)
  })

  it('shows no file outside of it, through a link or through settings that name another directory', async () => {
    const { root, base, began, write } = await hostile()
    write('secret.txt', 'a secret of the person')
    symlinkSync(join(base, 'secret.txt'), join(root, 'PLAN.md'))
    mkdirSync(join(base, 'elsewhere'))
    expect(await began()).not.toContain('a secret of the person')
    write('elsewhere/private-name.txt', 'x')
    git(root, 'config', 'core.worktree', join(base, 'elsewhere'))
    expect((await began()) ?? '').not.toContain('private-name')
  })
})
