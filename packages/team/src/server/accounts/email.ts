/** One @, something on both sides, nothing that could be shown as something else. Whether it exists only the person knows. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>"'`\\\p{C}]+@[^\s@<>"'`\\\p{C}]+$/u.test(text)
