import { harnessTrials } from '../harness-trials.ts'
import { claudeCode } from './agent.ts'

harnessTrials(claudeCode, { printed: 'hello' })
