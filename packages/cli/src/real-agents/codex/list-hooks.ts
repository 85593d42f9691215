/** Asks Codex which hooks it has found, and which of them the person has trusted. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { TrialSandbox } from '../sandbox.ts'

interface FoundHook {
  readonly key: string
  readonly currentHash: string
  readonly trustStatus: string
}

interface Message {
  readonly id?: number
  readonly result: { readonly data: readonly { readonly hooks: readonly FoundHook[] }[] }
}

export async function listHooks(program: string, { root, env }: TrialSandbox): Promise<readonly FoundHook[]> {
  const server = spawn(program, ['app-server'], { cwd: root, env, stdio: ['pipe', 'pipe', 'ignore'] })
  const send = (message: object) => server.stdin.write(`${JSON.stringify(message)}\n`)
  const ended = new Promise((resolve) => server.on('close', resolve))
  try {
    send({ id: 1, method: 'initialize', params: { clientInfo: { name: 'hookline', version: '1' } } })
    for await (const line of createInterface({ input: server.stdout })) {
      // True: the server prints one message of its protocol per line, and only the second request has this result.
      const { id, result } = JSON.parse(line) as Message
      if (id === 1) {
        send({ method: 'initialized' })
        send({ id: 2, method: 'hooks/list', params: { cwds: [root] } })
      }
      if (id === 2) return result.data.flatMap(({ hooks }) => hooks)
    }
    throw new Error('Codex ended without an answer')
  } finally {
    server.kill()
    await ended
  }
}
