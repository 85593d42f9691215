/** The draft in the form and the version it is based on. Changes that others save meanwhile do not alter either. */
import type { Hook } from '@hookline/team/wire'
import { useState } from 'react'
import { type Form, initialForm, isSame, toForm } from './draft.ts'

export interface Draft {
  readonly form: Form
  readonly base: Hook | undefined
  /** The form has unsaved changes. */
  readonly dirty: boolean
  /** The newer version that the draft was moved to, until it is saved or discarded. */
  readonly rebasedOn: Hook | undefined
  change(form: Form): void
  /** Replaces the form by the stored hook. */
  load(from: Hook): void
  /** Keeps the form. Saving it creates the version after `newer`. */
  rebaseOn(newer: Hook): void
}

export function useDraft(hook: Hook | undefined): Draft {
  const [base, setBase] = useState(hook)
  const [rebasedOn, setRebasedOn] = useState<Hook>()
  const stored = base?.current === undefined ? initialForm : toForm(base.current)
  const [form, change] = useState(stored)
  const load = (from: Hook) => {
    setBase(from)
    setRebasedOn(undefined)
    if (from.current !== undefined) change(toForm(from.current))
  }
  const rebaseOn = (newer: Hook) => {
    setBase(newer)
    setRebasedOn(newer)
  }
  return { form, base, rebasedOn, dirty: !isSame(form, stored), change, load, rebaseOn }
}
