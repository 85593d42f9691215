import { expect, onTestFinished, test, vi } from 'vitest'
import { post } from './post.ts'

test('nothing is sent where a variable turns the check of certificates off', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  const options = { body: '{}', timeoutMs: 5_000, signal: new AbortController().signal }
  // Nothing listens on this port, so a request that is sent fails otherwise.
  await expect(post('https://127.0.0.1:1/key', options)).rejects.toThrow(/NODE_TLS_REJECT_UNAUTHORIZED is 0/)
  await expect(post('http://127.0.0.1:1/key', options)).rejects.toThrow(/request to 127\.0\.0\.1:1 failed/)
})
