/** Programs that send data to other machines, and which of their arguments are the data and the target. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'
import { filesTouchedBy } from '../../lib/touched-files.ts'
import { list } from '../options.ts'
import { privateFile } from '../secret-files.ts'
import { downloaders } from './unread.ts'

export const copiers = list('scp sftp rsync rclone aws gsutil gcloud s3cmd mc az')
/** Programs whose arguments and input go to other machines or other people. */
export const posts: ReadonlySet<string> = new Set(
  list(`ftp lftp tnftp ftp-upload ncftpput wput tftp mail mailx mutt swaks croc wormhole magic-wormhole ffsend onionshare onionshare-cli
    pastebinit wgetpaste ix sprunge termbin paste-cli slackcat telegram-send ntfy mosquitto_pub kcat kafkacat ipfs smbclient cadaver
    logger discord.sh webhook-send transfer bashupload gist glab sftp`),
)
export const network: ReadonlySet<string> = new Set([
  ...downloaders,
  ...copiers,
  ...posts,
  ...list('socat telnet sendmail ssh openssl curlie xhs Start-BitsTransfer'),
])
/** A DNS lookup sends the name to its server. */
export const lookups = list('nslookup dig host drill ping')

export const remote = (word: ShellWord): boolean =>
  /^([\w.-]+@)?[\w.-]+:(?!\\)/.test(word.text) ||
  // An inline remote of rclone: `:sftp,host=x:dir`.
  /^:[a-z\d]+[,:]/.test(word.text) ||
  /^(https?|ftp|s3|gs|sftp|rsync):\/\//.test(word.text)
export const local = (command: ShellCommand): boolean =>
  command.words.some((word) => /(^|\/\/|@)(localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(:|\/|$)/.test(word.text))
/** The secret that a command reads, or that its search selects. */
export function secretWord(command: ShellCommand): ShellWord | undefined {
  const file = filesTouchedBy(command).find(
    ({ how, path, mentioned }) => how === 'read' && !mentioned && privateFile(path),
  )
  if (file !== undefined) return { text: file.path, known: file.known !== false, glob: file.glob }
  return /^(find|fd|fdfind)$/.test(command.name)
    ? command.words.slice(1).find((word) => privateFile(word.text))
    : undefined
}

/** Options of curl and wget whose value is sent. */
export const bodies = list(
  '-d --data --data-binary --data-raw --data-urlencode --json --url-query --variable -F --form -T --upload-file --post-file --body-file -InFile -Infile -infile',
)
