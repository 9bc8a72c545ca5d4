function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

// Control and direction-override characters: `exe.fdp` must not look like `pdf.exe`.
const INVISIBLE = /[\p{Cc}\p{Bidi_C}]/gu

// A name is never a path.
function safe(name: string | undefined): string | undefined {
  const text = name?.replace(INVISIBLE, '').split(/[\\/]/).at(-1)?.trim()
  return text === '' || text === '.' || text === '..' ? undefined : text
}

/**
 * Reads the file name of a Content-Disposition header (RFC 6266, RFC 8187): `filename*` if it decodes, else `filename`,
 * percent-decoded if it looks encoded. Undefined without a usable name.
 */
export function fileNameOf(header: string | null): string | undefined {
  if (!header) return undefined
  // A name in another charset does not decode as UTF-8. Fall back to the plain name.
  const extended = /(?:^|;)\s*filename\*\s*=\s*[\w-]+'[^']*'([^;\s]+)/i.exec(header)?.[1]
  const fromExtended = extended && safe(decoded(extended))
  if (fromExtended) return fromExtended
  const found = /(?:^|;)\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i.exec(header)
  const plain = found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2]?.trim()
  if (plain === undefined) return undefined
  return safe(/%[0-9a-f]{2}/i.test(plain) ? (decoded(plain) ?? plain) : plain)
}
