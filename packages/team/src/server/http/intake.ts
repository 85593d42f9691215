/**
 * The body of a request, taken in before Connect decodes it, which it does before it asks anybody: from somebody who may send
 * it, no more than the method has, and while there is room.
 */
import type { DescMethod } from '@bufbuild/protobuf'
import type { UniversalServerRequest } from '@connectrpc/connect/protocol'
import type { Call } from '../devices/prove.ts'
import type { Gate } from '../rpc/gate.ts'
import { bodyKindOf } from './bodies.ts'
import { refuseMoreMessages } from './count-messages.ts'
import { limits } from './limits.ts'
import { readBody } from './read-body.ts'
import { createRoom, type SyncLock } from './room.ts'

export interface Taken {
  readonly body: Uint8Array
  /** To be called when the request is answered. */
  release(): void
}

export type Intake = (request: UniversalServerRequest, method: DescMethod, call: Omit<Call, 'needs'>) => Promise<Taken>

/** Answered with 413 by every protocol. */
export class TooLarge extends Error {
  constructor(most: number) {
    super(`a request has at most ${most} bytes`)
  }
}

export function createIntake(gate: Gate): Intake {
  const [known, strangers] = [createRoom(limits.knownBytes), createRoom(limits.strangerBytes)]
  return async (request, method, call) => {
    const isKnown = await gate(method, request.header, call)
    const held = (isKnown ? known : strangers).hold()
    // Whoever is gone in the middle of it sends no more.
    request.signal.addEventListener('abort', held.release, { once: true })
    try {
      return { body: await taken(request, method, held), release: held.release }
    } catch (thrown) {
      held.release()
      throw thrown
    }
  }
}

async function taken(
  { header, body }: UniversalServerRequest,
  method: DescMethod,
  held: SyncLock,
): Promise<Uint8Array> {
  const { bytes: most, messages } = bodyKindOf(method)
  if (Number(header.get('content-length') ?? 0) > most) throw new TooLarge(most)
  // What it will be once unpacked is not known yet.
  if (isPacked(header)) held.take(most)
  const read = await readBody(body as AsyncIterable<Uint8Array>, most, held)
  if (read === undefined) throw new TooLarge(most)
  if (messages !== undefined) refuseMoreMessages(read, header, method.input, messages)
  return read
}

const isPacked = (header: Headers): boolean => header.has('content-encoding') || header.has('grpc-encoding')
