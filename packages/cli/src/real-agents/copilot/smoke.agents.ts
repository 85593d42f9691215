import { harnessTrials } from '../harness-trials.ts'
import { copilot } from './agent.ts'

harnessTrials(copilot)
