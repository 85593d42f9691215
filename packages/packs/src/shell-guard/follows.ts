/** One expression behind another, found in time that grows with the length of the text alone. */

/**
 * Whether `second` matches somewhere behind `first` in the same part of the text. As one expression (`first[^;]*second`)
 * this would read the rest of the text again from each place where `first` matches.
 */
export const follows = (text: string, first: RegExp, second: RegExp, separator: string | RegExp = ';'): boolean =>
  text.split(separator).some((part) => {
    const found = first.exec(part)
    return found !== null && second.test(part.slice(found.index + found[0].length))
  })
