/** Finds one expression after another in time linear in the length of the text. */

/**
 * Whether `second` matches somewhere after `first` in the same part of the text. A single expression (`first[^;]*second`)
 * would read the rest of the text again for each match of `first`.
 */
export const follows = (text: string, first: RegExp, second: RegExp, separator: string | RegExp = ';'): boolean =>
  text.split(separator).some((part) => {
    const found = first.exec(part)
    return found !== null && second.test(part.slice(found.index + found[0].length))
  })
