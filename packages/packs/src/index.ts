/** `@hookline/packs`: ready-made hooks. */
export { packs } from './packs.ts'
