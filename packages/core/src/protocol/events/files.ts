/** Events about files that the agent or inline completion reads or edits. */
import { essential, hidden, list, number, shape, string } from '../../schema.ts'
import { event, permission, type RealPath } from '../row.ts'
import { attachment } from './session.ts'

const pathSubject = (name: string) => (input: { readonly file_path: string }, real: RealPath) => [
  name,
  input.file_path,
  real(input.file_path),
]
const readRefusal = {
  code: 'FileReadBlockedByHook',
  person: 'File reading was blocked by a security hook',
  model: 'File reading was blocked by a security hook',
} as const
const file_path = essential(string('Absolute.'))
const content = hidden(string('What the reader will get.'))

export const fileEvents = {
  beforeReadFile: event({
    doc: 'Before the agent reads a file. Fails closed.',
    since: '2.3',
    operation: 'readFile',
    input: { file_path, content, attachments: list(attachment) },
    gate: permission('denies'),
    onFailure: 'closed',
    reply: ['user_message', 'updated_content'],
    subject: pathSubject('Read'),
    subjectDoc: 'the fixed text `Read`, or the path',
    refusal: readRefusal,
    older: [{ name: 'filePath', today: 'file_path', seed: 'S0', inside: 'attachments' }],
    act: {
      tool: (input) => ({ tool_name: 'Read', tool_input: { file_path: input.file_path } }),
      withToolInput: (input, toolInput) => ({
        ...input,
        file_path: typeof toolInput.file_path === 'string' ? toolInput.file_path : input.file_path,
      }),
    },
    sample: (root) => ({
      file_path: `${root}/src/date.ts`,
      content: 'export const now = () => new Date()\n',
      attachments: [],
    }),
  }),
  afterFileEdit: event({
    doc: 'After the agent edited a file. No tool of the conversation starts while its hooks run.',
    since: '2.3',
    operation: 'editFile',
    input: { file_path, edits: hidden(list(shape({ old_string: string(), new_string: string() }))) },
    subject: pathSubject('Write'),
    subjectDoc: 'the fixed text `Write`, or the path',
    holds: 'tools',
    sample: (root) => ({
      file_path: `${root}/src/date.ts`,
      edits: [{ old_string: 'new Date()', new_string: 'Date.now()' }],
    }),
  }),
  beforeTabFileRead: event({
    doc: 'Before inline completion reads a file.',
    since: '2.3',
    operation: 'tab.read',
    input: { file_path, content },
    gate: permission('denies'),
    reply: ['updated_content'],
    subject: pathSubject('TabRead'),
    subjectDoc: 'the fixed text `TabRead`, or the path',
    surface: 'tab',
    refusal: readRefusal,
    sample: (root) => ({ file_path: `${root}/src/date.ts`, content: 'export const now = () => new Date()\n' }),
  }),
  afterTabFileEdit: event({
    doc: 'After inline completion edited a file.',
    since: '2.3',
    operation: 'tab.edit',
    input: {
      file_path,
      edits: hidden(
        list(
          shape({
            old_string: string(),
            new_string: string(),
            range: shape({
              start_line_number: number(),
              start_column: number(),
              end_line_number: number(),
              end_column: number(),
            }),
            old_line: string(),
            new_line: string(),
          }),
        ),
      ),
    },
    subject: pathSubject('TabWrite'),
    subjectDoc: 'the fixed text `TabWrite`, or the path',
    surface: 'tab',
    sample: (root) => ({
      file_path: `${root}/src/date.ts`,
      edits: [
        {
          old_string: 'Date',
          new_string: 'Temporal',
          range: { start_line_number: 1, start_column: 24, end_line_number: 1, end_column: 28 },
          old_line: 'export const now = () => new Date()',
          new_line: 'export const now = () => new Temporal()',
        },
      ],
    }),
  }),
}
