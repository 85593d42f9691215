/** What a code is wished for, and what is wrong with the wish before anybody is asked. Pure. */

export interface CodeWish {
  readonly note: string
  readonly uses: string
  readonly hours: string
}

/** The server has the last word on these. */
const most = { uses: 10_000, hours: 2_160 }

const isFrom1 = (text: string, last: number): boolean => /^\s*\d{1,9}\s*$/.test(text) && +text >= 1 && +text <= last

export function faultsOf({ uses, hours }: CodeWish): { readonly uses?: string; readonly hours?: string } {
  return {
    ...(isFrom1(uses, most.uses) ? {} : { uses: `From 1 to ${most.uses}.` }),
    ...(isFrom1(hours, most.hours) ? {} : { hours: `From 1 to ${most.hours}.` }),
  }
}
