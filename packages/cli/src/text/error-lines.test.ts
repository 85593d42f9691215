import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseErrorLines } from './error-lines.ts'

/** What Node prints for a hook with this text. */
function failNode(name: string, text: string): readonly string[] {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-error-'))
  const file = join(directory, name)
  writeFileSync(file, text)
  const { stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8', input: '{}' })
  rmSync(directory, { recursive: true })
  return stderr.trimEnd().split('\n')
}

const shown = (lines: readonly string[]) => chooseErrorLines(lines, 5).lines.join('\n')

describe('the lines that say why a program ended', () => {
  it.each([
    ['a syntax error', 'x.js', 'const x = {;\n', /x\.js:1\n[\s\S]*SyntaxError: Unexpected token/],
    [
      'a thrown error',
      'x.mjs',
      'function f() {\n  throw new Error("no file")\n}\nf()\n',
      /x\.mjs:2\n[\s\S]*Error: no file/,
    ],
    ['a missing package', 'x.cjs', "require('no-such-package')\n", /Error: Cannot find module 'no-such-package'/],
    [
      'a missing package of a module',
      'x.mjs',
      "import 'no-such-package'\n",
      /ERR_MODULE_NOT_FOUND\]: Cannot find package/,
    ],
    ['a rejected promise', 'x.mjs', 'await Promise.reject(new TypeError("bad reply"))\n', /TypeError: bad reply/],
    ['JSON that cannot be parsed', 'x.mjs', 'JSON.parse("{")\n', /SyntaxError: Expected property name/],
  ])('of Node: %s', (_, name, text, expected) => {
    const lines = failNode(name, text)
    expect(lines.length).toBeGreaterThan(5)
    expect(shown(lines)).toMatch(expected)
    expect(shown(lines)).not.toContain('    at ')
  })

  it.each([
    [
      'Python',
      [
        'Traceback (most recent call last):',
        '  File "x.py", line 1, in <module>',
        '    f()',
        '  File "x.py", line 9, in f',
        '    g()',
        "KeyError: 'command'",
      ],
      "KeyError: 'command'",
    ],
    [
      'Ruby',
      [
        "x.rb:3:in `f': no such file (Errno::ENOENT)",
        ...Array.from({ length: 9 }, (_, at) => `\tfrom x.rb:${at}:in \`g'`),
      ],
      'no such file',
    ],
    [
      'Java',
      [
        'Exception in thread "main" java.lang.IllegalStateException: closed',
        ...Array.from({ length: 9 }, (_, at) => `\tat a.B.c(B.java:${at})`),
      ],
      'IllegalStateException: closed',
    ],
    [
      'Rust',
      [
        "thread 'main' panicked at src/main.rs:2:5:",
        'no event',
        ...Array.from({ length: 9 }, (_, at) => `  ${at}: core::panic`),
      ],
      "thread 'main' panicked at src/main.rs:2:5",
    ],
    [
      'Go',
      ['panic: no event', '', 'goroutine 1 [running]:', ...Array.from({ length: 9 }, (_, at) => `main.f${at}()`)],
      'panic: no event',
    ],
  ])('of %s', (_, lines, expected) => {
    expect(shown(lines)).toContain(expected)
  })

  it('are the last ones of a text without a message of this form', () => {
    const lines = ['1', '2', '    at the end (of it)', '3', '4', '5', 'the reason']
    expect(chooseErrorLines(lines, 5)).toEqual({ lines: lines.slice(-5), omitted: 2 })
  })

  it('are all lines of a short text', () => {
    const lines = ['Error: a', '    at f (x.js:1:2)', 'Node.js v20.1.0']
    expect(chooseErrorLines(lines, 5)).toEqual({ lines, omitted: 0 })
  })

  it('are never more than asked for', () => {
    const lines = ['Error: first', ...Array.from({ length: 30 }, (_, at) => `line ${at}`)]
    expect(chooseErrorLines(lines, 5)).toEqual({ lines: ['Error: first', ...lines.slice(-4)], omitted: 26 })
  })
})
