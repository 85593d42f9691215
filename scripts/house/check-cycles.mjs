// Fails if files or folders of a package import each other in a cycle: part of `npm run lint`.
import { fileCycles, folderCycles } from './cycles.mjs'
import { entriesOf } from './entries.mjs'
import { readFiles } from './files.mjs'
import { readGraph } from './imports.mjs'
import { fileCycleText, folderCycleText } from './print.mjs'

const source = readFiles().filter(({ kind }) => kind === 'source')
const cycles = [...new Set(source.map((file) => file.package))].flatMap((name) => {
  const edges = readGraph(source.filter((file) => file.package === name))
  const folders = folderCycles(edges, new Set(entriesOf(name)))
  return [...fileCycles(edges).map(fileCycleText), ...folders.map(folderCycleText)]
})

for (const cycle of cycles) console.log(cycle)
console.log(`${cycles.length} cycles of imports in ${source.length} files`)
process.exitCode = cycles.length > 0 ? 1 : 0
