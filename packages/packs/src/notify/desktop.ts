/** The program and arguments that show a message on each system. No part of the message is ever interpreted as code. */
export interface Message {
  readonly title: string
  readonly text: string
}
export interface Call {
  readonly program: string
  readonly args: readonly string[]
}
export type System = 'linux' | 'darwin' | 'win32'

export const desktopCall = (system: System, message: Message, sound: boolean): Call =>
  desktops[system](plain(message), sound)

const desktops: Readonly<Record<System, (message: Message, sound: boolean) => Call>> = {
  linux: ({ title, text }, sound) => ({
    program: 'notify-send',
    args: [
      '--app-name=Hookline',
      ...(sound ? ['--hint=string:sound-name:message-new-instant'] : []),
      '--',
      title,
      // The body is markup.
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    ],
  }),
  darwin: ({ title, text }, sound) => ({
    program: 'osascript',
    args: [
      '-e',
      'on run argv',
      '-e',
      `display notification (item 2 of argv) with title (item 1 of argv)${sound ? ' sound name "Glass"' : ''}`,
      '-e',
      'end run',
      '--',
      title,
      text,
    ],
  }),
  win32: (message, sound) => ({
    program: 'powershell.exe',
    args: ['-NoProfile', '-NonInteractive', '-EncodedCommand', utf16(toast(message, sound)).toString('base64')],
  }),
}

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')

/** The message is base64 inside single quotes and becomes text nodes. */
const toast = ({ title, text }: Message, sound: boolean): string => `
$ErrorActionPreference = 'Stop'
function Decode([string]$s) { [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($s)) }
[void][Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
$xml = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent([Windows.UI.Notifications.ToastTemplateType]::ToastText02)
$lines = $xml.GetElementsByTagName('text')
[void]$lines.Item(0).AppendChild($xml.CreateTextNode((Decode '${base64(title)}')))
[void]$lines.Item(1).AppendChild($xml.CreateTextNode((Decode '${base64(text)}')))
${sound ? '' : `$audio = $xml.CreateElement('audio'); $audio.SetAttribute('silent', 'true'); [void]$xml.DocumentElement.AppendChild($audio)`}
[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('Hookline').Show([Windows.UI.Notifications.ToastNotification]::new($xml))
`

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Reduces title and text to one line each, without control characters, of limited length. */
const plain = ({ title, text }: Message): Message => ({ title: line(title, 80), text: line(text, 300) })
const line = (text: string, most: number): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, most)
