/** The settings of a hook. The row of an event decides which settings it has. */

import { eventNames, eventRows, isEventName } from '@hookline/core/protocol'
import { Checkbox, Group, Select, TextInput } from '@mantine/core'
import { reveal } from '../../../kit/reveal.ts'
import { hasEvent, kindLabels, kindOf, kindOptions } from '../hooks/kinds.ts'
import { type Form, startForm, type validateForm } from './draft.ts'
import { PackSelect } from './pack-select.tsx'

const systems = ['Linux', 'Macintosh', 'Windows']

interface Props {
  readonly form: Form
  readonly errors: ReturnType<typeof validateForm>
  readonly readOnly: boolean
  /** The kind of a saved hook does not change. */
  readonly isNew: boolean
  readonly onChange: (form: Form) => void
}
export function Fields({ form, errors, readOnly, isNew, onChange }: Props) {
  const row = isEventName(form.hookStep) ? eventRows[form.hookStep] : undefined
  const known = isEventName(form.hookStep) ? [...eventNames] : [form.hookStep, ...eventNames]
  const text = (name: 'scriptName' | 'matcher' | 'timeout' | 'loopLimit') => ({
    value: form[name],
    readOnly,
    // An input field does not show hidden characters, and some of them reverse the text after them.
    ...(reveal(form[name]) === form[name] ? {} : { error: `Hidden characters: ${reveal(form[name])}` }),
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange({ ...form, [name]: currentTarget.value }),
  })
  const labels = kindLabels[form.kind]
  const matcherHelp =
    row === undefined
      ? undefined
      : row.subject === null
        ? 'This event has no matcher.'
        : `Tested against ${row.subjectDoc}.`
  return (
    <fieldset className="fields" aria-label="Settings">
      <Select
        label="Kind"
        data={kindOptions}
        value={form.kind}
        readOnly={readOnly || !isNew}
        description={isNew ? 'What the team publishes.' : 'The kind of a saved hook stays.'}
        allowDeselect={false}
        onChange={(kind) => (kind === null ? undefined : onChange(startForm(kindOf(kind), form)))}
      />
      {form.kind === 'settings' ? null : form.kind === 'pack' ? (
        <PackSelect form={form} error={errors.scriptName} readOnly={readOnly || !isNew} onChange={onChange} />
      ) : (
        <TextInput
          label={labels.name}
          description={labels.nameHelp}
          placeholder={labels.example}
          maxLength={255}
          error={errors.scriptName}
          {...text('scriptName')}
        />
      )}
      {hasEvent(form.kind) ? (
        <>
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
            label="Matcher"
            description={matcherHelp}
            placeholder="matches everything"
            className="field-mono"
            {...text('matcher')}
          />
          <TextInput
            label="Timeout"
            description="In seconds."
            placeholder="default of the device"
            inputMode="decimal"
            error={errors.timeout}
            {...text('timeout')}
          />
          {row?.loops === true || form.loopLimit !== '' ? (
            <TextInput
              label="Loop limit"
              description="Follow-ups in one conversation."
              placeholder="5"
              inputMode="numeric"
              error={errors.loopLimit}
              {...text('loopLimit')}
            />
          ) : null}
        </>
      ) : null}
      <SystemsAndFailure form={form} readOnly={readOnly} onChange={onChange} />
    </fieldset>
  )
}

/** The operating systems, and what happens when the hook fails. */
const SystemsAndFailure = ({ form, readOnly, onChange }: Omit<Props, 'errors' | 'isNew'>) => (
  <>
    <Checkbox.Group
      label="Systems"
      description="Select none to run on all systems."
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
    {hasEvent(form.kind) ? (
      <>
        <Checkbox
          size="xs"
          className="field-wide"
          label="Fails closed"
          description="Denies the action when this hook fails or times out."
          checked={form.failClosed === true}
          disabled={readOnly}
          onChange={({ currentTarget }) => onChange({ ...form, failClosed: currentTarget.checked ? true : undefined })}
        />
        <Checkbox
          size="xs"
          className="field-wide"
          label="Can be approved"
          description="Lets a person at the machine approve a single call that this hook refused."
          checked={form.approvals === true}
          disabled={readOnly}
          onChange={({ currentTarget }) => onChange({ ...form, approvals: currentTarget.checked ? true : undefined })}
        />
      </>
    ) : null}
  </>
)
