import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useScratch } from '../../testing/scratch.ts'
import { until } from '../../testing/wait-until.ts'
import { createBoundedOutput } from './bounded-output.ts'
import { createHost } from './create-host.ts'

let root: string
const { open } = useScratch((scratch) => {
  ;({ root } = scratch)
})
async function session(signal?: AbortSignal) {
  const failures: { readonly [field: string]: unknown }[] = []
  const hooks = await open({
    hooks: {
      postToolUseFailure: [{ name: 'failures', run: (input) => void failures.push(input as never) }],
    },
  })
  const host = createHost(hooks)
  return { host, failures, ...host.session(signal === undefined ? {} : { signal }) }
}
const isAlive = (pid: number) => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(statusOf(pid))
const statusOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return 'State: Z'
  }
}

describe('a command', () => {
  it('returns the output of both streams, in pieces and as a whole', async () => {
    const pieces: string[] = []
    const { shell } = await session()
    const result = await shell('echo out; echo err >&2; printf ä', { onOutput: (text) => void pieces.push(text) })
    expect(result).toMatchObject({ exitCode: 0, ended: 'exit', leftOut: 0 })
    expect(pieces.join('')).toBe(result.output)
    for (const part of ['out\n', 'err\n', 'ä']) expect(result.output).toContain(part)
  })

  it('has no terminal and no input', async () => {
    const { shell } = await session()
    expect((await shell('cat; test -t 0 || echo none')).output).toBe('none\n')
  })

  it('runs in the given directory, relative to that of the session', async () => {
    const { shell } = await session()
    await shell('mkdir inner')
    expect((await shell('pwd', { cwd: 'inner' })).output.trim()).toBe(join(root, 'inner'))
  })

  it('ended by a signal has no exit code', async () => {
    const { shell, failures } = await session()
    expect(await shell('kill -9 $$')).toMatchObject({ exitCode: null, ended: 'signal' })
    expect(failures).toMatchObject([{ failure_type: 'error', error_message: 'ended by a signal', is_interrupt: false }])
  })

  it('is stopped at the timeout with all its children, and its output is kept', async () => {
    const { shell, failures } = await session()
    const result = await shell('sleep 300 & echo $!; trap "" TERM; wait; sleep 300', { timeoutMs: 300 })
    expect(result).toMatchObject({ ended: 'timeout', exitCode: null })
    const pid = Number(result.output)
    await until(() => !isAlive(pid))
    expect(failures).toMatchObject([
      { failure_type: 'timeout', error_message: 'timed out after 0.3 s', is_interrupt: false },
    ])
  })

  it('that is cancelled is stopped, and the failure is an interrupt', async () => {
    const cancel = new AbortController()
    const { shell, failures, host } = await session()
    const result = await shell('echo $$; exec sleep 300', {
      signal: cancel.signal,
      onOutput: () => cancel.abort(),
    })
    expect(result).toMatchObject({ ended: 'cancelled', exitCode: null })
    await until(() => !isAlive(Number(result.output)))
    await host.close()
    expect(failures).toMatchObject([{ failure_type: 'error', is_interrupt: true }])
  })

  it('of a cancelled session does not start', async () => {
    const cancel = new AbortController()
    const { shell, failures, host } = await session(cancel.signal)
    cancel.abort()
    expect(await shell('touch ran')).toEqual({ output: '', exitCode: null, ended: 'cancelled', leftOut: 0 })
    await host.close()
    expect(existsSync(join(root, 'ran'))).toBe(false)
    expect(failures).toMatchObject([{ is_interrupt: true }])
  })

  it('is finished when it ends, even if another process keeps its output open', async () => {
    const { shell } = await session()
    const { output, ended } = await shell('sleep 300 & echo $!')
    const pid = Number(output)
    expect([ended, isAlive(pid)]).toEqual(['exit', true])
    process.kill(pid)
  })

  it('is finished when it ends, even if a process left behind never stops printing', async () => {
    const { shell } = await session()
    const { output, ended } = await shell('(while :; do echo more; sleep 0.01; done) & echo $!')
    process.kill(Number(/\d+/.exec(output)?.[0]))
    expect(ended).toBe('exit')
  })

  it('continues if onOutput throws', async () => {
    const { shell } = await session()
    const onOutput = () => {
      throw new Error('mine')
    }
    expect((await shell('echo one; echo two', { onOutput })).output).toBe('one\ntwo\n')
  })

  it('that is left behind may continue to print', async () => {
    const { shell } = await session()
    await shell('(sleep 0.2; for i in 1 2 3; do echo more; done; touch went-on) & echo begun')
    await until(() => existsSync(join(root, 'went-on')))
  })

  it('that prints too much keeps its head and its tail', async () => {
    const { shell } = await session()
    const { output, leftOut } = await shell('seq 1 200000', { maxBytes: 2000 })
    expect(output.startsWith('1\n2\n')).toBe(true)
    expect(output.endsWith('199999\n200000\n')).toBe(true)
    expect(output).toContain(`[… ${leftOut} bytes left out …]`)
    expect(leftOut).toBe(1288895 - 2000)
  })

  it('runs in parallel with others of its session', async () => {
    const { shell } = await session()
    const results = await Promise.all(Array.from({ length: 12 }, (_, at) => shell(`echo ${at}`)))
    expect(results.map(({ output }) => output)).toEqual(Array.from({ length: 12 }, (_, at) => `${at}\n`))
  })
})

describe('bounded output', () => {
  it('keeps everything that fits, or else the head and tail within the limit, and counts every byte', () => {
    const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }))
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 200 }), (parts, maxBytes) => {
        const bounded = createBoundedOutput(maxBytes)
        for (const text of parts) bounded.add(text)
        const whole = parts.join('')
        const { output, leftOut } = bounded.read()
        const total = Buffer.byteLength(whole)
        if (total <= maxBytes - 6) expect(output).toBe(whole)
        if (leftOut === 0) expect(output).toBe(whole)
        if (leftOut === 0) return
        const [head = '', tail = ''] = output.split(`\n[… ${leftOut} bytes left out …]\n`)
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true)
        expect(Buffer.byteLength(head) + Buffer.byteLength(tail)).toBeLessThanOrEqual(maxBytes)
        expect(Buffer.byteLength(head) + Buffer.byteLength(tail) + leftOut).toBe(total)
      }),
    )
  })
})
