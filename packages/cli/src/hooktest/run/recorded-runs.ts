/**
 * Keeps what the processes of a run gave, so that the same event on another edition need not start them again: most editions
 * send a hook the same text and differ only in how they read its result.
 */
import type { Spawn, SpawnRequest } from '@hookline/core/node'

type SpawnResult = Awaited<ReturnType<Spawn['run']>>

export interface RecordedRuns {
  /** The scratch directory of the run, which its requests and results contain. */
  readonly directory: string
  readonly results: Map<string, SpawnResult[]>
}

export function recordRuns(spawn: Spawn, { directory, results }: RecordedRuns): Spawn {
  return {
    ...spawn,
    async run(request) {
      const key = keyOf(request, directory)
      const result = await spawn.run(request)
      results.set(key, [...(results.get(key) ?? []), result])
      return result
    },
  }
}

export interface ReplayedRuns {
  readonly spawn: Spawn
  /** False if a hook would get something else here, so that its result is not known. */
  isComplete(): boolean
}

/** Starts no process. Each result is given once, as often as it was recorded. */
export function replayRuns(spawn: Spawn, recorded: RecordedRuns, directory: string): ReplayedRuns {
  const left = new Map([...recorded.results].map(([key, results]) => [key, [...results]]))
  let complete = true
  return {
    isComplete: () => complete,
    spawn: {
      ...spawn,
      warm() {},
      async run(request) {
        const result = left.get(keyOf(request, directory))?.shift()
        if (result !== undefined) return moveResult(result, recorded.directory, directory)
        complete = false
        return { end: { kind: 'spawn', message: 'there is no recorded result' }, stdout: '', stderr: '' }
      },
    },
  }
}

/** Everything that a process gets, without the name of the scratch directory. */
function keyOf({ shell, args, cwd, env, stdin, variablesFile, timeoutMs }: SpawnRequest, directory: string): string {
  const variables = Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([shell, args, cwd, variables, stdin, variablesFile, timeoutMs]).replaceAll(directory, '')
}

function moveResult(result: SpawnResult, from: string, to: string): SpawnResult {
  const move = (text: string) => text.replaceAll(from, to)
  const { variables } = result
  return {
    ...result,
    stdout: move(result.stdout),
    stderr: move(result.stderr),
    ...(variables === undefined ? {} : { variables: move(variables) }),
  }
}
