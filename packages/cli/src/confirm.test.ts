import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { canAsk, confirm } from './confirm.ts'
import type { Io } from './io.ts'

function terminal(signal = new AbortController().signal) {
  const written: string[] = []
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const output = { isTTY: true, write: (text: string) => written.push(text) }
  const io: Io = { stdin, stdout: output, stderr: output, env: {}, cwd: '/', signal }
  return { io, stdin, written }
}

describe('a question at the terminal', () => {
  it.each([
    ['y\n', true],
    ['Yes\n', true],
    [' y \n', true],
    ['n\n', false],
    ['\n', false],
    ['q\n', false],
  ])('%j is %s', async (typed, want) => {
    const { io, stdin, written } = terminal()
    stdin.write(typed)
    expect(await confirm(io, 'Really?')).toBe(want)
    expect(written[0]).toBe('Really? [y/N] ')
  })

  it('asks again after an answer that is neither, so that nothing is lost by a slip', async () => {
    for (const [second, want] of [
      ['y\n', true],
      ['n\n', false],
    ] as const) {
      const { io, stdin, written } = terminal()
      stdin.write('yellow\n')
      const answered = confirm(io, 'Really?')
      await expect.poll(() => written.at(-1)).toBe('Type y for yes or n for no, and press Enter: ')
      stdin.write(second)
      expect(await answered).toBe(want)
    }
    const ended = terminal()
    ended.stdin.end('yellow\n')
    expect(await confirm(ended.io, 'Really?')).toBe(false)
  })

  it('shows the diff for d, and asks again after it and after a slip', async () => {
    const { io, stdin, written } = terminal()
    stdin.write('d\n')
    const answered = confirm(io, 'Write?', { showDiff: () => void io.stderr.write('the diff\n') })
    await expect.poll(() => written).toEqual(['Write? [y/N, d to show the diff] ', 'the diff\n', written[0]])
    stdin.write('dy\n')
    await expect.poll(() => written.at(-1)).toBe('Type y for yes, d for the diff or n for no, and press Enter: ')
    stdin.write('y\n')
    expect(await answered).toBe(true)
  })

  it('treats the end of input and an interruption as no', async () => {
    const ended = terminal()
    ended.stdin.end()
    expect(await confirm(ended.io, 'Really?')).toBe(false)
    const abort = new AbortController()
    const interrupted = confirm(terminal(abort.signal).io, 'Really?')
    abort.abort()
    expect(await interrupted).toBe(false)
  })

  it('is not asked without a terminal', () => {
    const { io } = terminal()
    expect(canAsk(io)).toBe(true)
    expect(canAsk({ ...io, stderr: { write: () => {} } })).toBe(false)
    expect(canAsk({ ...io, stdin: new PassThrough() })).toBe(false)
  })
})
