import fc from 'fast-check'
import { findNodeAtLocation, parse, parseTree } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { eventNames } from '../../protocol/events/index.ts'
import { editHooksFile, type HooksChange } from './file.ts'

const add = (event: HooksChange & { kind: 'add' } extends { event: infer E } ? E : never, entry: object): HooksChange =>
  ({ kind: 'add', event, entry }) as HooksChange
const edited = (text: string | undefined, ...changes: readonly HooksChange[]): string => {
  const result = editHooksFile(text, changes)
  if (result.kind === 'fault') throw new Error(result.message)
  return result.text
}

const commented = `{
  // what we guard
  "version": 1, // the format
  "hooks": {
    "stop": [
      { "command": "a" }, // first
      { "command": "b" }, // second
      // more to come
    ],
    /* the end */
  },
}
`

describe('an edited hooks file', () => {
  it('is created with version and hooks if it does not exist', () => {
    const text = edited(undefined, { kind: 'schema', href: './hooks.schema.json' }, add('stop', { command: './x.sh' }))
    expect(text).toBe(`{
  "$schema": "./hooks.schema.json",
  "version": 1,
  "hooks": {
    "stop": [
      { "command": "./x.sh" }
    ]
  }
}
`)
  })

  it('keeps every comment next to its entry', () => {
    expect(edited(commented, add('stop', { command: 'c', timeout: 5 }), add('preCompact', { command: 'd' }))).toBe(`{
  // what we guard
  "version": 1, // the format
  "hooks": {
    "stop": [
      { "command": "a" }, // first
      { "command": "b" }, // second
      // more to come
      { "command": "c", "timeout": 5 },
    ],
    /* the end */
    "preCompact": [
      { "command": "d" }
    ],
  },
}
`)
  })

  it('gets many entries at once as it would one by one, in time that grows with their number', () => {
    const entries = ['a', 'b', 'a', 'c'.repeat(200), 'd'].map((command) => add('stop', { command }))
    for (const text of [undefined, commented])
      expect(edited(text, ...entries)).toBe(
        entries.reduce<string | undefined>((one, entry) => edited(one, entry), text),
      )
    const many = Array.from({ length: 3000 }, (_, at) => add('stop', { command: `./hook-${at}.sh` }))
    const begin = performance.now()
    expect(parse(edited(undefined, ...many)).hooks.stop).toHaveLength(3000)
    expect(performance.now() - begin).toBeLessThan(5000)
  })

  it('loses only the removed entry', () => {
    expect(edited(commented, { kind: 'remove', at: { line: 7, column: 7 } })).toBe(
      commented.replace('      { "command": "b" }, // second', '      // second'),
    )
    const plain = '{ "version": 1, "hooks": { "stop": [{ "command": "a" }, { "command": "b" }] } }'
    expect(edited(plain, { kind: 'remove', at: { line: 1, column: 57 } })).toBe(
      '{ "version": 1, "hooks": { "stop": [{ "command": "a" }] } }',
    )
  })

  it('loses the event with its last entry, unless there is a comment', () => {
    const bare = edited(undefined, add('stop', { command: 'x' }), add('sessionEnd', { command: 'y' }))
    expect(edited(bare, { kind: 'remove', at: { line: 8, column: 7 } })).toBe(
      edited(undefined, add('stop', { command: 'x' })),
    )
    const noted = bare.replace('{ "command": "y" }', '// why\n      { "command": "y" }')
    expect(edited(noted, { kind: 'remove', at: { line: 9, column: 7 } })).toContain('// why\n    ]')
  })

  it('is unchanged if the added entry already exists', () => {
    expect(edited(commented, add('stop', { command: 'b' }))).toBe(commented)
    const withSchema = edited(commented, { kind: 'schema', href: './a.json' })
    expect(edited(withSchema, { kind: 'schema', href: './b.json' })).toBe(withSchema)
  })

  it('keeps tabs, CRLF and the layout of the entries', () => {
    const text =
      '{\r\n\t"version": 1,\r\n\t"hooks": {\r\n\t\t"stop": [\r\n\t\t\t{\r\n\t\t\t\t"command": "a"\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}\r\n'
    const after = edited(text, add('stop', { command: 'b' }))
    expect(after).toBe(text.replace('}\r\n\t\t]', '},\r\n\t\t\t{\r\n\t\t\t\t"command": "b"\r\n\t\t\t}\r\n\t\t]'))
  })

  it('is not edited if it is invalid or not a hooks file', () => {
    const fault = (text: string) => editHooksFile(text, [add('stop', { command: 'x' })])
    expect(fault('{ "version": 1, "hooks": { "stop": [ }')).toMatchObject({ kind: 'fault', at: { line: 1 } })
    expect(fault('{ "hooks": [] }')).toMatchObject({ kind: 'fault', message: '`hooks` is not an object' })
    expect(fault('{ "hooks": { "stop": {} } }')).toMatchObject({ message: 'stop is not a list of entries' })
    expect(fault('{ "hooks": { "stop": [], "stop": [] } }')).toMatchObject({ message: '`stop` occurs twice' })
    expect(editHooksFile(commented, [{ kind: 'remove', at: { line: 1, column: 1 } }])).toMatchObject({ kind: 'fault' })
  })
})

/** A document as people write them: any layout, comments between any two tokens, trailing commas. */
function laidOut(value: unknown, indent: string, next: () => string, trailing: boolean, depth = 0): string {
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const line = indent === '' ? ' ' : `\n${indent.repeat(depth + 1)}`
  const members = Object.entries(value).map(([key, member]) => {
    const text = laidOut(member, indent, next, trailing, depth + 1)
    return `${line}${next()}${Array.isArray(value) ? text : `${JSON.stringify(key)}: ${next()}${text}`}${next()}`
  })
  const end = indent === '' ? ' ' : `\n${indent.repeat(depth)}`
  return `${open}${next()}${members.join(',')}${trailing && members.length > 0 ? ',' : ''}${next()}${end}${close}`
}

const entry = fc.record(
  { command: fc.string({ unit: 'binary', minLength: 1 }), timeout: fc.nat(600), name: fc.string() },
  { requiredKeys: ['command'] },
)
const someEvents = fc.constantFrom(...eventNames.slice(0, 4))
const document = fc.record({ version: fc.constant(1), hooks: fc.dictionary(someEvents, fc.array(entry)) })
const pieces = fc.array(fc.constantFrom('', '', '/* , ] } */ ', '// "x": [\n', '/**/'), { minLength: 1, maxLength: 40 })
const layouts = fc.record({ pieces, indent: fc.constantFrom('', '  ', '\t'), trailing: fc.boolean() })
const pick = (pieces: readonly string[]) => {
  let at = 0
  return () => pieces[at++ % pieces.length] ?? ''
}
const comments = (text: string) => text.match(/\/\*.*?\*\/|\/\/ "x": \[/g)?.length ?? 0

describe('in a file with any layout', () => {
  it('an added entry reads back correctly, and no comment is lost', () => {
    fc.assert(
      fc.property(document, layouts, someEvents, entry, (value, layout, event, more) => {
        // Comments are counted, so the values themselves must hold none.
        fc.pre(!/\/[/*]/.test(JSON.stringify([value, more])))
        const text = laidOut(value, layout.indent, pick(layout.pieces), layout.trailing)
        const after = edited(text, add(event, more), { kind: 'schema', href: './s.json' })
        const want = (value.hooks[event] ?? []).some((one) => same(one, more))
          ? value.hooks
          : { ...value.hooks, [event]: [...(value.hooks[event] ?? []), more] }
        expect(parse(after)).toEqual({ $schema: './s.json', version: 1, hooks: want })
        expect(comments(after)).toBe(comments(text))
        expect(edited(after, add(event, more), { kind: 'schema', href: './s.json' })).toBe(after)
      }),
      { numRuns: 400 },
    )
  })

  it('an added entry can be removed again', () => {
    fc.assert(
      fc.property(document, layouts, someEvents, entry, (value, layout, event, more) => {
        const text = laidOut(value, layout.indent, pick(layout.pieces), layout.trailing)
        const added = { ...more, name: 'added' }
        const after = edited(text, add(event, added))
        const gone = edited(after, { kind: 'remove', at: positionOfLast(after, event) })
        const { [event]: was = [], ...others } = value.hooks
        expect([{ ...others, [event]: was }, others]).toContainEqual(parse(gone).hooks)
        expect(comments(gone)).toBe(comments(after))
      }),
      { numRuns: 400 },
    )
  })
})

function positionOfLast(text: string, event: string) {
  const tree = parseTree(text, [], { allowTrailingComma: true })
  const list = tree === undefined ? undefined : findNodeAtLocation(tree, ['hooks', event])
  const lines = text.slice(0, list?.children?.at(-1)?.offset).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

const same = (a: object, b: object): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())

describe('packs in a hookline.json', () => {
  const pack = (name: string, parameters: object): HooksChange => ({ kind: 'pack', name, parameters }) as HooksChange
  const empty = '{\n  "version": 1\n}\n'

  it('are added if there are none', () => {
    expect(edited(empty, pack('shell-guard', {}), pack('git-policy', { protected: ['main', 'release/*'] }))).toBe(`{
  "version": 1,
  "packs": {
    "shell-guard": {},
    "git-policy": { "protected": ["main", "release/*"] }
  }
}
`)
  })

  const written = `{
  "packs": {
    // ours
    "shell-guard": { "level": "high", /* why */ "sudo": "ask" }, // guard
    "git-policy": {
      "lease": "deny", // for now
    },
  },
}
`
  it('keep their comments if a parameter changes or is added', () => {
    expect(edited(written, pack('shell-guard', { sudo: 'deny', level: 'strict', allowPaths: ['/srv'] }))).toBe(
      written.replace('"high"', '"strict"').replace('"ask" }', '"deny", "allowPaths": ["/srv"] }'),
    )
    expect(edited(written, pack('git-policy', { onMain: 'allow' }))).toBe(
      written.replace('// for now\n', '// for now\n      "onMain": "allow",\n'),
    )
  })

  it('stay on one line if nothing was set yet', () => {
    const bare = '{\n  "packs": {\n    "shell-guard": {}, // guard\n  }\n}\n'
    expect(edited(bare, pack('shell-guard', { sudo: 'deny' }))).toBe(bare.replace('{},', '{ "sudo": "deny" },'))
    const commented = bare.replace('{},', '{ /* nothing */ },')
    expect(edited(commented, pack('shell-guard', { sudo: 'deny' }))).toContain('/* nothing */')
  })

  it('are unchanged if nothing changes', () => {
    expect(edited(written, pack('shell-guard', { sudo: 'ask' }), pack('git-policy', {}))).toBe(written)
  })

  it('are removed one by one, and `packs` with the last one', () => {
    const one = edited(written, { kind: 'remove-pack', name: 'shell-guard' })
    expect(one).toContain('// ours')
    expect(parse(one)).toEqual({ packs: { 'git-policy': { lease: 'deny' } } })
    expect(parse(edited(one, { kind: 'remove-pack', name: 'git-policy' }))).toEqual({})
  })

  it('are not changed in a file with another meaning', () => {
    for (const text of ['{ "packs": [] }', '{ "packs": { "a": 1 } }', '{ "packs": { "a": {}, "a": {} } }'])
      expect(editHooksFile(text, [pack('a', {})])).toMatchObject({ kind: 'fault', at: { line: 1 } })
    expect(editHooksFile(empty, [{ kind: 'remove-pack', name: 'x' }]).kind).toBe('fault')
  })

  it('the file reads back correctly with any parameters', () => {
    const name = fc.constantFrom('shell-guard', 'git-policy', 'new')
    const parameters = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
    fc.assert(
      fc.property(fc.constantFrom(empty, written, '{}', '{ "packs": {} }'), name, parameters, (text, which, given) => {
        if (JSON.stringify(given).includes('__proto__')) return // Refused: no reader agrees on it.
        const before = parse(text)
        const want = { ...before, packs: { ...before.packs, [which]: { ...before.packs?.[which], ...given } } }
        expect(parse(edited(text, pack(which, given)))).toEqual(JSON.parse(JSON.stringify(want)))
      }),
    )
  })
})

describe('keys of an existing entry', () => {
  const settings = `{
  "hooks": {
    // first
    "PreToolUse": [{ "matcher": "Bash", "hooks": [
      { "type": "command", "command": "a" }, // one
      { "type": "command",
        "command": "b" }
    ] }]
  }
}
`
  it('are set at any depth, and every other byte stays the same', () => {
    const one = edited(settings, { kind: 'set', at: { line: 5, column: 7 }, values: { command: 'a2', timeout: 5 } })
    expect(one).toBe(settings.replace('"command": "a" }', '"command": "a2", "timeout": 5 }'))
    const two = edited(settings, { kind: 'set', at: { line: 6, column: 7 }, values: { onFailure: 'block' } })
    expect(parse(two).hooks.PreToolUse[0].hooks[1]).toEqual({ type: 'command', command: 'b', onFailure: 'block' })
    expect(two).toContain('// first')
  })

  it('are not set at a position where no entry begins', () => {
    for (const at of [
      { line: 5, column: 9 },
      { line: 4, column: 5 },
      { line: 40, column: 1 },
    ])
      expect(editHooksFile(settings, [{ kind: 'set', at, values: { x: 1 } }])).toMatchObject({ kind: 'fault' })
  })
})
