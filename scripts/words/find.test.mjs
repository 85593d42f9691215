import { describe, expect, it } from 'vitest'
import { findInName, findWords } from './find.mjs'

const found = (file, text) => findWords(file, text).map((finding) => finding.found)

describe('findWords', () => {
  it('finds a word in names, comments, strings and templates', () => {
    expect(found('a.ts', 'const mendFile = 1')).toEqual(['mend'])
    expect(found('a.ts', 'type Told = { whoever: string }')).toEqual(['Told', 'whoever'])
    expect(found('a.ts', '// Nobody reads it.\nexport const a = 1')).toEqual(['Nobody'])
    expect(found('a.ts', "throw new Error('it was told twice')")).toEqual(['told'])
    expect(found('a.tsx', 'export const a = <p>Nobody is here</p>')).toEqual(['Nobody'])
  })

  it('reports a name where it is declared and not where it is used', () => {
    expect(found('a.ts', 'import { said } from "./b.js"\nconsole.log(said)')).toEqual([])
    expect(found('a.ts', 'const f = ({ said }: X, [told] = []) => said + told')).toEqual(['said', 'told'])
  })

  it('allows words of ordinary English in sentences and refuses them as names', () => {
    expect(found('a.md', 'Look at the place where it is held.')).toEqual([])
    expect(found('a.ts', '// Look at the place.\nconst place = 1')).toEqual(['place'])
  })

  it('leaves published codes and parts of other words alone', () => {
    expect(found('a.ts', "const code = 'nobody-to-ask' // heard-no")).toEqual([])
    expect(found('a.ts', 'const recommended = hearth + replacement + yearEnd')).toEqual([])
  })

  it('finds a word in the name of a file', () => {
    expect(findInName('packages/core/src/said.ts').map((finding) => finding.found)).toEqual(['said'])
  })
})
