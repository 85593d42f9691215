/** What a refusal to publish speaks of. Pure. */

/** The number of the hook that stands in the way, where the words name one. */
export const hookNamedIn = (words: string): string | undefined => /^hook (\d+) \(/i.exec(words)?.[1]
