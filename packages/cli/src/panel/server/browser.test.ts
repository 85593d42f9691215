import { expect, test } from 'vitest'
import { openerFor } from './browser.ts'

const url = 'http://127.0.0.1:1234/#token=a&b;c'

test('each system opens the address with a fixed program, as one argument', () => {
  expect(openerFor('linux', url)).toEqual({ file: 'xdg-open', args: [url] })
  expect(openerFor('freebsd', url)).toEqual({ file: 'xdg-open', args: [url] })
  expect(openerFor('darwin', url)).toEqual({ file: '/usr/bin/open', args: [url] })
  expect(openerFor('win32', url)).toEqual({ file: 'rundll32.exe', args: ['url.dll,FileProtocolHandler', url] })
})
