// Wine 8 has no bcryptprimitives.dll, which programs written in Rust load for random numbers: the bundler of the test runner too.
// Its one function takes and returns the same as one of advapi32.dll, so a library without code that forwards to it is enough.

const SECTION_RVA = 0x1000
const FILE_ALIGNMENT = 0x200

/** A Windows library (x64) with one function that is another library's: `from` → `ADVAPI32.SystemFunction036`. */
export function forwardingLibrary(name, from, to) {
  const exports = exportSection(name, from, to)
  const file = Buffer.alloc(2 * FILE_ALIGNMENT)
  file.write('MZ', 0, 'latin1')
  file.writeUInt32LE(64, 60)
  file.write('PE\0\0', 64, 'latin1')
  writeHeader(file, 68, exports.length)
  exports.copy(file, FILE_ALIGNMENT)
  return file
}

function writeHeader(file, coff, size) {
  file.writeUInt16LE(0x8664, coff) // x64
  file.writeUInt16LE(1, coff + 2) // sections
  file.writeUInt16LE(240, coff + 16) // size of the optional header
  file.writeUInt16LE(0x2022, coff + 18) // a library that can use all addresses
  const optional = coff + 20
  file.writeUInt16LE(0x20b, optional) // PE32+
  file.writeUInt32LE(FILE_ALIGNMENT, optional + 8)
  file.writeBigUInt64LE(0x180000000n, optional + 24)
  file.writeUInt32LE(0x1000, optional + 32)
  file.writeUInt32LE(FILE_ALIGNMENT, optional + 36)
  file.writeUInt16LE(6, optional + 40)
  file.writeUInt16LE(6, optional + 48)
  file.writeUInt32LE(0x2000, optional + 56) // size in memory
  file.writeUInt32LE(FILE_ALIGNMENT, optional + 60)
  file.writeUInt16LE(3, optional + 68) // console
  file.writeUInt16LE(0x160, optional + 70)
  file.writeUInt32LE(16, optional + 108) // tables
  file.writeUInt32LE(SECTION_RVA, optional + 112) // of which the first is the exports
  file.writeUInt32LE(size, optional + 116)
  const section = optional + 240
  file.write('.edata', section, 'latin1')
  file.writeUInt32LE(size, section + 8)
  file.writeUInt32LE(SECTION_RVA, section + 12)
  file.writeUInt32LE(FILE_ALIGNMENT, section + 16)
  file.writeUInt32LE(FILE_ALIGNMENT, section + 20)
  file.writeUInt32LE(0x40000040, section + 36) // data that can be read
}

function exportSection(name, from, to) {
  const strings = [name, from, to].map((text) => Buffer.from(`${text}\0`, 'latin1'))
  const tables = 40 + 4 + 4 + 2
  const starts = strings.map((_, at) => tables + strings.slice(0, at).reduce((sum, one) => sum + one.length, 0))
  const [nameAt, fromAt, toAt] = starts.map((at) => SECTION_RVA + at)
  const head = Buffer.alloc(tables)
  head.writeUInt32LE(nameAt, 12)
  head.writeUInt32LE(1, 16) // first ordinal
  head.writeUInt32LE(1, 20) // functions
  head.writeUInt32LE(1, 24) // names
  head.writeUInt32LE(SECTION_RVA + 40, 28)
  head.writeUInt32LE(SECTION_RVA + 44, 32)
  head.writeUInt32LE(SECTION_RVA + 48, 36)
  head.writeUInt32LE(toAt, 40) // inside this section: the name of another library's function
  head.writeUInt32LE(fromAt, 44)
  return Buffer.concat([head, ...strings])
}
