/** A plugin directory that someone trusted named: `hooks/hooks.json`, or what its `.cursor-plugin/plugin.json` says. */
import { memberOf, type Node, parseJsonc, plain, start } from '../config/jsonc.ts'
import { isAbsolute, isWithin, join, resolve } from '../config/paths.ts'
import { readDocument, readEventMap, readHooks, unusable } from '../config/read-hooks.ts'
import { createReader, type Place, type Reading } from '../config/reading.ts'
import type { Settings } from '../flow.ts'
import type { Loaded, Source } from '../ports.ts'
import { type FilePlace, loadDocument, nothing, type SourceSetup } from './document.ts'

/** Untrusted where the directory belongs to a workspace: then it is trusted with that. */
export function plugin(directory: string, setup: SourceSetup, trust: 'own' | 'untrusted' = 'own'): Source {
  const { system } = setup.platform
  const manifest = join(system, directory, '.cursor-plugin', 'plugin.json')
  const usual = join(system, directory, 'hooks', 'hooks.json')
  const at = (file: string): FilePlace => ({
    source: 'plugin',
    own: false,
    trust,
    root: directory,
    cwd: directory,
    file,
  })
  const marked = (loaded: Loaded): Loaded => (trust === 'own' ? loaded : { ...loaded, settings: whose(directory) })
  return {
    name: 'plugin',
    load: () => {
      if (!isAbsolute(system, directory)) return reported(at(directory), setup.reading, 'relative-plugin')
      const named = loadDocument(at(manifest), setup, (text, place, reading) =>
        readManifest(text, place, reading, setup),
      )
      if (named !== nothing) return marked(named)
      const found = loadDocument(at(usual), setup, readHooks)
      return marked(found === nothing ? reported(at(directory), setup.reading, 'bad-plugin') : found)
    },
    watched: () => [manifest, usual],
  }
}

/** Says which directory it is, also when nothing is left in it: what was trusted there may have held a gate. */
const whose = (directory: string): Settings => ({ source: 'plugin', file: directory, root: directory, values: {} })

function reported(place: FilePlace, reading: Reading, code: 'relative-plugin' | 'bad-plugin'): Loaded {
  const reader = createReader(place, reading)
  const [message, hint] =
    code === 'relative-plugin'
      ? [`${place.file} is not an absolute path`, 'Name plugins by absolute paths.']
      : [`${place.file} holds no hooks`, 'It should hold hooks/hooks.json, or .cursor-plugin/plugin.json with `hooks`.']
  reader.report(code, start, message, hint)
  return { entries: [], problems: reader.problems }
}

/** `hooks` there is a path inside the plugin, or the hooks themselves; without it the usual file counts. */
function readManifest(text: string, place: Place, reading: Reading, setup: SourceSetup): Loaded {
  const reader = createReader(place, reading)
  const parsed = parseJsonc(text)
  if (parsed.kind === 'fault') {
    const { code, at, message, hint } = parsed.fault
    reader.report(code, at, message, hint)
    return unusable(reader, at, message)
  }
  const hooks = parsed.node.kind === 'object' ? memberOf(parsed.node, 'hooks')?.value : undefined
  if (hooks === undefined) return loadNamed('hooks/hooks.json', parsed.node, place, setup)
  if (hooks.kind === 'object')
    return memberOf(hooks, 'hooks') === undefined ? readEventMap(hooks, reader) : readDocument(hooks, reader)
  const path = plain(hooks)
  if (typeof path === 'string') return loadNamed(path, hooks, place, setup)
  reader.report('wrong-type', hooks.at, '`hooks` must be a path or an object', 'Write "hooks": "hooks/hooks.json".')
  return unusable(reader, hooks.at, '`hooks` is neither a path nor an object')
}

function loadNamed(path: string, node: Node, place: Place, setup: SourceSetup): Loaded {
  const { system } = setup.platform
  const file = resolve(system, place.cwd, path)
  if (isWithin(system, place.cwd, file)) {
    const found = loadDocument({ ...place, file }, setup, readHooks)
    if (found !== nothing) return found
  }
  const reader = createReader(place, setup.reading)
  reader.report('bad-plugin', node.at, `${file} is no file of this plugin`, 'Name a file inside the plugin directory.')
  return { entries: [], problems: reader.problems }
}
