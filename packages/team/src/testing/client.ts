/** A machine of a team in a home of its own, for tests of the client. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { enroll } from '../client/enroll.ts'
import { type Limits, type Machine, placesOf, thisMachine } from '../client/machine.ts'
import { hookWith, type Release, startSigner, type TestServer, testTeam } from './signer.ts'

/** Where nothing runs a script: waiting for a disk is not what is looked at. */
export const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export function newMachine(
  limits: Partial<Limits> = {},
  place = tmpdir(),
): { readonly home: string; readonly machine: Machine } {
  const home = realpathSync(mkdtempSync(join(place, 'hookline-client-')))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return { home, machine: thisMachine({ home, limits }) }
}

export async function newSigner(): Promise<TestServer> {
  const server = await startSigner()
  onTestFinished(() => server.close())
  return server
}

export const deny = (why: string) => `#!/bin/sh\necho '{"permission":"deny","user_message":"${why}"}'\n`

/** Release `version` has one script that says its number, and as many more as wanted. */
export function numbered(version: number, more = 0): Release {
  const all = [
    hookWith(1, deny(`v${version}`)),
    ...Array.from({ length: more }, (_, at) => hookWith(at + 2, deny(`v${version}-${at}`))),
  ]
  return {
    version,
    hooks: all.map(({ hook }) => hook),
    scripts: Object.assign({}, ...all.map(({ scripts }) => scripts)),
  }
}

/** Enrolled, with release 1 in force. */
export async function enrolled(limits: Partial<Limits> = {}, release = numbered(1), place = tmpdir()) {
  const server = await newSigner()
  server.release(release)
  const { home, machine } = newMachine(limits, place)
  const joined = await enroll(machine, { url: server.url, code: server.code })
  return { server, home, machine, joined, places: placesOf(machine, testTeam) }
}

/** The files that are in force, by name; undefined: none. */
export function inForce(home: string, team = testTeam): Readonly<Record<string, string>> | undefined {
  const directory = join(home, `.cursor/managed/team_${team}/hooks`)
  try {
    return Object.fromEntries(
      readdirSync(directory)
        .sort()
        .map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
    )
  } catch {
    return undefined
  }
}

/** As if the server's name led elsewhere now. */
export function moveTo(url: string, home: string): void {
  const file = placesOf(thisMachine({ home }), testTeam).device
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), url }))
}
