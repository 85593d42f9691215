/** `hookline demo` on a terminal: prints the timeline and shows the same session in the panel, until Ctrl-C. */
import { outputOptions } from '../demo/session.ts'
import { summarise, summaryLines } from '../demo/summary.ts'
import { exits, type Io } from '../io.ts'
import { findRoot } from '../paths.ts'
import { openBrowser } from './server/browser.ts'
import { untilAborted } from './server/until-aborted.ts'
import { startPanel } from './start.ts'

export async function showDemo(opens: boolean, io: Io): Promise<number> {
  const print = (line: string) => void io.stdout.write(`${line}\n`)
  const { url, stage, close } = await startPanel({ root: findRoot(io.cwd), write: false, demo: true }, io)
  try {
    print(`Watch it in the panel: ${url}\n`)
    if (opens) openBrowser(url)
    const scene = await stage.openDemo()
    const began = performance.now()
    const { rows } = await scene.play(io.signal, { print, ...outputOptions(io) })
    if (io.signal.aborted) return exits.interrupted
    const lines = summaryLines(summarise(rows), rows.length, performance.now() - began, true)
    for (const line of lines) print(line)
    print(`\nThe panel is still open: ${url}\nPress Ctrl-C to stop.`)
    await untilAborted(io.signal)
    return exits.interrupted
  } finally {
    await close()
  }
}
