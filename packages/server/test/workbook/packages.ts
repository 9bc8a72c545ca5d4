import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

export interface Part {
  name: string
  content: string | Buffer
  /** Intended fault of the entry. */
  flags?: number
  method?: number
  checksum?: number
  claimedSize?: number
  unixMode?: number
  /** Stands where the part of this place in the list stands. */
  sameBytesAs?: number
}

const head = (part: Part, packed: Buffer, bytes: Buffer): Buffer => {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(part.flags ?? 0, 2)
  fields.writeUInt16LE(part.method ?? 8, 4)
  fields.writeUInt32LE(part.checksum ?? crc32(bytes), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(part.claimedSize ?? bytes.length, 18)
  fields.writeUInt16LE(Buffer.byteLength(part.name), 22)
  return fields
}

/** A zip archive with exactly the faults asked for. */
export function zip(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  const starts: number[] = []
  let at = 0
  for (const part of parts) {
    const bytes = Buffer.from(part.content)
    const packed = part.method === 0 ? bytes : deflateRawSync(bytes)
    const fields = head(part, packed, bytes)
    const start = part.sameBytesAs === undefined ? at : (starts[part.sameBytesAs] ?? 0)
    starts.push(start)
    if (part.sameBytesAs === undefined) {
      const body = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(part.name), packed])
      bodies.push(body)
      at += body.length
    }
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((part.unixMode ?? 0) << 16) >>> 0, 6)
    rest.writeUInt32LE(start, 10)
    directory.push(
      Buffer.from([0x50, 0x4b, 1, 2, 20, part.unixMode === undefined ? 0 : 3]),
      fields,
      rest,
      Buffer.from(part.name),
    )
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, list, end])
}

const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of a workbook with one sheet of this content. */
export const workbookParts = (sheetData: string, mainType = MAIN): Part[] => [
  {
    name: '[Content_Types].xml',
    content: `<Types><Override PartName="/xl/workbook.xml" ContentType="${mainType}"/></Types>`,
  },
  {
    name: '_rels/.rels',
    content: `<Relationships><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `<Relationships><Relationship Id="rId7" Type="${OFFICE}/worksheet" Target="worksheets/data.xml"/></Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    content: `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="项目&amp;导入" sheetId="1" r:id="rId7"/></sheets></workbook>`,
  },
  {
    name: 'xl/worksheets/data.xml',
    content: `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
  },
]

/** A folder for the files of one test file. */
export async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'xinchu-workbook-'))
  let count = 0
  return {
    path: (name: string): string => join(folder, name),
    async save(bytes: string | Buffer | Uint8Array, suffix = '.xlsx'): Promise<string> {
      count += 1
      const path = join(folder, `${count}${suffix}`)
      await writeFile(path, bytes)
      return path
    },
    remove: (): Promise<void> => rm(folder, { recursive: true, force: true }),
  }
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
