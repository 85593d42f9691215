/** Programs for keys and certificates: which files they show, and which they only use. */
import type { Grammar } from './grammar.ts'

const used = `-key -inkey -signkey -CA -CAkey -CAfile -CApath -cert -certfile -chain -config -extfile -sign -verify -signer
  -recip -kfile -pass -passin -passout -rand -engine -caform -cert_chain -cafile`
const openssl = (operands: string, quiet?: string): Grammar => ({
  spelling: 'words',
  values: {
    read: '-in -rawin',
    write: '-out -keyout -writerand',
    name: used,
    data: '-days -subj -newkey -connect -servername -port -digest -name -outform -inform -keyform -pkeyopt -algorithm -iter -S -K -iv -k -md -set_serial -addext -purpose -starttls',
  },
  operands,
  ...(quiet === undefined ? {} : { quiet }),
})

export const keyPrograms: Readonly<Record<string, Grammar>> = {
  'openssl|libressl': {
    verbs: {
      // It prints the private key unless an option selects something else.
      'rsa|ec|dsa|pkey|pkcs8|pkcs12|genpkey|rsautl|pkeyutl|cms|smime': openssl('data*', '-noout|-pubout|-nokeys|-out'),
      'base64|enc|asn1parse|zlib': openssl('data*'),
      'x509|req|crl|verify|s_client|s_server|dgst|ca|ts|ocsp|version|ciphers|rand|genrsa|speed|list|sha256|sha1|md5|sha512|prime|passwd|dhparam|ecparam|pkcs7|nseq|sess_id|spkac|storeutl':
        openssl('name*', '*'),
    },
    operands: 'unknown*',
  },
  'ssh-keygen': {
    flags: '-l -y -e -i -p -R -H -q -v -B -c',
    values: { name: '-f', data: '-t -b -C -N -P -F -m -O -I -n -V -z -E -a -s' },
    operands: 'name*',
  },
  'age|rage': {
    flags: '-d|--decrypt -e|--encrypt -a|--armor -p|--passphrase',
    values: { name: '-i|--identity -R|--recipients-file', write: '-o|--output', data: '-r|--recipient' },
    operands: 'read*',
  },
  'cosign|minisign|signify|step|mkcert|certbot|keytool|jarsigner|codesign|signtool|rpmsign|dpkg-sig|notation|slsa-verifier':
    { operands: 'name*' },
  grpcurl: {
    spelling: 'words',
    values: { name: '-cert -key -cacert -proto -import-path', data: '-d -H -max-time' },
    operands: 'data*',
  },
  'uvicorn|gunicorn|hypercorn|waitress-serve|http-server|serve|caddy|nginx|httpd|live-server|vite|webpack-dev-server|stunnel|haproxy|envoy':
    { operands: 'name*' },
}
