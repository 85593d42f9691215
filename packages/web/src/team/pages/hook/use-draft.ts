/** The draft in the form, and the version it stands on. What others save meanwhile changes neither under one's hands. */
import type { Hook } from '@hookline/team/wire'
import { useState } from 'react'
import { type Form, firstForm, formOf, isSame } from './draft.ts'

export interface Draft {
  readonly form: Form
  readonly base: Hook | undefined
  /** What is in the form is not saved. */
  readonly dirty: boolean
  /** A newer version the draft was put on, until it is saved or left. */
  readonly over: Hook | undefined
  change(form: Form): void
  /** The form becomes what is stored. */
  begin(from: Hook): void
  /** The form stays as it is; saving makes it the version after this one. */
  putOn(newer: Hook): void
}

export function useDraft(hook: Hook | undefined): Draft {
  const [base, setBase] = useState(hook)
  const [over, setOver] = useState<Hook>()
  const stored = base?.current === undefined ? firstForm : formOf(base.current)
  const [form, change] = useState(stored)
  const begin = (from: Hook) => {
    setBase(from)
    setOver(undefined)
    if (from.current !== undefined) change(formOf(from.current))
  }
  const putOn = (newer: Hook) => {
    setBase(newer)
    setOver(newer)
  }
  return { form, base, over, dirty: !isSame(form, stored), change, begin, putOn }
}
