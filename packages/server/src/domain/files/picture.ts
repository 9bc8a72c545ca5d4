import { open } from 'node:fs/promises'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG_END = Buffer.from([0xff, 0xd9])

/** Size of a picture in pixels. */
export interface PictureSize {
  width: number
  height: number
}

function pngSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Start-of-frame markers, which give the size: C0–CF without the tables C4, C8 and CC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(bytes: Buffer): PictureSize | undefined {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1)
    if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // Fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** Reads the size of a PNG or JPEG picture from its beginning; undefined if it is neither. */
export function pictureSize(bytes: Buffer): PictureSize | undefined {
  const size = bytes.subarray(0, 8).equals(PNG)
    ? pngSize(bytes)
    : bytes[0] === 0xff && bytes[1] === 0xd8
      ? jpegSize(bytes)
      : undefined
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

/** Number of bytes at the start of the file that contain the size. */
const HEAD_BYTES = 1024 * 1024
const CHUNK = 1024 * 1024
const MOST = { side: 20_000, pixels: 100_000_000, chunks: 100_000 }
const DAMAGED = '图片已损坏，请重新保存后再上传'

type Handle = Awaited<ReturnType<typeof open>>

/** Whether the chunks of a PNG picture lead to its end chunk. */
async function isWholePng(file: Handle, size: number): Promise<boolean> {
  const head = Buffer.alloc(8)
  let at = PNG.length
  for (let count = 0; at + 12 <= size && count < MOST.chunks; count += 1) {
    await file.read(head, 0, head.length, at)
    if (head.toString('latin1', 4) === 'IEND') return true
    // Length, name and checksum (12 bytes) enclose the data.
    at += 12 + head.readUInt32BE(0)
  }
  return false
}

/** Whether a JPEG picture contains an end marker. Cameras write further data behind it. */
async function isWholeJpeg(file: Handle, size: number): Promise<boolean> {
  const chunk = Buffer.alloc(CHUNK)
  // Each part begins with the last byte of the one before.
  for (let at = 2; at < size; at += CHUNK - 1) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK, at)
    if (chunk.subarray(0, bytesRead).includes(JPEG_END)) return true
  }
  return false
}

/**
 * Checks that a picture is complete and within the size limits, so that opening it cannot exhaust the memory.
 * @returns its fault, if any
 */
export async function checkPicture(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const size = pictureSize(buffer.subarray(0, bytesRead))
    if (!size) return DAMAGED
    const isLarge = Math.max(size.width, size.height) > MOST.side || size.width * size.height > MOST.pixels
    if (isLarge) return '图片尺寸过大：边长不超过 20000 像素，总计不超过 1 亿像素'
    const isWhole = buffer[0] === PNG[0] ? isWholePng : isWholeJpeg
    return (await isWhole(file, (await file.stat()).size)) ? undefined : DAMAGED
  } finally {
    await file.close()
  }
}
