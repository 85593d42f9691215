// The bundle without the bundler's list of a hundred chunks: whoever types `npm start` came for the demonstration.
import { build } from 'rolldown'
import config from './rolldown.config.mjs'

await build(config)
