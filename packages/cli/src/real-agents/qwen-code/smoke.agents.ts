import { expect } from 'vitest'
import { harnessTrials } from '../harness-trials.ts'
import { qwenCode } from './agent.ts'

harnessTrials(qwenCode, { printed: expect.stringContaining('Output: hello') })
