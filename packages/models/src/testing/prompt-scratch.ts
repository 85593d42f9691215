/** For tests of prompt hooks: a home whose hookline.json names a scripted server, and engines over it. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type CreateOptions, createHooks, type Hooks } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type ModelServer, type Script, startModelServer } from './server.ts'

export interface PromptScratch {
  readonly home: string
  readonly root: string
  readonly enterpriseDir: string
  write(path: string, value: unknown): void
  serve(script: Script, key?: string): Promise<ModelServer>
  /** The user's hookline.json: `models` over a provider `local` at the server, and one prompt hook on the event. */
  configure(url: string, over?: Configured): void
  open(options?: Partial<CreateOptions>): Promise<Hooks>
  end(): Promise<void>
}

interface Configured {
  readonly provider?: JsonObject
  readonly models?: JsonObject
  readonly entry?: JsonObject
  readonly event?: string
}

export function promptScratch(): PromptScratch {
  const base = mkdtempSync(join(tmpdir(), 'hookline-models-'))
  const [home, root, enterpriseDir] = ['home', 'work', 'enterprise'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ]
  for (const directory of [home, root]) mkdirSync(directory)
  const servers: ModelServer[] = []
  const engines: Hooks[] = []
  const write = (path: string, value: unknown) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return {
    home,
    root,
    enterpriseDir,
    write,
    async serve(script, key) {
      const server = await startModelServer(script, key === undefined ? {} : { key })
      servers.push(server)
      return server
    },
    configure(url, { provider, models, entry, event = 'beforeShellExecution' } = {}) {
      write(join(home, '.config/hookline/hookline.json'), {
        models: {
          default: 'local:judge',
          providers: { local: { type: 'openai-compatible', baseUrl: url, apiKeyEnv: 'LOCAL_KEY', ...provider } },
          ...models,
        },
        hooks: { [event]: [{ type: 'prompt', prompt: 'Is this safe?', timeout: 5, ...entry }] },
      })
    },
    async open(options = {}) {
      const hooks = await createHooks({
        workspaceRoots: [root],
        home,
        enterpriseDir,
        watch: false,
        env: { LOCAL_KEY: 'the-key' },
        ...options,
      })
      engines.push(hooks)
      return hooks
    },
    async end() {
      await Promise.all(engines.map((hooks) => hooks.close()))
      await Promise.all(servers.map((server) => server.close()))
      rmSync(base, { recursive: true, force: true })
    },
  }
}
