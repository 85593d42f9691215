/** Evaluates functions of common languages on constants: one row per function name. */
import { decodeBytes } from './decode-bytes.ts'

/** A constant argument: a string, a number, or a list of them. */
export type Constant = string | number | readonly (string | number)[]

const MAX_TEXT = 16 * 1024
type Make = (args: readonly Constant[], language: string) => Constant | undefined

const text = (value: Constant | undefined): string | undefined => (typeof value === 'string' ? value : undefined)
const asStrings = (args: readonly Constant[]): readonly string[] | undefined =>
  args.every((one) => typeof one === 'string') ? args : undefined
const numbers = (args: readonly Constant[]): readonly number[] | undefined =>
  args.length > 0 && args.every((one) => typeof one === 'number') ? args : undefined
const characters = (codes: readonly number[] | undefined): string | undefined =>
  codes?.every((code) => code < 0x11_0000) ? String.fromCodePoint(...codes) : undefined
const isList = (value: Constant | undefined): value is readonly (string | number)[] => Array.isArray(value)

const rotate = (value: string): string =>
  value.replace(/[a-zA-Z]/g, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
const reversed = (value: string): string => [...value].reverse().join('')
const fromBase64 = (value: string | undefined): string | undefined =>
  decodeBytes(value?.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/'), 'base64')
const decodeAs = (value: string | undefined, encoding: string | undefined): string | undefined => {
  if (value === undefined) return undefined
  if (/^(base64|base64url|m0?)$/i.test(encoding ?? '')) return fromBase64(value)
  if (/^(hex|H\*)$/i.test(encoding ?? '')) return decodeBytes(value, 'hex')
  return /^rot_?13$/i.test(encoding ?? '') ? rotate(value) : value
}
const unescaped = (value: string | undefined): string | undefined =>
  value?.replace(/%([0-9a-fA-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
const path = (parts: readonly string[] | undefined): string | undefined =>
  parts
    ?.reduce((whole, part) => (part.startsWith('/') && whole === '' ? part : `${whole.replace(/\/$/, '')}/${part}`), '')
    .replace(/^\/(?=~)/, '')
    .replace(/^\/(?=[^/])/, parts[0]?.startsWith('/') ? '/' : '')

/** Replaces `%s` and `{}` by the values in turn. */
export function fillFormat(format: string, values: readonly Constant[]): string | undefined {
  let used = 0
  const all = values.flatMap((value) => (isList(value) ? value : [value]))
  const result = format.replace(/%[-\d.]*[sdxoc]|%%|\{(\d*)\}/g, (part, index: string | undefined) =>
    part === '%%' ? '%' : String(all[index === undefined || index === '' ? used++ : Number(index)] ?? part),
  )
  return result.length > MAX_TEXT ? undefined : result
}

const home: Make = (args) => (args.length === 0 ? '~' : undefined)
const first: Make = ([one]) => text(one)
const base64: Make = ([one]) => fromBase64(text(one))
const hex: Make = ([one]) => decodeBytes(text(one), 'hex')
const code: Make = (args) => characters(numbers(isList(args[0]) ? args[0] : args))

/** Functions by the last part of their name. */
export const functions: Readonly<Record<string, Make>> = {
  chr: code,
  fromCharCode: code,
  fromCodePoint: code,
  char: code,
  bytes: code,
  bytearray: code,
  join: (args, language) => {
    const [separator, ...rest] = args
    // True: flattening removes the lists.
    if (language === 'perl') return asStrings(rest.flat() as readonly Constant[])?.join(text(separator) ?? '')
    return path(asStrings(args))
  },
  implode: ([separator, list]) => (isList(list) ? list.join(text(separator) ?? '') : undefined),
  paste: (args) => asStrings(args)?.join(' '),
  paste0: (args) => asStrings(args)?.join(''),
  concat: (args) => asStrings(args)?.join(''),
  path: (args, language) => (language === 'r' ? path(asStrings(args)) : undefined),
  expanduser: first,
  expandvars: first,
  realpath: first,
  abspath: first,
  normpath: first,
  expand_path: first,
  resolve: (args) => path(asStrings(args)),
  normalize: first,
  str: first,
  String: first,
  strval: first,
  homedir: home,
  home,
  getwd: (args) => (args.length === 0 ? '.' : undefined),
  fromhex: hex,
  unhexlify: hex,
  hex2bin: hex,
  b64decode: base64,
  standard_b64decode: base64,
  urlsafe_b64decode: base64,
  atob: base64,
  base64_decode: base64,
  decode64: base64,
  strict_decode64: base64,
  decode_base64: base64,
  from: ([one, encoding]) => (isList(one) ? characters(numbers(one)) : decodeAs(text(one), text(encoding))),
  decode: ([one, encoding]) => (encoding === undefined ? undefined : decodeAs(text(one), text(encoding))),
  decodeURIComponent: ([one]) => unescaped(text(one)),
  unescape: ([one]) => unescaped(text(one)),
  unquote: ([one]) => unescaped(text(one)),
  urldecode: ([one]) => unescaped(text(one)),
  str_rot13: ([one]) => rotate(text(one) ?? ''),
  strrev: ([one]) => reversed(text(one) ?? ''),
  reverse: ([one]) => (typeof one === 'string' ? reversed(one) : undefined),
  reversed: ([one]) => (typeof one === 'string' ? [...reversed(one)] : undefined),
  pack: ([how, one]) => (typeof one === 'string' ? decodeAs(one, text(how)) : undefined),
  strtolower: ([one]) => text(one)?.toLowerCase(),
  lc: ([one]) => text(one)?.toLowerCase(),
  strtoupper: ([one]) => text(one)?.toUpperCase(),
  trim: ([one]) => text(one)?.trim(),
  sprintf: ([format, ...values]) => (typeof format === 'string' ? fillFormat(format, values) : undefined),
  format: ([format, ...values]) => (typeof format === 'string' ? fillFormat(format, values) : undefined),
  str_replace: ([from, by, one]) =>
    typeof from === 'string' && typeof by === 'string' ? text(one)?.split(from).join(by) : undefined,
  explode: ([separator, one]) => text(one)?.split(text(separator) ?? ' '),
}

type Method = (own: string, args: readonly Constant[]) => Constant | undefined
const same: Method = (own) => own
const replaced: Method = (own, [from, by]) =>
  typeof from === 'string' && typeof by === 'string' && from !== '' ? own.split(from).join(by) : undefined
const part: Method = (own, [from, to]) =>
  typeof from === 'number' ? own.slice(from, typeof to === 'number' ? to : undefined) : undefined

/** Methods of a string. */
export const methods: Readonly<Record<string, Method>> = {
  join: (own, [list]) => (isList(list) ? list.join(own) : typeof list === 'string' ? [...list].join(own) : undefined),
  format: (own, args) => fillFormat(own, args),
  replace: replaced,
  replaceAll: replaced,
  gsub: replaced,
  sub: replaced,
  split: (own, [separator]) =>
    typeof separator === 'string' ? own.split(separator) : own.split(/\s+/).filter((one) => one !== ''),
  split_whitespace: (own) => own.split(/\s+/),
  chars: (own) => [...own],
  lower: (own) => own.toLowerCase(),
  toLowerCase: (own) => own.toLowerCase(),
  downcase: (own) => own.toLowerCase(),
  upper: (own) => own.toUpperCase(),
  toUpperCase: (own) => own.toUpperCase(),
  strip: (own) => own.trim(),
  trim: (own) => own.trim(),
  chomp: (own) => own.trim(),
  decode: (own, [encoding]) => decodeAs(own, text(encoding)),
  encode: same,
  toString: same,
  to_s: same,
  to_str: same,
  valueOf: same,
  expanduser: same,
  concat: (own, args) => asStrings(args)?.reduce((whole, one) => whole + one, own),
  reverse: reversed,
  slice: part,
  substring: part,
  substr: (own, [from, count]) =>
    typeof from === 'number' ? own.substr(from, typeof count === 'number' ? count : undefined) : undefined,
  unpack1: (own, [how]) => decodeAs(own, text(how)),
  repeat: (own, [count]) =>
    typeof count === 'number' && own.length * count <= MAX_TEXT ? own.repeat(count) : undefined,
}

/** Methods of a list. */
export const listMethods: Readonly<
  Record<string, (own: readonly (string | number)[], args: readonly Constant[]) => Constant | undefined>
> = {
  join: (own, [separator]) => own.join(typeof separator === 'string' ? separator : ''),
  reverse: (own) => [...own].reverse(),
  pack: (own) => characters(numbers(own)),
}

/** The characters of a list of codes. */
export const toCharacters = (codes: readonly (string | number)[]): readonly string[] | undefined =>
  numbers(codes)?.map((one) => characters([one]) ?? '')
