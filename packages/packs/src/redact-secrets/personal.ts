/** Finds personal data by its format. Check digits are verified, so that an order number is not redacted. */
const forms: readonly { readonly kind: string; readonly form: RegExp; readonly holds?: (text: string) => boolean }[] = [
  {
    kind: 'email',
    form: /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}\b/g,
    holds: (text) => !/@(example|test|localhost)\b/i.test(text),
  },
  { kind: 'card', form: /\b\d(?:[ -]?\d){12,18}\b/g, holds: isCard },
  { kind: 'iban', form: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g, holds: isIban },
  { kind: 'ssn', form: /\b(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}\b/g },
]

export interface Hidden {
  readonly text: string
  readonly found: readonly string[]
}

export function withoutPersonal(text: string): Hidden {
  const found = new Set<string>()
  const left = forms.reduce(
    (before, { kind, form, holds }) =>
      before.replace(form, (match) => {
        if (holds !== undefined && !holds(match)) return match
        found.add(kind)
        return `[redacted:${kind}]`
      }),
    text,
  )
  return { text: left, found: [...found] }
}

/** Verifies the Luhn checksum of a number that a card issuer may assign. */
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (!/^[3-6]/.test(digits) || /^(\d)\1+$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function isIban(text: string): boolean {
  const plain = text.replaceAll(' ', '')
  if (plain.length < 15 || plain.length > 34) return false
  const digits = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
