/** The fonts that the pages are laid out with in tests: one set of wide letters and one of narrow letters, from this machine. */
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

interface Family {
  readonly sans: string
  readonly mono: string
  /** The names of its files. */
  readonly files: RegExp
}
export interface FontSet {
  readonly name: 'wide letters' | 'narrow letters'
  readonly family: Family
  readonly files: readonly string[]
}

const families = {
  'wide letters': [
    { sans: 'DejaVu Sans', mono: 'DejaVu Sans Mono', files: /^DejaVuSans(Mono)?(-Bold)?\.ttf$/ },
    { sans: 'Verdana', mono: 'Courier New', files: /^(verdanab?|cour(bd)?)\.ttf$/i },
  ],
  'narrow letters': [
    { sans: 'Liberation Sans', mono: 'Liberation Mono', files: /^Liberation(Sans|Mono)-(Regular|Bold)\.ttf$/ },
    { sans: 'Arial', mono: 'Courier New', files: /^(arial(bd)?|cour(bd)?)\.ttf$/i },
  ],
} as const satisfies Readonly<Record<FontSet['name'], readonly Family[]>>

const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(homedir(), '.local/share/fonts')]

/** The sets that are installed. With CI=true a missing one is an error; elsewhere it is reported. */
export function findFontSets(): readonly FontSet[] {
  const found = folders.flatMap(listFiles)
  const names = Object.keys(families) as FontSet['name'][]
  const sets = names.flatMap((name) => findSet(name, found) ?? [])
  const missing = names.filter((name) => !sets.some((set) => set.name === name))
  if (missing.length > 0) reportMissing(missing)
  return sets
}

function findSet(name: FontSet['name'], found: readonly string[]): FontSet | undefined {
  for (const family of families[name]) {
    const files = found.filter((file) => family.files.test(file.split('/').at(-1) ?? ''))
    if (files.length > 0) return { name, family, files }
  }
  return undefined
}

function listFiles(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

function reportMissing(missing: readonly string[]): void {
  const packages = 'Install fonts-dejavu-core and fonts-liberation.'
  const text = `No font with ${missing.join(' and none with ')} is installed. ${packages}`
  if (process.env.CI === 'true') throw new Error(`${text} Layout tests cannot be skipped with CI=true.`)
  console.warn(`SKIPPED: ${text} The layout of the pages is not tested with it.`)
}

/** Variables that make a program see this set alone, and a function that removes the files it needs. */
export function useOnly({ family, files }: FontSet): { readonly env: Record<string, string>; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-fonts-'))
  for (const file of files) symlinkSync(file, join(folder, file.split('/').at(-1) ?? ''))
  const alias = (generic: string, name: string) =>
    `<match target="pattern"><test name="family"><string>${generic}</string></test>` +
    `<edit name="family" mode="assign" binding="strong"><string>${name}</string></edit></match>`
  const generics = ['sans-serif', 'serif', 'system-ui', 'ui-sans-serif'].map((generic) => alias(generic, family.sans))
  const monos = ['monospace', 'ui-monospace'].map((generic) => alias(generic, family.mono))
  const config = join(folder, 'fonts.conf')
  const text = `<fontconfig><dir>${folder}</dir><cachedir>${join(folder, 'cache')}</cachedir>${[...generics, ...monos].join('')}</fontconfig>`
  writeFileSync(config, `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n${text}\n`)
  return { env: { FONTCONFIG_FILE: config }, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
