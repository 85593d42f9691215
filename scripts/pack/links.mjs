// Keeps the links of a packed page from leading nowhere: the package has the docs, and not the rest of the repository.
import { posix } from 'node:path'

const link = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g
const isElsewhere = (target) => /^(?:[a-z][a-z+.-]*:|\/\/|#)/i.test(target)

/**
 * `page` is the path of the page in the repository, and `isPacked` says whether a path of the repository is in the package. A link
 * to any other file leads to the repository on the web. Without an address of the repository only its text stays.
 */
export function packLinks(text, { page, isPacked, repositoryUrl }) {
  let inCode = false
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) inCode = !inCode
      return inCode ? line : line.replace(link, (all, image, label, target) => packLink(all, image, label, target))
    })
    .join('\n')

  function packLink(all, image, label, target) {
    const [path, ...anchor] = target.split('#')
    const found = posix.join(posix.dirname(page), decodeURI(path))
    if (isElsewhere(target) || isPacked(found)) return all
    if (repositoryUrl === undefined) return label
    const view = image === '' ? 'blob' : 'raw'
    return `${image}[${label}](${[`${repositoryUrl}/${view}/HEAD/${found}`, ...anchor].join('#')})`
  }
}

/** The address of the repository as a page on the web, from the field `repository` of a package.json. */
export function webAddress(repository) {
  const url = typeof repository === 'string' ? repository : repository?.url
  if (url === undefined) return undefined
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(url)?.[1]
  return short === undefined
    ? url
        .replace(/^git\+/, '')
        .replace(/^(?:git|ssh):\/\/(?:git@)?|^git@([^:]+):/, (_, host) => (host ? `https://${host}/` : 'https://'))
        .replace(/\.git$/, '')
    : `https://github.com/${short}`
}
