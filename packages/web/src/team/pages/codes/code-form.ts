/** The input for a new enrolment code and its validation before it is sent. Pure. */

export interface CodeForm {
  readonly note: string
  readonly uses: string
  readonly hours: string
}

/** The server checks these limits, too. */
const limits = { uses: 10_000, hours: 2_160 }

const isInRange = (text: string, max: number): boolean => /^\s*\d{1,9}\s*$/.test(text) && +text >= 1 && +text <= max

export function validateCode({ uses, hours }: CodeForm): { readonly uses?: string; readonly hours?: string } {
  return {
    ...(isInRange(uses, limits.uses) ? {} : { uses: `Enter a number from 1 to ${limits.uses}.` }),
    ...(isInRange(hours, limits.hours) ? {} : { hours: `Enter a number from 1 to ${limits.hours}.` }),
  }
}
