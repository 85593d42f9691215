import { expect, onTestFinished, test, vi } from 'vitest'
import { exchange } from './http.ts'

test('no request is sent where a variable turns the check of certificates off', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  const request = { method: 'GET', maxBytes: 10, timeoutMs: 5_000 } as const
  // Nothing listens on this port, so a request that is sent is "unreachable".
  await expect(exchange({ ...request, url: 'https://127.0.0.1:1/' })).rejects.toMatchObject({
    kind: 'local',
    message: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  })
  await expect(exchange({ ...request, url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({ kind: 'unreachable' })
})
