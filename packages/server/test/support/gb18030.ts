const FIRST = 0x81
const LAST = 0xfe
const LOWEST = 0x40

/** All characters of two bytes, by the decoder that the platform has too. */
function characters(): Map<string, readonly [number, number]> {
  const decoder = new TextDecoder('gb18030')
  const found = new Map<string, readonly [number, number]>()
  for (let lead = FIRST; lead <= LAST; lead++)
    for (let trail = LOWEST; trail <= LAST; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail))
      if ([...text].length === 1 && text !== '\ufffd') found.set(text, [lead, trail])
    }
  return found
}

/** A text in GB18030, which Node only decodes. */
export function gb18030(text: string): Buffer {
  const known = characters()
  const bytes = [...text].flatMap((sign) => {
    if (sign.charCodeAt(0) < 128) return [sign.charCodeAt(0)]
    const two = known.get(sign)
    if (!two) throw new Error(`${sign} has no two bytes in GB18030`)
    return [...two]
  })
  return Buffer.from(bytes)
}
