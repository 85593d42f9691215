import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasLinks } from '../../testing/system.ts'
import { nodeFiles } from './files.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookline-files-'))
  file = join(directory, 'hooks.json')
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const code = (path = file) => {
  const found = nodeFiles.read(path)
  if (found.kind !== 'unreadable') return found.kind
  expect(found.message).not.toBe('')
  expect(found.hint).not.toBe('')
  return found.code
}

describe('reading a file', () => {
  it.runIf(hasLinks)('returns its text without a BOM, and follows links', () => {
    writeFileSync(file, '\uFEFF{"ä":1}')
    symlinkSync(file, join(directory, 'link'))
    expect(nodeFiles.read(join(directory, 'link'))).toEqual({ kind: 'text', text: '{"ä":1}' })
  })

  it('reports a missing file, also below a file', () => {
    expect(code()).toBe('missing')
    writeFileSync(file, '')
    expect(code(join(file, 'x'))).toBe('missing')
  })

  it('reports that a directory is not a file', () => {
    mkdirSync(file)
    expect(code()).toBe('not-a-file')
  })

  it.skipIf(process.platform === 'win32')('a FIFO does not block', () => {
    execFileSync('mkfifo', [file])
    expect(code()).toBe('not-a-file')
  })

  it.skipIf(process.platform === 'win32')('a device is not a file', () => expect(code('/dev/zero')).toBe('not-a-file'))

  it.runIf(hasLinks)('reports circular and dangling links', () => {
    symlinkSync(file, join(directory, 'b'))
    symlinkSync(join(directory, 'b'), file)
    expect(code()).toBe('file-unreadable')
    symlinkSync(join(directory, 'nowhere'), join(directory, 'c'))
    expect(code(join(directory, 'c'))).toBe('file-unreadable')
  })

  it('reads 1 MiB, but not one byte more, nor 50 MB', () => {
    writeFileSync(file, 'a'.repeat(2 ** 20))
    expect(code()).toBe('text')
    writeFileSync(file, 'a'.repeat(2 ** 20 + 1))
    expect(code()).toBe('too-large')
    truncateSync(file, 50_000_000)
    expect(code()).toBe('too-large')
  })

  it('reports NUL bytes and invalid UTF-8', () => {
    writeFileSync(file, '{"a":"\0"}')
    expect(code()).toBe('encoding')
    writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]))
    expect(code()).toBe('encoding')
  })

  it.skipIf(process.platform === 'win32')('a file without permission cannot be read', () => {
    writeFileSync(file, '{}')
    chmodSync(file, 0)
    chmodSync(directory, 0o755)
    // Root may read everything, so read as another user.
    const isRoot = process.geteuid?.() === 0
    if (isRoot) process.seteuid?.(65534)
    try {
      expect(code()).toBe('file-unreadable')
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  })
})

describe('the stamp', () => {
  it('changes with the content and stays for what is missing', () => {
    expect(nodeFiles.stamp(file)).toBe(nodeFiles.stamp(join(directory, 'other')))
    writeFileSync(file, 'a')
    const first = nodeFiles.stamp(file)
    writeFileSync(file, 'b')
    expect(nodeFiles.stamp(file)).not.toBe(first)
  })
})
