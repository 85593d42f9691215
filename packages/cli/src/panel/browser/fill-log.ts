/** Fills the log with many records, written by another process with the real engine. */
import { spawnSync } from 'node:child_process'
import type { Sandbox } from '../../testing/cli.ts'

const core = new URL('../../../../core/dist/node/index.js', import.meta.url).href

/** The n-th event has the command `commands[n % length]`, and every tenth event is denied. */
export function fillLog(
  scratch: Sandbox,
  count: number,
  commands: readonly string[] = ['npm test', 'git status'],
): void {
  const program = `
    import { createHooks } from ${JSON.stringify(core)}
    const [count, commands] = JSON.parse(process.argv[1])
    let at = 0
    const guard = () => ({ permission: at % 10 === 0 ? 'deny' : 'allow', agent_message: commands[at % commands.length] })
    const hooks = await createHooks({
      workspaceRoots: [], watch: false, sources: { only: [] }, log: { host: 'cursor' },
      hooks: { beforeShellExecution: [{ name: 'guard', run: guard }] },
    })
    for (; at < count; at++)
      await hooks.fire('beforeShellExecution', { command: commands[at % commands.length] + ' #' + at, cwd: process.cwd(), sandbox: false })
    await hooks.close()`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', program, JSON.stringify([count, commands])],
    { cwd: scratch.root, env: scratch.env, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`filling the log failed: ${stderr}`)
}
