/** Requires one @ with text on both sides and no characters that could be displayed as something else. Does not check that the address exists. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>"'`\\\p{C}]+@[^\s@<>"'`\\\p{C}]+$/u.test(text)
