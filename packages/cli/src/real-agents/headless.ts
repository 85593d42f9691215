/** How Hookline itself starts an agent without a person. The trials start it in the same way. */
import { findAgent, type Headless } from '@hookline/core/agents'

export async function loadHeadless(name: string): Promise<Headless> {
  const loaded = await findAgent(name)?.headless?.()
  if (loaded === undefined) throw new Error(`${name} has no headless.ts`)
  return loaded
}
