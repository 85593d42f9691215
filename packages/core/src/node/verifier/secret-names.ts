/** Names of files and directories that hold secrets wherever they are in a workspace. */

const names = new RegExp(
  `^(?:${[
    // The examples of a `.env` are meant to be read.
    '\\.env(?:rc|\\.(?!(?:example|sample|template|dist|schema)$).*)?',
    '.*\\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|ovpn)',
    'id_(?:rsa|dsa|ecdsa|ed25519)(?:_.*)?',
    '[._]netrc|\\.pgpass|\\.my\\.cnf|\\.htpasswd|\\.git-credentials|\\.npmrc|\\.pypirc|\\.vault-token',
    'credentials(?:\\.(?:json|ya?ml|toml|tfrc\\.json))?|service[-_]account.*\\.json|secrets?\\.(?:json|ya?ml|toml)',
    '.*\\.tfstate(?:\\.backup)?|.*\\.tfvars',
    // The remotes in `.git/config` may have a password.
    '\\.git|\\.ssh|\\.gnupg|\\.aws|\\.azure|\\.kube|\\.docker',
  ].join('|')})$`,
  'i',
)

/** `name` is one part of a path. */
export const isSecretName = (name: string): boolean => names.test(name)
