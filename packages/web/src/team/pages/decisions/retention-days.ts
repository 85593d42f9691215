/** Checks the number of days before it is sent. The server checks again. Pure. */
export const validateDays = (text: string): string | undefined =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 400
    ? undefined
    : 'Enter a number from 1 to 400.'
