/** `@hookline/agent`: the reference host. */
export {}
