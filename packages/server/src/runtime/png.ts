import { crc32, deflateSync } from 'node:zlib'

/** A picture of at most 256 colours. */
export interface IndexedImage {
  width: number
  height: number
  /** Red, green and blue of each colour, 0–255. */
  palette: readonly (readonly [number, number, number])[]
  /** One palette index per pixel, row by row. */
  pixels: Uint8Array
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BIT_DEPTH = 8
const PALETTE_COLOUR = 3

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(data.length + 12)
  framed.writeUInt32BE(data.length, 0)
  framed.write(type, 4, 'latin1')
  data.copy(framed, 8)
  framed.writeUInt32BE(crc32(framed.subarray(4, data.length + 8)), data.length + 8)
  return framed
}

/** Prefixes each row with filter type 0 (none). */
function scanlines({ width, height, pixels }: IndexedImage): Buffer {
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return rows
}

/** Encodes a PNG file (ISO/IEC 15948). */
export function encodePng(image: IndexedImage): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(image.width, 0)
  header.writeUInt32BE(image.height, 4)
  header[8] = BIT_DEPTH
  header[9] = PALETTE_COLOUR
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(image.palette.flat())),
    chunk('IDAT', deflateSync(scanlines(image), { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
