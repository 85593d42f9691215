// Names the files of the bundle. A file of one name has the same text in every build: the cache of compiled code, which outlives
// a build, knows files by their names and lengths alone.
import { createHash } from 'node:crypto'

const requires = /\brequire\("\.\/([^"]+)"\)/g

export const partName = ({ name }) => name.split('.')[1] ?? 'main'

/**
 * The file of each chunk and its name in the file: `pack-x-<hash>.cjs#rules`. `files` has the chunks of each file, with the names
 * that the bundler gave them. A file names the files that it loads, so its hash is of their text too, and of all that they load.
 */
export function locateChunks(files) {
  const fileOf = new Map([...files].flatMap(([file, parts]) => parts.map(({ fileName }) => [fileName, file])))
  const loads = ({ code }) => Array.from(code.matchAll(requires), ([, fileName]) => fileOf.get(fileName))
  const known = new Map(
    [...files].map(([file, parts]) => [
      file,
      { hash: hashOf(parts.map(({ name, code }) => [name, code])), loads: new Set(parts.flatMap(loads)) },
    ]),
  )
  return new Map(
    [...files].flatMap(([file, parts]) => {
      const hash = hashOf(Array.from(reach(file, known), (one) => known.get(one).hash)).slice(0, 8)
      const name = `${file.replace(/-[\w-]{8}\.cjs$/, '')}-${hash}.cjs`
      return parts.map((part) => [part.fileName, `${name}#${partName(part)}`])
    }),
  )
}

const hashOf = (value) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** The file and all that it leads to, the file first. */
function reach(file, known) {
  const reached = new Set([file])
  for (const one of reached) for (const other of known.get(one).loads) reached.add(other)
  return reached
}
