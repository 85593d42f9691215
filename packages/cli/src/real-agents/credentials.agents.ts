/** Compares the places of credentials that a real agent's program names with those that a strict sandbox hides (CONTRACT §19). */
import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import { agents } from '@hookline/core/agents'
import { expect } from 'vitest'
import { realAgents } from './agents.ts'
import { eachVersion, sampled } from './subjects.ts'

/** Names in the programs that are not files of the agent with secrets in its home directory. */
const others = new Set([
  // Google's own tool writes it below `.config/gcloud`, which is on the list.
  'application_default_credentials.json',
  // Which servers need a sign-in, without tokens.
  'mcp-needs-auth-cache.json',
  // Which stored credential an extension uses, without it.
  '.qwen-extension-git-credentials.json',
  // Files of other programs, in lists of names that an agent treats as secret, and in libraries.
  ...['oauth1_token.json', 'oauth2_token.json', 'credentials.json', 'credentials.tfrc.json', 'credentials-config.json'],
  ...['aiven-credentials.json', 'pub-credentials.json', '1password-credentials.json'],
])
const named =
  '["\'`/]([A-Za-z0-9_.-]*(oauth|creds|credentials|mcp-auth|accounts)[A-Za-z0-9_.-]*\\.json|auth\\.json)["\'`]'

/** With grep, because a program may be larger than a string can be. Exit code 1 means that it names none. */
function findNames(directory: string): readonly string[] {
  const { stdout, status } = spawnSync('grep', ['-raohE', named, directory], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  expect(status).toBeLessThan(2)
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(1, -1))
}

/** The credentials of every agent, because an agent may read those of another. */
const hidden = new Set(agents.flatMap(({ credentials = [] }) => credentials.map((path) => basename(path))))

for (const agent of realAgents)
  eachVersion(agent, 'What a strict sandbox hides', ({ directory }) => {
    sampled('every file with credentials that the program names is hidden in a strict sandbox', async () => {
      const unknown = new Set(findNames(directory).filter((name) => !hidden.has(name) && !others.has(name)))
      expect([...unknown]).toEqual([])
    })
  })
