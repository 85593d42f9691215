import { harnessTrials } from '../harness-trials.ts'
import { opencode } from './agent.ts'

// It installs the types for plugins and ripgrep by itself, and goes on without them.
harnessTrials(opencode, { ownHosts: ['registry.npmjs.org:443', 'github.com:443'] })
