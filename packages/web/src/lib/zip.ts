const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** CRC-32 of bytes. */
export const crc32 = (bytes: Uint8Array): number =>
  (bytes.reduce((sum, byte) => (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>>
  0

/** Little-endian numbers of two and four bytes. */
function packed(numbers: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(numbers.reduce((sum, [size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [size, value] of numbers) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return bytes
}

const VERSION = 20
/** Names in UTF-8. */
const FLAGS = 0x0800
/** 1 January 1980: an archive of the same texts is the same. */
const DATE = 0x21

/** Texts as a ZIP archive, not compressed. */
export function zipOf(files: Readonly<Record<string, string>>): Blob {
  const encoder = new TextEncoder()
  const parts: Uint8Array<ArrayBuffer>[] = []
  const index: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [encoder.encode(path), encoder.encode(text)]
    const about = [
      [2, VERSION],
      [2, FLAGS],
      [2, 0],
      [2, 0],
      [2, DATE],
      [4, crc32(content)],
      [4, content.length],
      [4, content.length],
      [2, name.length],
      [2, 0],
    ] as const
    const head = packed([[4, 0x04034b50], ...about])
    parts.push(head, name, content)
    index.push(
      packed([[4, 0x02014b50], [2, VERSION], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]),
      name,
    )
    at += head.length + name.length + content.length
  }
  const count = Object.keys(files).length
  const size = index.reduce((sum, { length }) => sum + length, 0)
  const end = packed([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, at],
    [2, 0],
  ])
  return new Blob([...parts, ...index, end])
}
