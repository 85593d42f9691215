/** A machine with its own home directory, for tests of the client. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { clientPaths, type Limits, type Machine, thisMachine } from '../client/device/machine.ts'
import { enroll } from '../client/enroll.ts'
import { hookWith, type Release, startSigner, type TestServer, testTeam } from './signer.ts'

/** Faster than a disk, for tests that run no script. */
export const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export function newMachine(
  limits: Partial<Limits> = {},
  directory = tmpdir(),
): { readonly home: string; readonly machine: Machine } {
  const home = realpathSync(mkdtempSync(join(directory, 'hookline-client-')))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return { home, machine: thisMachine({ home, limits }) }
}

export async function newSigner(): Promise<TestServer> {
  const server = await startSigner()
  onTestFinished(() => server.close())
  return server
}

export const deny = (why: string) => `#!/bin/sh\necho '{"permission":"deny","user_message":"${why}"}'\n`

/** A release whose first script denies with the version number, and `more` other scripts. */
export function numberedRelease(version: number, more = 0): Release {
  const hooks = [
    hookWith(1, deny(`v${version}`)),
    ...Array.from({ length: more }, (_, at) => hookWith(at + 2, deny(`v${version}-${at}`))),
  ]
  return {
    version,
    hooks: hooks.map(({ hook }) => hook),
    scripts: Object.assign({}, ...hooks.map(({ scripts }) => scripts)),
  }
}

/** An enrolled machine with release 1 in force. */
export async function enrolledMachine(
  limits: Partial<Limits> = {},
  release = numberedRelease(1),
  directory = tmpdir(),
) {
  const server = await newSigner()
  server.release(release)
  const { home, machine } = newMachine(limits, directory)
  const joined = await enroll(machine, { url: server.url, code: server.code })
  return { server, home, machine, joined, paths: clientPaths(machine, testTeam) }
}

/** Returns the files in force by name, or undefined if there are none. */
export function readInForce(home: string, team = testTeam): Readonly<Record<string, string>> | undefined {
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

/** Changes the server's address, as if its name now led to another server. */
export function moveTo(url: string, home: string): void {
  const file = clientPaths(thisMachine({ home }), testTeam).device
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), url }))
}
