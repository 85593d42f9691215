import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { isWindows } from '../../testing/system.ts'
import { replaceFile } from './replace-file.ts'

function scratch() {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-replace-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  writeFileSync(join(directory, 'new'), 'new')
  return { directory, fresh: join(directory, 'new'), file: join(directory, 'file') }
}

test('replaces a file, and throws where that is not possible', () => {
  const { directory, fresh, file } = scratch()
  writeFileSync(file, 'old')
  replaceFile(fresh, file)
  expect(readFileSync(file, 'utf8')).toBe('new')
  expect(() => replaceFile(fresh, file)).toThrow(/ENOENT/)
  mkdirSync(join(directory, 'taken/inside'), { recursive: true })
  expect(() => replaceFile(file, join(directory, 'taken'))).toThrow()
})

test.runIf(isWindows)('waits for a program that has the file open', async () => {
  const { directory, fresh, file } = scratch()
  const line = `/d /s /c ""${process.execPath}" -e setTimeout(Object,300) > file"`
  const holder = spawn('cmd.exe', [line], { cwd: directory, windowsVerbatimArguments: true, stdio: 'ignore' })
  for (let tries = 0; tries < 200 && !existsSync(file); tries++) await sleep(10)
  const ended = new Promise((resolve) => holder.on('exit', resolve))
  for (let tries = 0; tries < 10; tries++) {
    try {
      replaceFile(fresh, file)
      break
    } catch {
      await sleep(100)
    }
  }
  expect(readFileSync(file, 'utf8')).toBe('new')
  await ended
})
