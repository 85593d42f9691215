/** Decodes base64 and hexadecimal text. A character of the result is one byte. */

/** Longer text is not decoded. */
export const maxTextLength = 64 * 1024

/** Does not use `Buffer`, so that it also works in a browser. */
export function decodeBytes(text: string | undefined, encoding: 'base64' | 'hex'): string | undefined {
  if (text === undefined) return undefined
  const valid = encoding === 'base64' ? /^[A-Za-z0-9+/]*={0,2}$/.test(text) : /^([0-9a-fA-F]{2})*$/.test(text)
  if (!valid || text.length > maxTextLength) return undefined
  if (encoding === 'hex') return text.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)))
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  let bits = 0
  let value = 0
  let out = ''
  for (const digit of text.replace(/=+$/, '')) {
    value = ((value << 6) | digits.indexOf(digit)) & 0xfff_fff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      out += String.fromCharCode((value >> bits) & 0xff)
    }
  }
  return out
}
