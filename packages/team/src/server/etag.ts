/** Compares the tags of a conditional request (RFC 9110, section 13.1). */

/**
 * True if the header names this tag, or any. It may list several. A cache marks a tag as weak after it has compressed the file,
 * and some clients leave the mark out, so the mark does not count.
 */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  header === etag ||
  (header?.split(',').some((tag) => tag.trim() === '*' || withoutMark(tag.trim()) === withoutMark(etag)) ?? false)

const withoutMark = (tag: string): string => tag.replace(/^W\//, '')
