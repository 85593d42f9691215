/** The conversation of events that prove a hook: `run` recognises them by it, and the record then says so. */
export const proofSession = 'hookline-doctor'
