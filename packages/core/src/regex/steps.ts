/** Counts work, so that a limit depends on the expression and the text alone, and never on how busy the machine is. */
export class OutOfSteps extends Error {}

export interface Steps {
  take(): void
}

export function createSteps(limit: number): Steps {
  let left = limit
  return {
    take() {
      if (--left < 0) throw new OutOfSteps()
    },
  }
}
