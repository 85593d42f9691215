/**
 * Secrets that only their surroundings give away: options of programs, settings files, headers, and tokens by their
 * beginning. Every rule is what is kept, then the secret. Every repetition is bounded and split at blanks, so that a start
 * costs a bounded amount of work.
 */

/** What names a secret, and is none: `$NAME`, `$(…)`, `<your token>`, `{{ x }}`, and what was replaced before. */
const reference = '\\[redacted:|\\$[A-Za-z_{(]|<|\\{\\{|%[A-Z_]+%'
const value = `(?:"(?!${reference})[^"\\n]{1,255}"|'(?!${reference})[^'\\n]{1,255}'|(?!${reference}|-)[^\\s"'\`|;&<>]{1,255})`
/** Words of the command line between a program and its option. */
const words = '(?:[ \\t]{1,4}[^\\s|;&]{1,200}){0,12}'
const gap = '[ \\t]{1,4}'
const given = `(?:[ \\t]{1,4}|=)`
const program = (names: string): string => `(?<![\\w.-])(?:${names.replaceAll(' ', '|')})(?:\\.exe)?`

/** Programs, and their options that take a password. */
const options: readonly (readonly [programs: string, flags: string])[] = [
  ['docker podman nerdctl buildah skopeo oras crane helm az oc cf ibmcloud argocd rancher', '-p'],
  ['mongosh mongo mongodump mongorestore mongoimport mongoexport twine cqlsh snowsql beeline', '-p|--pass'],
  ['redis-cli keydb-cli valkey-cli', '-a|--pass'],
  ['ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldappasswd', '-w'],
  ['sqlcmd bcp isql osql zip unzip zipcloak ipmitool', '-P'],
  ['plink pscp psftp putty', '-pw'],
  ['sshpass useradd usermod ncftpput ncftpget ncftpls ncftp', '-p'],
  ['ssh-keygen', '-N|-P'],
  ['mosquitto_pub mosquitto_sub', '-P'],
  ['doctl', '-t'],
]
const withLogin = new Set([options[0]?.[0]])
const optionRules = options.map(([names, flags]) => {
  const verb = withLogin.has(names) ? `(?:${gap}[\\w.-]{1,40}){0,2}${gap}login` : ''
  return `(${program(names)}${verb}${words}${gap}(?:${flags})${given})(${value})`
})

/** A name of settings whose value follows after a blank. */
const settingName =
  '(?:[\\w./:@-]{0,120}[._/:-](?:password|passwd|secret|token)(?:\\.\\w{1,40})?|[\\w./:@-]{0,120}(?:secret_access_key|secret_key|api_key|apikey|_auth|_authToken|_password))'
const token = (prefix: string, rest: string): string => `((?<![A-Za-z0-9_-]))(${prefix}${rest})`
/** Beginnings that only tokens of one service have. */
const tokens = [
  token('dckr_(?:pat|oat)_', '[A-Za-z0-9_-]{20,255}'),
  token('shp(?:at|ca|pa|ss)_', '[a-fA-F0-9]{32}'),
  token('sntry[su]_', '[A-Za-z0-9_=+/-]{30,512}'),
  token('PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'),
  token('dapi', '[a-f0-9]{32}(?:-\\d)?'),
  token(
    '(?:r8_|ntn_|secret_|fo1_|fm[12]_|glc_|pul-|nfp_|tskey-[a-z]{1,10}-|dp\\.[a-z]{2,6}\\.)',
    '(?=[A-Za-z]{0,64}\\d)[A-Za-z0-9_-]{28,255}',
  ),
  token('(?:sbp_|doo_v1_|dor_v1_|rubygems_)', '[a-f0-9]{40,64}'),
  token('gl(?:sa|c)_', '[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}'),
  token('xkeysib-', '[a-f0-9]{64}-[A-Za-z0-9]{16}'),
  token('key-', '[a-f0-9]{32}(?![a-f0-9])'),
  token('EAA[A-Z]', '[A-Za-z0-9]{60,255}'),
  token('AGE-SECRET-KEY-1', '[A-Z0-9]{40,64}'),
  token('(?:bot)?', '\\d{8,10}:AA[A-Za-z0-9_-]{32,33}'),
  token('pypi-', '[A-Za-z0-9_-]{16,255}'),
  token(
    '(?:vercel_|phc_|phx_|figd_|lsv2_[a-z]{2}_|pplx-|xai-|atlasv1\\.|CFPAT-|NRAK-|ops_eyJ)',
    '[A-Za-z0-9_=+/.-]{24,1024}',
  ),
]

/** `any case`: people write these words in either case. Elsewhere the case distinguishes options from variables. */
const rules: readonly (readonly [kind: string, source: string, any?: 'any case'])[] = [
  ...optionRules.map((rule) => ['secret', rule] as const),
  ['secret', `(${program('7z 7za 7zr rar unrar')}${words}${gap}-p)((?!ath)[^\\s"'$|;&]{3,255})`],
  [
    'secret',
    `(${program('openssl')}${words}${gap}-(?:pass|passin|passout|password|k)[ \\t]{1,4}(?:pass:)?)((?!env:|file:|fd:|stdin|${reference})[^\\s"'\`|;&]{1,255})`,
  ],
  ['secret', `(${program('xfreerdp wfreerdp rdesktop')}${words}${gap}/p:)(${value})`],
  [
    'secret',
    `(${program('smbclient smbmap rpcclient smbget')}${words}${gap}-U[ \\t]{0,4}["']?[^\\s%"']{1,64}%)((?!${reference})[^\\s"'|;&]{1,255})`,
  ],
  [
    'secret',
    `(${program('net')}${gap}use${gap}\\S{1,120}${gap}\\S{1,200}${gap})((?!/)[^\\s"'$]{3,255})(?=[ \\t]{1,4}/user)`,
  ],
  [
    'secret',
    `(${program('rabbitmqctl')}${words}${gap}(?:add_user|change_password)${gap}[^\\s|;&]{1,80}${gap})(${value})`,
  ],
  [
    'secret',
    `(${program('htpasswd')}(?=[^\\n|;&]{0,40}[ \\t]-[A-Za-z]{0,6}b)(?:${gap}-\\w{1,8}){0,3}(?:${gap}(?!-)[^\\s|;&]{1,80}){2}${gap})(${value})`,
  ],
  [
    'secret',
    `(${program('poetry composer bundle')}${words}${gap}http-basic\\.[^\\s|;&]{1,80}${gap}[^\\s|;&]{1,80}${gap})(${value})`,
  ],
  ['secret', `(${program('bundle')}${gap}config${words}${gap}[^\\s:]{1,80}:)((?!//|${reference})[^\\s"'$|;&]{3,255})`],
  [
    'secret',
    `(${program('curl http https xh wget')}${words}${gap}(?:-u|-U|-a|--auth|--user|--proxy-user)(?:[ \\t]{0,4}|=)["']?[^\\s:"'$]{1,64}:)((?![0-9]{1,9}\\b|//|${reference})[^\\s"'\`|;&]{1,255})`,
  ],
  ['secret', `(${program('lftp')}${words}${gap}-u[ \\t]{0,4}[^\\s,]{1,64},)(${value})`],
  ['secret', `(${program('net')}${gap}user${gap}(?!/)[^\\s|;&]{1,80}${gap})((?!/|\\*)[^\\s"'$|;&]{3,255})`],
  ['secret', `(${program('nmcli')}${words}${gap}password${gap})(${value})`],
  ['secret', `(${program('wpa_passphrase')}${gap}[^\\s|;&]{1,80}${gap})(${value})`],
  ['secret', `(ConvertTo-SecureString(?:${gap}-String)?${gap})(${value})(?=[ \\t]{1,4}-AsPlainText)`, 'any case'],
  ['secret', `(--[a-z-]{0,30}(?:account|shared|access|storage|master)-key${given})(${value})`],
  [
    'secret',
    `(\\bX-[\\w-]{0,40}(?:Key|Secret|Signature)["']?[ \\t]{0,3}:[ \\t]{0,3}["']?)((?!${reference})(?=[A-Za-z_-]{0,64}\\d)[\\w.~+/=-]{8,512})`,
    'any case',
  ],
  [
    'secret',
    `((?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,40}[_.-]){0,4}(?:pswd|passcode|passwort)["']?[ \\t]{0,4}[:=][ \\t]{0,4})(${value})`,
    'any case',
  ],
  ['bearer', `(--oauth2-bearer${given})(${value})`, 'any case'],
  [
    'secret',
    `(${program('curl')}${words}${gap}(?:-b|--cookie)${given}["']?[\\w.-]{1,64}=)((?!${reference})[^\\s"'|&]{3,4096})`,
  ],
  [
    'secret',
    `((?:echo|printf)(?:[ \\t]{1,4}-\\w{1,4}){0,2}${gap}(?:["']?[\\w.@-]{1,64}:(?=[^\\n|]{1,200}\\|[ \\t]{0,4}(?:sudo[ \\t]{1,4})?chpasswd))?)(${value})(?=[ \\t]{0,4}\\|[^\\n]{0,200}(?:--password-stdin|--with-token|--passphrase-fd|sudo[ \\t]{1,4}(?:-[A-Za-z]{1,6}[ \\t]{1,4}){0,3}-[A-Za-z]{0,4}S|chpasswd|passwd\\b[^\\n]{0,40}--stdin))`,
  ],
  [
    'secret',
    `((?<![\\w-])(?:config|configure|config:set|set|create)${words}${gap}${settingName}${gap})(${value})(?=[\\s|;&]|$)`,
    'any case',
  ],
  ['secret', `(_auth(?:Token)?[ \\t]{1,4}(?!=))(${value})`, 'any case'],
  ['secret', `((?<![A-Za-z])_auth[ \\t]{0,4}=[ \\t]{0,4})(${value})`, 'any case'],
  ['secret', `(\\bauth${gap}token${gap})((?=[A-Za-z_-]{0,64}\\d)[\\w.-]{12,512})`],
  ['secret', `(\\blogin\\s{1,20}\\S{1,120}\\s{1,20}password[ \\t]{1,8})(${value})`, 'any case'],
  [
    'secret',
    `((?<![\\w.*:/-])[\\w.*-]{1,100}:(?:\\d{4,5}|\\*):(?!\\d{1,9}:)[\\w.*-]{1,64}:[\\w.*-]{1,64}:)([^\\s:"'&|;]{3,255})(?![^\\s&|;])`,
  ],
  ['secret', `(-{1,2}(?!bypass|compass)[A-Za-z][A-Za-z-]{0,30}(?:pass|passwd)${given})(${value})`, 'any case'],
  [
    'cookie',
    `(\\b(?:set-)?cookie["']?[ \\t]{0,3}:[ \\t]{0,3}["']?)((?!${reference})[\\w.-]{1,128}=(?!${reference})[^\\r\\n"']{3,4096})`,
    'any case',
  ],
  [
    'secret',
    `(<[\\w.:-]{0,60}(?:password|passwd|passphrase|secret|token|apikey|api-key)>[ \\t]{0,4})((?!${reference})[^<>\\s]{3,512})(?=[ \\t]{0,4}</)`,
    'any case',
  ],
  [
    'secret',
    `((?:key|name)="[^"\\n]{0,60}(?:password|passwd|secret|token|api_?key)[^"\\n]{0,20}"[ \\t]{1,4}value=")((?!${reference})[^"\\n]{3,512})`,
    'any case',
  ],
  [
    'secret',
    `(\\b(?:[A-Z0-9]{1,40}_){0,6}(?!(?:CACHE|PRIMARY|SORT|FOREIGN|PUBLIC|PARTITION|HASH|RANGE|INDEX|MAP|GROUP|ROW|LOOKUP|ROUTING|REGISTRY|OBJECT|S3|STATE|LOCK|HOST)_)[A-Z0-9]{1,40}_KEY=["']?)((?=[A-Za-z:+/_-]{0,64}\\d)(?:base64:)?[A-Za-z0-9+/=_.~-]{12,512})(?![A-Za-z0-9+/=_.~-])`,
  ],
  ['secret', `(\\b(?:[A-Z0-9]{1,40}_){1,6}AUTH=["']?)((?!${reference})(?=[^\\s:]{0,64}\\d)[^\\s"'\`|;&<>:/]{6,512})`],
  ['url-password', '(://)((?=[A-Za-z_-]{0,64}\\d)[A-Za-z0-9_-]{20,255})(?=@)'],
  ['token', '(discord(?:app)?\\.com/api/webhooks/\\d{15,22}/)([\\w-]{50,100})'],
  ...tokens.map((rule) => ['token', rule] as const),
]

/** True whenever a rule above may find something, whatever JSON escapes. */
export const mayHoldMore = (text: string): boolean => someWord.test(text) || beginnings.test(text)
const someWord = /pass|pw\b|cookie|bearer|token|secret|api_?key|_auth|"auth["\\]/i
const beginnings =
  /login|mongo|twine|cqlsh|snowsql|beeline|-cli|ldap|sqlcmd|bcp|[io]sql|zip|ipmitool|plink|pscp|psftp|putty|7z|rar |openssl|freerdp|rdesktop|smb|rpcclient|net(?:\.exe)?[ \t\\]|useradd|usermod|ncftp|ssh-keygen|mosquitto|doctl|lftp|nmcli|[Ss]ecure[Ss]tring|-key|X-|x-|-Key:|pswd|rabbitmqctl|http-basic|bundle|curl|http|xh|wget|stdin|sudo|:\d{4,5}:|:\*:|_KEY=|AUTH=|:\/\/[A-Za-z0-9_-]{20}|discord|dckr_|shp|sntry|PMAK-|dapi|r8_|ntn_|fo1_|fm[12]_|gl[sc]|pul-|nfp_|tskey-|dp\.|sbp_|do[or]_v1_|rubygems_|xkeysib-|key-|EAA|AGE-|:AA|pypi-|vercel_|ph[cx]_|figd_|lsv2_|pplx-|xai-|atlasv1|CFPAT|NRAK|ops_eyJ/

let compiled: readonly (readonly [string, RegExp])[] | undefined

/** The text without them; each kind that was found is added. */
export function redactMore(text: string, found: Set<string>): string {
  compiled ??= rules.map(([kind, source, any]) => [kind, new RegExp(source, any === undefined ? 'g' : 'gi')] as const)
  return compiled.reduce(
    (left, [kind, pattern]) =>
      left.replace(pattern, (_match: string, kept: string) => {
        found.add(kind)
        return `${kept}[redacted:${kind}]`
      }),
    text,
  )
}
