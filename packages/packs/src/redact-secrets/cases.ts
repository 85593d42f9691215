import type { PackCanary } from '@hookline/core/sdk'
import type { PackCases } from '../testing/pack-cases.ts'

/** In two parts, so that no scanner reports this file as a leak. */
const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
const published = [
  'dt0c01',
  'ST2EY72KQINMH574WMNVI7YN',
  'G3DFPBEJYMODIDAEX454M7YWBUVEFOWKPRVMWFASS64NFH52PX6BNDVFFM572RZM',
].join('.')
const read =
  (event: 'beforeReadFile' | 'beforeTabFileRead') =>
  (wants: PackCanary['wants'], path: string, content: string): PackCanary => ({
    event,
    says: `${path}: ${content.slice(0, 30)}`,
    wants,
    input: (root) => ({
      file_path: `${root}/${path}`,
      content,
      ...(event === 'beforeReadFile' ? { attachments: [] } : {}),
    }),
  })
const agent = read('beforeReadFile')
const tab = read('beforeTabFileRead')

export const cases: readonly PackCases[] = [
  {
    cases: [tab('allow', 'a.ts', `key = '${token}'`), agent('allow', 'a.ts', `key = '${token}'`)],
  },
  {
    parameters: { action: 'deny' },
    cases: [
      tab('deny', 'a.ts', `key = '${token}'`),
      agent('deny', 'a.ts', `key = '${token}'`),
      agent('deny', 'notes.md', `deploy with ${published}`),
      agent('deny', '.env', 'DB_PASSWORD=hunter2hunter2'),
      tab('allow', 'a.ts', 'key = process.env.KEY'),
      agent('allow', 'a.ts', 'if (password === "") throw new Error("empty")'),
      agent('allow', '.env.example', 'DB_PASSWORD=change-me-please'),
      agent('allow', 'users.csv', 'ada,ada@acme.dev'),
    ],
  },
  {
    parameters: { action: 'deny', personal: true, tab: false },
    cases: [
      agent('deny', 'users.csv', 'ada,ada@acme.dev'),
      agent('deny', 'pay.log', 'card 4111 1111 1111 1111'),
      agent('deny', 'pay.log', 'to DE89 3704 0044 0532 0130 00'),
      agent('allow', 'orders.log', 'order 4111111111111112'),
      agent('allow', 'README.md', 'write to you@example.com'),
      agent('allow', 'a.log', 'id DE00 3704 0044 0532 0130 00 at 2026-01-02 10:00:00'),
      tab('allow', 'users.csv', 'ada,ada@acme.dev'),
    ],
  },
]
