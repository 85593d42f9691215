/** The settings of a hook. What an event reads is asked of its row. */

import { eventNames, eventRows, isEventName } from '@hookline/core/protocol'
import { Checkbox, Group, Select, TextInput } from '@mantine/core'
import { reveal } from '../../../kit/reveal.ts'
import type { Form, faultsOf } from './draft.ts'

const systems = ['Linux', 'Macintosh', 'Windows']

interface Props {
  readonly form: Form
  readonly faults: ReturnType<typeof faultsOf>
  readonly readOnly: boolean
  readonly onChange: (form: Form) => void
}
export function Fields({ form, faults, readOnly, onChange }: Props) {
  const row = isEventName(form.hookStep) ? eventRows[form.hookStep] : undefined
  const known = isEventName(form.hookStep) ? [...eventNames] : [form.hookStep, ...eventNames]
  const text = (name: 'scriptName' | 'matcher' | 'timeout' | 'loopLimit') => ({
    value: form[name],
    readOnly,
    // An input shows nothing for them, and turns what follows around.
    ...(reveal(form[name]) === form[name] ? {} : { error: `Hidden characters: ${reveal(form[name])}` }),
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange({ ...form, [name]: currentTarget.value }),
  })
  const matcherWords =
    row === undefined ? undefined : row.subject === null ? 'This event has none.' : `Tested against ${row.subjectDoc}.`
  return (
    <fieldset className="fields" aria-label="Settings">
      <Select
        label="Event"
        description={row?.doc}
        className="field-wide"
        data={known}
        value={form.hookStep}
        readOnly={readOnly}
        searchable
        allowDeselect={false}
        onChange={(hookStep) => (hookStep === null ? undefined : onChange({ ...form, hookStep }))}
      />
      <TextInput
        label="Script name"
        description="The file on machines."
        placeholder="guard.sh"
        maxLength={255}
        error={faults.scriptName}
        {...text('scriptName')}
      />
      <TextInput
        label="Matcher"
        description={matcherWords}
        placeholder="every one"
        className="field-mono"
        {...text('matcher')}
      />
      <TextInput
        label="Timeout"
        description="In seconds."
        placeholder="as the machine has it"
        inputMode="decimal"
        error={faults.timeout}
        {...text('timeout')}
      />
      {row?.loops === true || form.loopLimit !== '' ? (
        <TextInput
          label="Loop limit"
          description="Follow-ups in one conversation."
          placeholder="5"
          inputMode="numeric"
          error={faults.loopLimit}
          {...text('loopLimit')}
        />
      ) : null}
      <Where form={form} readOnly={readOnly} onChange={onChange} />
    </fieldset>
  )
}

/** On which systems, and what a failure means there. */
const Where = ({ form, readOnly, onChange }: Omit<Props, 'faults'>) => (
  <>
    <Checkbox.Group
      label="Systems"
      description="None ticked: every system."
      className="field-wide"
      value={[...form.operatingSystems]}
      onChange={(operatingSystems) => (readOnly ? undefined : onChange({ ...form, operatingSystems }))}
    >
      <Group gap="md" mt={6}>
        {systems.map((name) => (
          <Checkbox key={name} size="xs" value={name} label={name} disabled={readOnly} />
        ))}
      </Group>
    </Checkbox.Group>
    <Checkbox
      size="xs"
      className="field-wide"
      label="Fails closed"
      description="When this hook fails or does not answer in time, what it guards is refused."
      checked={form.failClosed === true}
      disabled={readOnly}
      onChange={({ currentTarget }) => onChange({ ...form, failClosed: currentTarget.checked ? true : undefined })}
    />
  </>
)
