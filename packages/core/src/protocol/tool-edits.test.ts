import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foreignTools } from '../agents/foreign.ts'
import { readPatch } from './read-patch.ts'
import { editsOfTool } from './tool-edits.ts'
import { isEditTool, toolSubjects } from './tools.ts'

const pathsOf = (input: unknown) => editsOfTool(input).files.flatMap(({ paths }) => paths)

describe('the files that an edit names', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['a written file', { file_path: '/w/a.ts', content: 'x' }, ['/w/a.ts']],
    ['a text replacement', { path: 'a.ts', old_string: 'a', new_string: 'b' }, ['a.ts']],
    ['a notebook', { target_notebook: 'a.ipynb', cell_idx: 1, new_string: 'b' }, ['a.ipynb']],
    ['edits of several files', { edits: [{ path: 'a' }, { file_path: 'b' }] }, ['a', 'b']],
    ['a patch in a field', { patch: '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b' }, ['a.ts']],
    ['a patch as text', '*** Begin Patch\n*** Add File: a b.ts\n+x\n*** Delete File: c.ts', ['a b.ts', 'c.ts']],
    ['a patch in JSON text', JSON.stringify({ input: '*** Update File: a.ts' }), ['a.ts']],
    ['a patch as a JSON string', JSON.stringify('*** Update File: a.ts'), ['a.ts']],
    ['a move', '*** Update File: a.ts\r\n*** Move to: b.ts\r\n@@\r\n-x', ['a.ts', 'b.ts']],
    ['odd spacing', '  ***  update  file :  a.ts  ', ['a.ts']],
    ['a unified diff', '--- a/a.ts\t2026-01-01\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b', ['a.ts', 'a/a.ts', 'b/a.ts']],
    ['a new file', '--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1 @@\n+b', ['a.ts', 'b/a.ts']],
    ['a rename', 'diff --git a/x b/y\nrename from x\nrename to y', ['x', 'a/x', 'y', 'b/y']],
    [
      'a quoted name',
      'diff --git "a/\\303\\244 \\"q\\".txt" "b/\\303\\244 \\"q\\".txt"\n+x',
      ['ä "q".txt', 'a/ä "q".txt', 'b/ä "q".txt'],
    ],
    ['names with blanks', 'diff --git a/a b.ts b/a b.ts\n+x', ['a b.ts', 'a/a b.ts', 'b/a b.ts']],
    ['a patch as a list of lines', { path: 'a', patch: ['*** Update File: b', '+x'] }, ['a', 'b']],
    ['two patch fields', { path: 'a', patch: '', diff: '--- b\n+++ b\n-1\n+2' }, ['a', 'b']],
    ['operations', { path: 'a', operations: [{ path: 'b', new_string: 'x' }] }, ['a', 'b']],
    ['a map of changes', { file_path: 'a', changes: { '.env': {} } }, ['a', '.env']],
    ['edits of the file above them', { path: 'a', edits: [{ old_string: 'x', new_string: 'y' }] }, ['a', 'a']],
    ['an index line after changes', 'Index: a\n+x\nIndex: b\n+y', ['a', 'b']],
    ['tabs after the dashes', '--- a\n+++ a\n+x\n---\tb\n+++\tb\n+y', ['a', 'b']],
    ['a hunk beside a path', { path: 'a', patch: '@@ -1 +1 @@\n-x\n+y' }, ['a']],
    ['two files', '--- a\n+++ a\n-1\n+2\n--- b\n+++ b\n-1\n+2', ['a', 'b']],
  ])('%s', (_name, input, want) => {
    expect(pathsOf(input)).toEqual(want)
    expect(editsOfTool(input).complete).toBe(true)
  })

  it.each<[string, unknown]>([
    ['prose', 'please change the second line'],
    ['hunks without a file', '@@ -1 +1 @@\n-a\n+b'],
    ['lines before the first file', '-a\n+b\n*** Update File: c'],
    ['an unknown section', '*** Update File: a\n+x\n*** Replace File: b\n+y'],
    ['an unknown section, with a path', { path: 'a', patch: '*** Update File: a\n*** Replace File: b' }],
    ['an empty object', {}],
    ['an empty path', { file_path: '' }],
    ['null', null],
    ['a list', ['a']],
    ['an empty text', ''],
  ])('%s names no file', (_name, input) => {
    expect(editsOfTool(input).complete).toBe(false)
  })

  it('gives the removed and the added text of each file', () => {
    const { files } = editsOfTool('*** Update File: a\n@@\n-one\n+two\n context\n*** Add File: b\n+three\n+four')
    expect(files).toEqual([
      { paths: ['a'], oldText: 'one', newText: 'two' },
      { paths: ['b'], oldText: '', newText: 'three\nfour' },
    ])
  })

  it('reads every path back that a patch was made of', () => {
    const path = fc.stringMatching(/^[\w.][\w./-]{0,20}$/).filter((one) => one !== '/dev/null')
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 5 }), fc.array(fc.string()), (paths, lines) => {
        const body = lines.map((text) => `+${text.replace(/[\r\n]/g, ' ')}`).join('\n')
        const patch = paths.map((one) => `*** Update File: ${one}\n@@\n${body}`).join('\n')
        expect(pathsOf(patch)).toEqual(paths)
        const diff = paths.map((one) => `--- ${one}\n+++ ${one}\n@@ -1 +1 @@\n-x\n${body}`).join('\n')
        expect(pathsOf(diff)).toEqual(expect.arrayContaining(paths))
      }),
    )
  })

  it('never throws for any text or value', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void readPatch(text)))
    fc.assert(fc.property(fc.jsonValue(), (value) => void editsOfTool(value)))
  })
})

it('a matcher "Write" matches every tool that edits files, a matcher "MCP" every MCP tool', () => {
  expect(['Write', 'StrReplace', 'ApplyPatch', 'EditNotebook', 'Read', 'MCP:x'].map(toolSubjects)).toEqual([
    ['Write'],
    ['StrReplace', 'Write'],
    ['ApplyPatch', 'Write'],
    ['EditNotebook', 'Write'],
    ['Read'],
    ['MCP:x', 'MCP'],
  ])
})

it('every edit tool that another agent is known to have is an edit tool', () => {
  const edits = [...foreignTools()].filter(([, { ours }]) => ours === 'Write').map(([name]) => name)
  expect(edits.filter((name) => !isEditTool(name))).toEqual([])
})
