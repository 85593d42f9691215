#!/usr/bin/env node
// beforeSubmitPrompt: denies a prompt that contains personal data. It verifies check digits, so that an order number or a
// commit is not taken for a card. It is written for Node because of that arithmetic. The reply never repeats what it found.
import { readFileSync } from 'node:fs'

const luhn = (digits) => {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0 && /[1-9]/.test(digits)
}
/** An IBAN is valid if its rearranged digits, with letters as numbers, have the remainder 1 modulo 97. */
const iban = (text) => {
  const moved = text.slice(4) + text.slice(0, 4)
  const number = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(number) % 97n === 1n
}
const plain = (text) => text.replaceAll(/[ -]/g, '')

const kinds = [
  [
    'a card number',
    /\b[3-6]\d{3}(?:[ -]?\d{2,6}){2,4}\b/g,
    (text) => /^\d{13,19}$/.test(plain(text)) && luhn(plain(text)),
  ],
  ['a bank account (IBAN)', /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b/g, (text) => iban(plain(text))],
  ['a US social security number', /\b(?!000|666|9\d\d)\d{3}-(?!00)\d\d-(?!0000)\d{4}\b/g, () => true],
]

const { prompt } = JSON.parse(readFileSync(0, 'utf8'))
const found = kinds.filter(([, shape, holds]) => (prompt.match(shape) ?? []).some(holds)).map(([name]) => name)
console.log(
  JSON.stringify(
    found.length === 0
      ? { continue: true }
      : {
          continue: false,
          user_message: `Your message holds ${found.join(' and ')}. Take it out, or write a made-up one.`,
        },
  ),
)
