import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

function guarded(): Sandbox {
  const scratch = sandbox()
  scratch.script(
    'guard.sh',
    `case "$(cat)" in *"push -f"*) echo '{"permission":"deny","agent_message":"Not here."}' ;; esac`,
  )
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: './guard.sh' }] }))
  scratch.hookline(['trust', 'add', '--yes'])
  return scratch
}

const send = (scratch: Sandbox, command: string) =>
  scratch.hookline(['run', '--host', 'cursor'], {
    stdin: JSON.stringify({ hook_event_name: 'beforeShellExecution', command, workspace_roots: [scratch.root] }),
  })

/** The lines of `listen`, which has started: the first record is sent until it arrives. */
async function listenTo(scratch: Sandbox, args: readonly string[]) {
  const child = scratch.start(args)
  const lines: string[] = []
  if (child.stdout !== null) createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const until = async (done: () => boolean, act = () => {}) => {
    for (let tries = 0; !done() && tries < 100; tries++) {
      act()
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  await until(
    () => lines.length > 0,
    () => void send(scratch, 'git push -f first'),
  )
  return { child, lines, until }
}
const ended = async (child: ChildProcess): Promise<number | null> => {
  const over = once(child, 'exit')
  child.kill('SIGINT')
  return (await over)[0] as number | null
}

describe('hookline listen', () => {
  it('shows each event as it happens, with the message to the agent, until Ctrl-C', async () => {
    const scratch = guarded()
    const { child, lines, until } = await listenTo(scratch, ['listen'])
    send(scratch, 'npm test')
    await until(() => lines.some((line) => line.includes('npm test')))
    expect(await ended(child)).toBe(130)
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d cursor {2}beforeShellExecution git push -f first +DENY guard\.sh +\d+ ms {2}#\w{4}$/,
    )
    expect(lines[1]).toBe('          to the agent: "Not here."')
    expect(lines.find((line) => line.includes('npm test'))).toMatch(/npm test +ALLOW +\d+ ms/)
  })

  it('follows the log into another file, and loses nothing', async () => {
    const scratch = guarded()
    scratch.write('../home/config/hookline/hookline.json', { version: 1, hooks: {}, log: { maxMb: 1 } })
    const { child, lines, until } = await listenTo(scratch, ['listen', '--json'])
    const sent = [1, 2, 3, 4].map((number) => `echo part-${number} ${'x'.repeat(50_000)}`)
    for (const command of sent) send(scratch, command)
    await until(() => lines.some((line) => line.includes('part-4')))
    await ended(child)
    const got = lines.map((line) => JSON.parse(line).input.command).filter((command) => command.includes('part-'))
    expect(got.map((command) => command.length)).toEqual(sent.map((command) => command.length))
    expect(readdirSync(join(scratch.home, 'state/hookline/log')).length).toBeGreaterThan(1)
  })

  it('first shows what happened since a time, filters, and ends after a number', () => {
    const scratch = guarded()
    for (const command of ['npm test', 'git push -f', 'ls']) send(scratch, command)
    const { code, stdout } = scratch.hookline(['listen', '--since', '1h', '--limit', '2', '--json'])
    expect(code).toBe(0)
    const commands = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).input.command)
    expect(commands).toEqual(['npm test', 'git push -f'])
    expect(scratch.hookline(['listen', '--since', '1h', '--limit', '1', '--denied']).stdout).toContain('git push -f')
    expect(readdirSync(join(scratch.home, 'state/hookline/log'))).toHaveLength(1)
  })
})
