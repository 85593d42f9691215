import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { postBounded } from './post-bounded.ts'

/** A server with a certificate that only those accept who know it. */
async function serveSelfSigned() {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-tls-'))
  const [keyFile, certFile] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1']
  execFileSync('openssl', [...words, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', keyFile, '-out', certFile], {
    stdio: 'ignore',
  })
  const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')]
  const server = createServer({ key, cert }, (_, response) => response.end('{"permission":"allow"}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    rmSync(directory, { recursive: true })
  })
  // It listens on a port.
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`, cert }
}

test('a variable of the agent does not make it accept an unknown certificate', async () => {
  const { url, cert } = await serveSelfSigned()
  const post = { url, headers: {}, body: '{}', timeoutMs: 10_000, maxBytes: 1_000 }
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await postBounded(post)).toMatchObject({ kind: 'failed', message: expect.stringContaining('self-signed') })
  expect(await postBounded({ ...post, certificates: cert })).toMatchObject({ kind: 'answered', status: 200 })
})
