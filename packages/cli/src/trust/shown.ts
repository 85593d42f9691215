/** Text that a person approves: whatever a terminal shows as nothing, or as a blank, is spelled out. */
import { visible } from '../plain.ts'

/** Invisible letters, joiners, variation selectors, fillers, annotations, and blanks that are no space. */
const unseen = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Co}|\p{Cn}|\u2800|(?! )\p{Zs}/gu

export const seen = (text: string): string =>
  visible(text).replace(unseen, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)
