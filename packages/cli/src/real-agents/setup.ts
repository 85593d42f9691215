/** Installs every agent before the tests, and prints which ones are missing and why. */
import type { TestProject } from 'vitest/node'
import { realAgents } from './agents.ts'
import { type Installed, install } from './install.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** By `<id>-<version>`. */
    installed: Readonly<Record<string, Installed>>
  }
}

export default async function setup({ provide }: TestProject): Promise<void> {
  const installed: Record<string, Installed> = {}
  for (const agent of realAgents)
    for (const version of agent.versions) {
      const result = await install(agent, version, (text) => console.log(text))
      if ('missing' in result)
        console.error(
          `SKIPPED: all trials with ${agent.name} ${version}, because it is not installed: ${result.missing}`,
        )
      installed[`${agent.id}-${version}`] = result
    }
  provide('installed', installed)
}
