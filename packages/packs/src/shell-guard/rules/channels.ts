/** Programs that take something to other machines, and which of their words say what and whither. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'
import { touchedBy } from '../../lib/touched.ts'
import { list } from '../options.ts'
import { privateFile } from '../secret-files.ts'
import { downloaders } from './unread.ts'

export const copiers = list('scp sftp rsync rclone aws gsutil gcloud s3cmd mc az')
/** Programs whose words and input go to other machines or to other people. */
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
/** The name looked up goes to whoever serves it. */
export const lookups = list('nslookup dig host drill ping')

export const remote = (word: ShellWord): boolean =>
  /^([\w.-]+@)?[\w.-]+:(?!\\)/.test(word.text) ||
  // A remote of rclone that is written out in place: `:sftp,host=x:dir`.
  /^:[a-z\d]+[,:]/.test(word.text) ||
  /^(https?|ftp|s3|gs|sftp|rsync):\/\//.test(word.text)
export const local = (command: ShellCommand): boolean =>
  command.words.some((word) => /(^|\/\/|@)(localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(:|\/|$)/.test(word.text))
/** The secret that a command reads, or that a search of it picks out. */
export function secretWord(command: ShellCommand): ShellWord | undefined {
  const file = touchedBy(command).find(({ how, path, mentioned }) => how === 'read' && !mentioned && privateFile(path))
  if (file !== undefined) return { text: file.path, known: file.known !== false, glob: file.glob }
  return /^(find|fd|fdfind)$/.test(command.name)
    ? command.words.slice(1).find((word) => privateFile(word.text))
    : undefined
}

/** Options of curl and wget whose value is what they send. */
export const bodies = list(
  '-d --data --data-binary --data-raw --data-urlencode -F --form -T --upload-file --post-file --body-file -InFile -Infile -infile',
)
