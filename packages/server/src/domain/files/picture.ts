import { open } from 'node:fs/promises'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Size of a picture in pixels. */
export interface PictureSize {
  width: number
  height: number
}

function pngSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Markers of a frame's start, which states the size: C0–CF without the tables C4, C8 and CC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(bytes: Buffer): PictureSize | undefined {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1)
    if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // Fill bytes, which may stand before a marker.
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

/** The size is stated within this much of the file. */
const HEAD_BYTES = 1024 * 1024
const MOST = { side: 20_000, pixels: 100_000_000 }

/**
 * Checks a picture by the size that it states, so that nobody has to unpack one that fills the memory.
 * @returns its fault, if any
 */
export async function checkPicture(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const size = pictureSize(buffer.subarray(0, bytesRead))
    if (!size) return '图片已损坏，请重新保存后再上传'
    const isLarge = Math.max(size.width, size.height) > MOST.side || size.width * size.height > MOST.pixels
    return isLarge ? '图片尺寸过大：边长不超过 20000 像素，总计不超过 1 亿像素' : undefined
  } finally {
    await file.close()
  }
}
