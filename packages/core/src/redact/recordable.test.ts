import { expect, test } from 'vitest'
import { recordable } from './recordable.ts'

const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
const hash = (text: string) => `#${text.length}`

test('private fields are marks, and what stood in them stands nowhere else', () => {
  const input = { prompt: 'the plan is secret', attachments: [], model: 'asked: the plan is secret' }
  expect(recordable('beforeSubmitPrompt', input, 'metadata', hash).input).toEqual({
    prompt: { private: true, length: 18, sha256: '#18' },
    attachments: [],
    model: 'asked: [private]',
  })
})

test('full capture keeps everything except secrets, and lists their paths', () => {
  const input = { prompt: `use ${token}`, attachments: [] }
  expect(recordable('beforeSubmitPrompt', input, 'full', hash)).toEqual({
    input: { prompt: 'use [redacted:github]', attachments: [] },
    redacted: ['input.prompt'],
  })
})
