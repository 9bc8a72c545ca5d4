import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** An entry copied compressed from another archive. */
interface PackedPart {
  name: string
  method: number
  checksum: number
  packedSize: number
  size: number
  packed: AsyncIterable<Buffer>
}

/** An entry compressed while streaming. */
interface NewPart {
  name: string
  content: AsyncIterable<Buffer>
}

export type ZipPart = PackedPart | NewPart

interface Listed {
  name: Buffer
  offset: number
  method: number
  checksum: number
  packedSize: number
  size: number
}

const UTF8 = 0x0800
const SIZES_FOLLOW = 0x0008
const FLAGS = UTF8 | SIZES_FOLLOW
const DEFLATED = 8
const VERSION = 20

// The fast level, because a download is read once.
const LEVEL = 1

function fields(
  { method, checksum, packedSize, size }: Omit<Listed, 'name' | 'offset'>,
  name: Buffer,
): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(VERSION, 0)
  bytes.writeUInt16LE(FLAGS, 2)
  bytes.writeUInt16LE(method, 4)
  bytes.writeUInt32LE(checksum, 10)
  bytes.writeUInt32LE(packedSize, 14)
  bytes.writeUInt32LE(size, 18)
  bytes.writeUInt16LE(name.length, 22)
  return bytes
}

const unknown = { checksum: 0, packedSize: 0, size: 0 }

function sizes({ checksum, packedSize, size }: Listed): Buffer {
  const bytes = Buffer.from('PK\x07\x08            ', 'latin1')
  bytes.writeUInt32LE(checksum, 4)
  bytes.writeUInt32LE(packedSize, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function directory(listed: readonly Listed[], start: number): Buffer {
  const entries = listed.map((part) => {
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(part.offset, 10)
    return Buffer.concat([
      Buffer.from([0x50, 0x4b, 1, 2, VERSION, 0]),
      fields(part, part.name),
      rest,
      part.name,
    ])
  })
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(listed.length, 8)
  end.writeUInt16LE(listed.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([list, end])
}

interface Measured {
  checksum: number
  size: number
}

async function* measuring(content: AsyncIterable<Buffer>, measured: Measured): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    measured.checksum = crc32(piece, measured.checksum)
    measured.size += piece.length
    yield piece
  }
}

/** Compresses content, and records size and checksum in `measured`. */
async function* deflated(content: AsyncIterable<Buffer>, measured: Measured): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: LEVEL })
  // An error of the content also ends the compressor, where it is reported.
  pipeline(Readable.from(measuring(content, measured)), packer, () => undefined)
  for await (const piece of packer) yield piece as Buffer // what a byte stream of node:zlib gives
}

/** Streams a zip archive of these entries in order; at most 4 GB. */
export async function* zipStream(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const listed: Listed[] = []
  let at = 0
  for await (const part of parts) {
    const name = Buffer.from(part.name)
    const method = 'content' in part ? DEFLATED : part.method
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), fields({ method, ...unknown }, name), name])
    const offset = at
    yield head
    let packedSize = 0
    const measured = { checksum: 0, size: 0 }
    for await (const piece of 'content' in part ? deflated(part.content, measured) : part.packed) {
      packedSize += piece.length
      yield piece
    }
    const { checksum, size } = 'content' in part ? measured : part
    const entry = { name, offset, method, checksum, packedSize, size }
    yield sizes(entry)
    at += head.length + packedSize + 16
    listed.push(entry)
  }
  yield directory(listed, at)
}
