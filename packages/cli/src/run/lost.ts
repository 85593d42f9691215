/**
 * `run --lost <call>`: the daemon began this event for the launcher and never answered. What its hooks did is unknown, so none
 * runs again, gates refuse, and the event gets its record unless the daemon has written it.
 */
import { createLostHooks, logDirectory, openLog } from '@hookline/core/node'
import type { AnswerOptions } from './answer.ts'

const message = 'the daemon ended before it answered'
/** How many of the newest records are searched. */
const SEARCHED = 5_000

export async function lostOptions(call: string): Promise<Pick<AnswerOptions, 'create' | 'lateRefuses' | 'call'>> {
  const isRecorded = await hasRecord(call)
  return {
    call,
    lateRefuses: true,
    create: ({ log, ...options }) =>
      createLostHooks({ ...options, ...(isRecorded || log === undefined ? {} : { log }) }, message),
  }
}

async function hasRecord(call: string): Promise<boolean> {
  try {
    const { records } = await openLog(logDirectory()).query({
      limit: 1,
      scan: SEARCHED,
      where: (record) => record.call === call,
    })
    return records.length > 0
  } catch {
    return false
  }
}
