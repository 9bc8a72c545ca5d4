const SECTOR = 512
const END_OF_CHAIN = 0xfffffffe
const ALLOCATION = 0xfffffffd
const FREE = 0xffffffff
const ENTRIES = 4

function entry(name: string): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 'utf16le')
  bytes.writeUInt16LE((name.length + 1) * 2, 64)
  bytes[66] = name === 'Root Entry' ? 5 : 2
  return bytes
}

/** A compound file (MS-CFB), the form of .doc and .xls, whose directory has these names. */
export function compound(names: readonly string[]): Buffer {
  const entries = ['Root Entry', ...names].map(entry)
  const directory = Math.ceil(entries.length / ENTRIES)
  const header = Buffer.alloc(SECTOR, 0)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(END_OF_CHAIN, 68)
  header.fill(0xff, 76)
  header.writeUInt32LE(0, 76)
  const table = Buffer.alloc(SECTOR, 0xff)
  table.writeUInt32LE(ALLOCATION, 0)
  for (let at = 1; at <= directory; at += 1)
    table.writeUInt32LE(at === directory ? END_OF_CHAIN : at + 1, at * 4)
  table.writeUInt32LE(FREE, (directory + 1) * 4)
  return Buffer.concat([header, table, ...entries, Buffer.alloc(directory * SECTOR - entries.length * 128)])
}
