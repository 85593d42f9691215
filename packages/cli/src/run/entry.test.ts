import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bin, hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

const version = /^\d+\.\d+\.\d+\n$/
const start = (file: string, args: readonly string[], input = '') =>
  spawnSync(process.execPath, [file, ...args], { encoding: 'utf8', input })

describe('the committed entry', () => {
  const older = bin.replace(/\.cjs$/, '.mjs')
  it('starts under both of its names, and through a link as npm makes it', () => {
    const link = join(sandbox().directory, 'hookline')
    symlinkSync(bin, link)
    for (const file of [bin, older, link])
      expect(start(file, ['--version'])).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(version),
        stderr: '',
      })
  })

  it('is the command only as the program, not for code that loads it', () => {
    const { directory } = sandbox()
    const linked = join(directory, 'linked.mjs')
    symlinkSync(older, linked)
    expect(start(linked, ['--version']).stdout).toMatch(version)
    const other = join(directory, 'other.mjs')
    writeFileSync(other, `import ${JSON.stringify(older)}`)
    expect(start(other, ['--version'])).toMatchObject({ status: 0, stdout: '', stderr: '' })
    for (const code of [`require(${JSON.stringify(bin)}).start?.()`, `import(${JSON.stringify(older)})`])
      expect(spawnSync(process.execPath, ['-e', code, 'pad', '--version'], { encoding: 'utf8' })).toMatchObject({
        status: 0,
        stdout: '',
        stderr: '',
      })
  })

  /** The chunks that `run` loads for an event, without the hash in their names. */
  const chunksFor = (scratch: Sandbox, event: object) => {
    const listing = `const { load, scripts } = require(${JSON.stringify(bin)})
      process.on('exit', () => console.error(scripts.map(({ name }) => name.replace(/-.{8}\\.cjs$/, '')).join(' ')))
      load('hookline.cjs')`
    return spawnSync(process.execPath, ['-e', listing, 'hookline', 'run', '--host', 'cursor'], {
      encoding: 'utf8',
      env: scratch.env,
      input: JSON.stringify({ ...event, workspace_roots: [scratch.root] }),
    }).stderr.trim()
  }
  const shellEvent = { hook_event_name: 'beforeShellExecution', command: 'ls' }
  const always = 'hookline.cjs main core'

  it('loads the engine alone for an event without hooks', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true' }] }))
    scratch.hookline(['trust', 'add', '--yes'])
    expect(chunksFor(scratch, shellEvent)).toBe(always)
    expect(chunksFor(scratch, { hook_event_name: 'stop', status: 'completed' })).toMatch(/^hookline.cjs main .*process/)
  })

  it('loads of the packs those that are set up, and no reader of YAML', () => {
    const chunksWith = (...packs: readonly string[]) => {
      const scratch = sandbox()
      const settings = { version: 1, packs: Object.fromEntries(packs.map((name) => [name, {}])) }
      scratch.write('.hookline/hookline.json', settings)
      scratch.hookline(['trust', 'add', '--yes'])
      return chunksFor(scratch, shellEvent).split(' ').sort()
    }
    const guard = [...always.split(' '), ...'hooks pack-shell-guard shell'.split(' ')]
    expect(chunksWith('shell-guard')).toEqual(guard.sort())
    const five = ['shell-guard', 'protect-files', 'git-policy', 'secret-scan', 'config-guard']
    const more = ['pack-config-guard', 'pack-git-policy', 'pack-protect-files']
    expect([...guard, ...more]).toEqual(expect.arrayContaining(chunksWith(...five)))
  })

  it('loads a part again after it could not be read or run, and never hands out half of it', () => {
    const directory = sandbox().directory
    const copy = join(directory, 'bin/hookline.cjs')
    mkdirSync(join(directory, 'bin'))
    mkdirSync(join(directory, 'dist/bundle'), { recursive: true })
    copyFileSync(bin, copy)
    const chunks = `({ main(exports) { exports.half = 1; if (globalThis.broken) throw Error('broken'); exports.whole = 1 } })`
    const program = `const { load } = require(${JSON.stringify(copy)})
      const attempt = () => { try { return load('part.cjs') } catch ({ name, message }) { return name + ': ' + message } }
      const seen = [attempt().slice(0, 12)]
      require('fs').writeFileSync(${JSON.stringify(join(directory, 'dist/bundle/part.cjs'))}, ${JSON.stringify(chunks)})
      globalThis.broken = true
      seen.push(attempt(), attempt())
      globalThis.broken = false
      console.log(JSON.stringify([...seen, attempt()]))`
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(['MissingFiles', 'Error: broken', 'Error: broken', { half: 1, whole: 1 }])
  })

  it('prints all of a long answer into a pipe', () => {
    const { status, stdout } = start(bin, ['help', 'trigger'])
    expect({ status, whole: stdout.endsWith('\n') }).toEqual({ status: 0, whole: true })
  })

  it('waits for an event that comes late and in pieces', async () => {
    const scratch = sandbox()
    const child = scratch.start(['run', '--host', 'cursor'], 'pipe')
    let stdout = ''
    child.stdout?.on('data', (chunk) => {
      stdout += chunk
    })
    for (const piece of ['{"hook_event_name":"beforeShell', 'Execution","command":"lé', 's"}']) {
      child.stdin?.write(piece)
      await new Promise((done) => setTimeout(done, 60))
    }
    child.stdin?.end()
    const code = await new Promise((done) => child.once('close', done))
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{}\n' })
  })

  it('ends at once when it is ended while it waits for its event', async () => {
    const child = sandbox().start(['run', '--host', 'cursor'], 'pipe')
    await new Promise((done) => setTimeout(done, 400))
    child.kill('SIGTERM')
    const signal = await new Promise((done) => child.once('close', (_code, by) => done(by)))
    expect(signal).toBe('SIGTERM')
  })
})
