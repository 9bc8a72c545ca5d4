function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

// Control and direction-override characters: `exe.fdp` must not look like `pdf.exe`.
const INVISIBLE = /[\p{Cc}\p{Bidi_C}]/gu
const NAMES = /(?:^|;)\s*filename(\*?)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/gi

// A name is never a path.
function safe(name: string | undefined): string | undefined {
  const text = name?.replace(INVISIBLE, '').split(/[\\/]/).at(-1)?.trim()
  return text && !/^\.\.?$/.test(text) ? text : undefined
}

/**
 * Reads the file name of a Content-Disposition header (RFC 6266, RFC 8187): `filename*` if it decodes, else `filename`,
 * percent-decoded if it decodes. Undefined without a usable name.
 */
export function fileNameOf(header: string | null): string | undefined {
  let extended: string | undefined
  let plain: string | undefined
  for (const [, star, quoted, bare] of (header ?? '').matchAll(NAMES)) {
    const text = quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim() ?? ''
    // A name in another charset does not decode as UTF-8. Fall back to the plain name.
    if (star) extended ??= safe(decoded(text.replace(/.*'/, '')))
    else plain ??= safe(decoded(text) ?? text)
  }
  return extended ?? plain
}
