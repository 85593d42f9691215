/**
 * Reads the body of a request before Connect decodes it, because Connect decodes before any check: only from a permitted
 * caller, only up to the limit of the method, and only within the memory budget.
 */
import type { DescMethod } from '@bufbuild/protobuf'
import type { UniversalServerRequest } from '@connectrpc/connect/protocol'
import type { Call } from '../devices/prove.ts'
import type { Gate } from '../rpc/gate.ts'
import { findBodyKind } from './bodies/bodies.ts'
import { createMemoryBudget, type Reservation } from './bodies/memory-budget.ts'
import { readBody } from './bodies/read-body.ts'
import { limitMessages } from './count-messages.ts'
import { limits } from './limits.ts'

interface IncomingBody {
  readonly body: Uint8Array
  /** Call this after the response is sent. */
  release(): void
}

export type Intake = (request: UniversalServerRequest, method: DescMethod, call: Call) => Promise<IncomingBody>

/** Every protocol responds with status 413. */
export class TooLarge extends Error {
  constructor(most: number) {
    super(`the request body is larger than the limit of ${most} bytes`)
  }
}

export function createIntake(gate: Gate): Intake {
  const [knownBudget, strangerBudget] = [
    createMemoryBudget(limits.knownBytes),
    createMemoryBudget(limits.strangerBytes),
  ]
  return async (request, method, call) => {
    const isKnown = await gate(method, request.header, call)
    const reservation = (isKnown ? knownBudget : strangerBudget).reserve()
    // A client that disconnects sends no more bytes.
    request.signal.addEventListener('abort', reservation.release, { once: true })
    try {
      return { body: await readWithinLimits(request, method, reservation), release: reservation.release }
    } catch (thrown) {
      reservation.release()
      throw thrown
    }
  }
}

async function readWithinLimits(
  { header, body }: UniversalServerRequest,
  method: DescMethod,
  reservation: Reservation,
): Promise<Uint8Array> {
  const { bytes: most, messages } = findBodyKind(method)
  if (Number(header.get('content-length') ?? 0) > most) throw new TooLarge(most)
  // The size after decompression is not known yet, so reserve the maximum.
  if (isCompressed(header)) reservation.take(most)
  // The body is a stream, because nothing has parsed it before.
  const read = await readBody(body as AsyncIterable<Uint8Array>, most, reservation)
  if (read === undefined) throw new TooLarge(most)
  if (messages !== undefined) limitMessages(read, header, method.input, messages)
  return read
}

const isCompressed = (header: Headers): boolean => header.has('content-encoding') || header.has('grpc-encoding')
