/**
 * Prints the figures of the codebase: `node scripts/house.mjs`.
 * `--json` prints them as JSON. `--list slivers|folders|casts|cycles|json|errors` prints what is behind a figure, and
 * `--package <name>` limits the list to one package. The definitions are in `scripts/house/`, a file for each figure.
 */
import { parseArgs } from 'node:util'
import { measure, summarize } from './house/figures.mjs'
import { lists, printTable } from './house/print.mjs'

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, list: { type: 'string' }, package: { type: 'string' } },
})

if (values.list !== undefined && !Object.hasOwn(lists, values.list)) {
  console.error(`There is no list "${values.list}". Use one of: ${Object.keys(lists).join(', ')}.`)
  process.exit(2)
}

const found = measure()
if (values.list !== undefined) {
  const packages = found.packages.filter((one) => values.package === undefined || one.package === values.package)
  for (const one of packages) for (const line of lists[values.list](one)) console.log(line)
} else if (values.json) console.log(JSON.stringify(summarize(found), null, 2))
else console.log(printTable(summarize(found)))
