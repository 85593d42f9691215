/** The nearest of some names, apart: only who mistypes a command waits for the engine to load. */
export { nearest } from '@hookline/core/node'
