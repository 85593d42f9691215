/** Appenders that stay open while one sink after another writes to the same directory. */
import { nodeFiles } from '../system/files.ts'
import { type AppendSettings, createAppender, type OpenAppender } from './append.ts'

/**
 * A directory that has not changed has the same newest segment as when it was opened, and no chain has begun in it. So one look at
 * the directory takes the place of opening everything again.
 */
export function shareAppenders(): OpenAppender {
  const shared = new Map<string, ReturnType<typeof shareOne>>()
  return (directory, settings) => {
    const appender = shared.get(directory) ?? shareOne(directory)
    shared.set(directory, appender)
    return { append: (text) => appender.append(text, settings), close: () => {} }
  }
}

function shareOne(directory: string) {
  let settings: () => AppendSettings = () => ({ maxMb: 1 })
  let seen: string | undefined
  const appender = createAppender(directory, () => settings())
  return {
    append(text: string, given: () => AppendSettings): void {
      settings = given
      const stamp = nodeFiles.stamp(directory)
      // A directory that is missing now, as it was the last time, was there in between.
      if (stamp !== seen || stamp === 'missing') appender.close()
      seen = stamp
      appender.append(text)
    },
  }
}
