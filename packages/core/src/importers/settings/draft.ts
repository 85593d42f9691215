/** Collects what settings become while they are read. */
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import type { Note } from '../hookify/types.ts'
import type {
  AllowedCommand,
  ConvertedPack,
  ConvertedRule,
  SettingsConversion,
  SettingsDocument,
  SettingsPath,
} from './types.ts'

export interface Draft {
  readonly rule: (rule: ConvertedRule) => void
  /** Adds a pack, with parameters or without. */
  readonly pack: (name: string, change?: Partial<ConvertedPack>) => void
  readonly allow: (allowed: AllowedCommand) => void
  readonly note: (
    document: SettingsDocument,
    path: SettingsPath,
    kind: Note['kind'],
    message: string,
    fix: string,
  ) => void
  readonly done: () => SettingsConversion
}

export function createDraft(): Draft {
  const rules: ConvertedRule[] = []
  const allowed: AllowedCommand[] = []
  const notes: Note[] = []
  const packs: Record<string, ConvertedPack> = {}
  return {
    rule(rule) {
      const names = new Set(rules.map(({ name }) => name))
      let name = rule.name
      for (let at = 2; names.has(name); at++) name = `${rule.name}-${at}`
      // The same rule may be in a file of an older version too.
      if (!rules.some((one) => JSON.stringify(one.when) === JSON.stringify(rule.when))) rules.push({ ...rule, name })
    },
    pack(name, { set = {}, add = {}, denies = [] } = {}) {
      const before = packs[name] ?? { set: {}, add: {}, denies: [] }
      const lists = Object.entries(add).map(([key, items]) => [
        key,
        [...new Set([...(before.add[key] ?? []), ...items])],
      ])
      packs[name] = {
        set: { ...before.set, ...set },
        add: { ...before.add, ...Object.fromEntries(lists) },
        denies: [...new Set([...before.denies, ...denies])],
      }
    },
    allow: (one) => void allowed.push(one),
    note: (document, path, kind, message, fix) =>
      void notes.push({ file: document.file, line: document.lineOf(path), kind, message, cure: fix }),
    done: () => ({ rules, packs, allowed, notes }),
  }
}

export const objectAt = (value: unknown, key: string): JsonObject | undefined => {
  const found = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return isObject(found) ? found : undefined
}

export const valueAt = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Undefined if it is something else than a list of strings. */
export const stringsIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every(isText) ? value : undefined

/** Part of a name: letters, digits and hyphens. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60) || 'rule'
