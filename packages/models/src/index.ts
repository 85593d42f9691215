/** `@hookline/models`: model endpoints from the user's settings. */
export {}
