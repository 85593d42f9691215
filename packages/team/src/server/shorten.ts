/** The beginning of a text, without half a character at its end: the database would replace it, and the text would be another one. */
export const shorten = (text: string, most: number): string => text.slice(0, most).replace(/\p{Cs}$/u, '')
