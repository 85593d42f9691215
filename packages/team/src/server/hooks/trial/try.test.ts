import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import type { Draft } from '../check.ts'
import { findSandboxProblem } from './sandbox.ts'
import { tryHook } from './try.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'hookline-data-'))
writeFileSync(join(dataDir, 'master.key'), 'SECRET')
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const context = { dataDir, allowsTrial: true } as Context

const draft = (script_content: string, more: Partial<Draft> = {}): Draft => ({
  kind: 'script',
  config: '',
  hook_step: 'beforeShellExecution',
  script_name: 'guard.sh',
  operating_systems: '[]',
  matcher: null,
  timeout: null,
  fail_closed: null,
  approvals: null,
  loop_limit: null,
  script_content,
  ...more,
})
const sh = (text: string, more: Partial<Draft> = {}) => draft(`#!/bin/sh\n${text}\n`, more)
const why = await findSandboxProblem(dataDir)

test('without a sandbox, or with trials switched off, the script does not run and the error has the reason', async () => {
  await expect(tryHook({ ...context, allowsTrial: false }, sh('true'), '')).rejects.toThrow(/switched off/)
  if (why !== undefined)
    await expect(tryHook(context, sh('true'), '')).rejects.toThrow(/cannot run scripts in a sandbox/)
})

// Without a sandbox the trial is refused, which the test above covers.
if (why !== undefined) console.warn(`trials cannot be contained here: ${why}`)
else
  describe('a trial', () => {
    test('returns the decision of the engine', async () => {
      const trial = await tryHook(context, sh(`cat >&2; echo '{"permission":"deny","user_message":"no"}'`), '')
      expect(trial).toMatchObject({ verdict: 'deny', exitCode: 0, error: '' })
      expect(trial.because).toContain('guard.sh')
      expect(trial.because).not.toContain('unshare')
      expect(JSON.parse(trial.stderr)).toMatchObject({ hook_event_name: 'beforeShellExecution', command: 'git status' })
    })

    test('uses the given input and respects the matcher', async () => {
      const deny = sh(`echo '{"permission":"deny"}'`, { matcher: '^rm' })
      expect(await tryHook(context, deny, '{"command":"rm -r x"}')).toMatchObject({ verdict: 'deny' })
      expect(await tryHook(context, deny, '{"command":"ls"}')).toMatchObject({ verdict: 'allow', exitCode: -1 })
      await expect(tryHook(context, deny, '[]')).rejects.toThrow(/must be a JSON object/)
      await expect(tryHook(context, sh('true', { hook_step: 'noSuchEvent' }), '')).rejects.toThrow(/no event/)
    })

    test('a script that fails or does not end is a failure', async () => {
      expect(await tryHook(context, sh('exit 7'), '')).toMatchObject({
        exitCode: 7,
        error: expect.stringMatching(/^exit/),
      })
      const slow = await tryHook(context, sh('sleep 60', { timeout: 0.5 }), '')
      expect(slow.error).toMatch(/^timeout/)
    })

    test('the script has no network, no files of the server and no environment, and its writes are discarded', async () => {
      const server = createServer((_, response) => response.end('reached')).listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      const { port } = server.address() as AddressInfo
      process.env.CANARY = 'CANARY-OF-THE-SERVER'
      const marker = `/tmp/hookline-escape-${process.pid}`
      const script = sh(
        [
          `cat '${dataDir}/master.key'`,
          'env',
          'cat /proc/1/environ /proc/*/environ 2>/dev/null | tr "\\0" "\\n"',
          `touch ${marker} /usr/hookline-escape 2>&1`,
          `(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>&1`,
          `python3 -c 'import urllib.request as u; print(u.urlopen("http://127.0.0.1:${port}", timeout=2).read())' 2>&1 | tail -1`,
          'ls /home /root /etc /var 2>&1',
          'unshare --user --map-root-user true && mount --bind /proc /tmp 2>&1',
          'exit 0',
        ].join('\n'),
      )
      const { stdout, stderr } = await tryHook(context, script, '')
      const all = stdout + stderr
      for (const word of ['SECRET', 'CANARY', 'reached']) expect(all).not.toContain(word)
      expect(all).toMatch(/No such file or directory/)
      const { existsSync } = await import('node:fs')
      expect([existsSync(marker), existsSync('/usr/hookline-escape')]).toEqual([false, false])
      delete process.env.CANARY
      server.close()
    })

    test('the script has no rights outside the sandbox even if the server is root', async () => {
      const pattern = '/proc/sys/kernel/core_pattern'
      const mode = () => statSync('/dev/null').mode
      const before = [readFileSync(pattern, 'utf8'), mode(), readFileSync(join(dataDir, 'master.key'), 'utf8')]
      const { stdout } = await tryHook(
        context,
        sh(
          [
            'exec 2>/dev/null',
            'read inside outside count < /proc/self/uid_map; echo "outside $outside."',
            `for file in ${pattern} /proc/sys/vm/swappiness /proc/sysrq-trigger /proc/self/oom_score_adj; do`,
            '  [ -w $file ] && echo "writable $file"; cat $file > /tmp/same; cat /tmp/same > $file && echo "wrote $file"',
            'done',
            `chmod 666 /dev/null && echo chmod`,
            `echo x > '${dataDir}/master.key' && echo key`,
            `mkdir -p '${dataDir}' && touch '${dataDir}/left'`,
            'unshare --user --map-root-user sh -c "mount -t proc proc /proc && echo mounted; echo inner"',
            'grep CapEff /proc/self/status; echo text > /dev/null && echo end',
          ].join('\n'),
        ),
        '',
      )
      const outside = process.getuid?.() === 0 ? 65_521 : process.getuid?.()
      expect(stdout).toBe(`outside ${outside}.\nCapEff:\t0000000000000000\nend\n`)
      expect([readFileSync(pattern, 'utf8'), mode(), readFileSync(join(dataDir, 'master.key'), 'utf8')]).toEqual(before)
      expect(readdirSync(dataDir)).toEqual(['master.key'])
    })

    test('memory, files and processes are limited', async () => {
      const { stdout, stderr } = await tryHook(
        context,
        sh(
          [
            `python3 -c 'bytearray(900 << 20); print("memory")' 2>&1 | tail -1`,
            `python3 -c 'bytearray(200 << 20); print("some memory")'`,
            `python3 -c 'import os; fd = os.memfd_create("m"); os.write(fd, bytes(1 << 20)); os.ftruncate(fd, 900 << 20)' 2>&1 | tail -1`,
            'i=0; while [ $i -lt 300 ]; do sleep 20 & i=$((i+1)); done; echo all',
          ].join('\n'),
        ),
        '',
      )
      expect(stdout).toContain('MemoryError\nsome memory\n')
      expect(stdout).not.toMatch(/^memory$|^all$/m)
      expect(stderr).toMatch(/fork/i)
    })

    test('background processes of a script end with it even if they ignore the signal', async () => {
      const marker = `hookline-left-${process.pid}`
      const hide = 'import os, ctypes, time; ctypes.CDLL(None).prctl(1, 0); os.setsid(); time.sleep(99)'
      const left = () =>
        readdirSync('/proc').filter((pid) => {
          try {
            return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`\0${marker}\0`)
          } catch {
            return false
          }
        })
      await tryHook(context, sh(`python3 -c '${hide}' ${marker} >/dev/null 2>&1 &\nsleep 1`), '')
      await expect.poll(left).toEqual([])
      await tryHook(context, sh(`exec python3 -c '${hide}' ${marker}`, { timeout: 1 }), '')
      await expect.poll(left).toEqual([])
    })
  })
