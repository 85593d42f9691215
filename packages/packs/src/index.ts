/** `@hookline/packs`: ready-made hooks. */
export {}
