import { expect } from 'vitest'
import { harnessTrials } from '../harness-trials.ts'
import { qwenCode } from './agent.ts'

// On a busy machine it loses what a short command prints, without any hook: seen in 0.24.4.
harnessTrials(qwenCode, { printed: expect.stringMatching(/^Output: (?:hello|\(empty\))$/m) })
