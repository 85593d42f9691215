import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bin, hooksFile, sandbox } from './testing/cli.ts'

/** Files that cannot be read, by how a message calls them. */
const odd: readonly (readonly [why: string, make: (path: string) => void])[] = [
  ['it does not exist', () => {}],
  ['it is a directory, not a file', (path) => mkdirSync(path)],
  ['it is a FIFO, not a file', (path) => spawnSync('mkfifo', [path])],
  ['it is a device, not a file', (path) => symlinkSync('/dev/zero', path)],
  ['its symbolic links form a circle', (path) => symlinkSync(path, path)],
]
const utf16 = Buffer.from('\ufeff{"status":"completed"}', 'utf16le')

describe.runIf(process.platform !== 'win32')('a file that is named on the command line', () => {
  it.each(odd)('says that %s, and waits for nothing', (why, make) => {
    const { hookline, root } = sandbox()
    make(join(root, 'odd.json'))
    for (const command of ['trigger', 'explain']) {
      const { code, stderr } = hookline([command, 'stop', '--input', 'odd.json'])
      expect(code).toBe(64)
      expect(stderr).toContain(`--input odd.json cannot be read: ${why}. To see what is there: ls -ld ${root}/odd.json`)
    }
  })

  it('is a test file: what cannot be read is a failure of that file', () => {
    const { hookline, root, write } = sandbox()
    write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true' }] }))
    spawnSync('mkfifo', [join(root, 'odd.hooktest.yaml')])
    const { code, stdout } = hookline(['test', 'odd.hooktest.yaml', '--untrusted'])
    expect(code).toBe(1)
    expect(stdout).toContain('odd.hooktest.yaml:1:1 error the file cannot be read: it is a FIFO, not a file.')
  })

  it('must be UTF-8', () => {
    const { hookline, root } = sandbox()
    writeFileSync(join(root, 'utf16.json'), utf16)
    const { code, stderr } = hookline(['trigger', 'stop', '--input', 'utf16.json'])
    expect(code).toBe(64)
    expect(stderr).toContain('--input utf16.json cannot be read: it is not UTF-8 text. Save it as UTF-8')
  })

  it('may be what the shell opened', () => {
    const { root, env } = sandbox()
    const command = `"${process.execPath}" "${bin}" trigger stop --input <(echo '{"status":"completed","loop_count":0}')`
    const { status } = spawnSync('bash', ['-c', command], { cwd: root, env, encoding: 'utf8' })
    expect(status).toBe(0)
  })
})
