// Which test files share a process, and which come first. Starting a process, and loading the same modules into it again, takes
// longer than most files of these packages run.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { BaseSequencer } from 'vitest/node'

/** The packages whose tests share processes. */
const sharing = ['agent', 'cli', 'core', 'models', 'packs', 'team', 'web']

/** What a test file or its helpers do that changes the process it runs in, or that measures it. Such a file gets a process of its own. */
const changes = [
  /\bvi\.stub(Env|Global)\(/,
  /\bprocess\.env(\.\w+|\[[^\]]+\]) (\?\?)?=[^=]/,
  /\bdelete process\.env\b/,
  /\bObject\.assign\((process\.env|globalThis)\b/,
  /\bprocess\.(chdir|umask|memoryUsage|on|once)\b/,
  /\b(globalThis|global)\.\w+ =[^=]/,
]

export const needsOwnProcess = (text) => changes.some((change) => change.test(text))

/** The text of a test file and of the helpers that it imports: files in a folder `testing`. */
function readWithHelpers(file, found = new Set()) {
  if (found.has(file)) return ''
  found.add(file)
  const text = readFileSync(file, 'utf8')
  const helpers = Array.from(text.matchAll(/\bfrom '(\.[^']+\.ts)'/g), ([, path]) => join(dirname(file), path))
    .filter((path) => path.split(sep).includes('testing'))
    .map((path) => readWithHelpers(path, found))
  return [text, ...helpers].join('\n')
}

/** The test files that share processes. */
export function findShared() {
  return sharing
    .map((name) => `packages/${name}/src`)
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.test.ts') && !needsOwnProcess(readWithHelpers(file)))
    .map((file) => file.split(sep).join('/'))
}

/** Tests with a browser, with a server or with many processes. A long file that started last would run alone at the end. */
const longest = [/\/(team-)?browser\//, /\/cli\/src\/(commands|team|connect|stories|daemon)\//, /\/(cli|team)\/src\//]

function rank({ project, moduleId }) {
  const index = longest.findIndex((folder) => folder.test(moduleId))
  const folderRank = index === -1 ? longest.length : index
  // Shared files stay together at the end: a shared process ends when the next file needs one of its own.
  return project.config.isolate ? folderRank : folderRank + longest.length + 1
}

export class LongestFirst extends BaseSequencer {
  async sort(files) {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
