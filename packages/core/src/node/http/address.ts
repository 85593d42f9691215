/** Which network addresses an HTTP hook may be sent to. */
import { BlockList, isIP } from 'node:net'
import type { Entry } from '../../flow.ts'

const ranges4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`
/** The last three contain addresses of version 4. */
const ranges6 =
  '::/96 ::ffff:0:0:0/96 100::/64 2001::/23 2001:db8::/32 fc00::/7 fe80::/10 fec0::/10 ff00::/8 3fff::/20 5f00::/16 64:ff9b::/96 64:ff9b:1::/48 2002::/16'

const notPublic = listOf(ranges4, ranges6)
const loopback = listOf('127.0.0.0/8', '::1/128')

function listOf(version4: string, version6: string): BlockList {
  const list = new BlockList()
  for (const [ranges, family] of [
    [version4, 'ipv4'],
    [version6, 'ipv6'],
  ] as const)
    for (const range of ranges.trim().split(/\s+/)) {
      const [address = '', bits] = range.split('/')
      list.addSubnet(address, Number(bits), family)
    }
  return list
}

/** Whether the address may be connected to. `reach` is what the entry allows beside public addresses. */
export function isReachable(address: string, reach: Entry['reach']): boolean {
  if (reach === 'private') return true
  const plain = withoutMapping(address)
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(plain) === 0) return false
  return !notPublic.check(plain, family) || (reach === 'loopback' && loopback.check(plain, family))
}

/** `::ffff:10.0.0.1` and `::ffff:a00:1` are the address 10.0.0.1. */
function withoutMapping(address: string): string {
  const [, dotted, high, low] = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(address) ?? []
  if (dotted !== undefined) return dotted
  if (high === undefined || low === undefined) return address
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`
}
