/** The teams' hooks, written by the sync; several teams in order of id. */
import { join } from '../config/paths.ts'
import type { Loaded, Source } from '../ports.ts'
import { asHooks, type FilePlace, loadDocument, type SourceSetup } from './document.ts'
import { teamsDirectory } from './places.ts'

export function team(setup: SourceSetup): Source {
  const places = () => teamPlaces(setup)
  return {
    name: 'team',
    load: () => merge(places().map((place) => loadDocument(place, setup, asHooks))),
    // The directory itself, so that a new team is seen.
    watched: () => [teamsDirectory(setup.platform), ...places().map((place) => place.file)],
  }
}

function teamPlaces({ files, platform }: SourceSetup): readonly FilePlace[] {
  const { system } = platform
  const directory = teamsDirectory(platform)
  return files
    .list(directory)
    .filter((name) => name.startsWith('team_'))
    .toSorted(byId)
    .map((name) => {
      const cwd = join(system, directory, name, 'hooks')
      return { source: 'team', own: false, trust: 'managed', cwd, file: join(system, cwd, 'hooks.json') }
    })
}

/** Ids are numbers written as text: `team_10` comes after `team_9`. */
function byId(a: string, b: string): number {
  const [left, right] = [a.slice(5), b.slice(5)]
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)
}

const merge = (loaded: readonly Loaded[]): Loaded => ({
  entries: loaded.flatMap((one) => one.entries),
  problems: loaded.flatMap((one) => one.problems),
  ...(loaded.some((one) => one.broken === true) ? { broken: true } : {}),
})
