import { attempt } from './attempt.ts'

const NAMES = /(?:^|;)\s*filename(\*?)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/gi
// Folders, control and direction-override characters: a name is no path, and `exe.fdp` must not look like `pdf.exe`.
const UNSAFE = /.*[\\/]|[\p{Cc}\p{Bidi_C}]/gsu

function safe(name: string | undefined): string | undefined {
  const text = name?.replace(UNSAFE, '').trim() ?? ''
  return /^\.{0,2}$/.test(text) ? undefined : text
}

/**
 * Reads the file name of a Content-Disposition header (RFC 6266, RFC 8187): `filename*` if it decodes, else `filename`,
 * as UTF-8 and percent-decoded if it decodes. Undefined without a usable name.
 */
export function fileNameOf(header: string | null): string | undefined {
  let extended: string | undefined
  let plain: string | undefined
  for (const [, star, quoted, bare = ''] of (header ?? '').matchAll(NAMES)) {
    const given = quoted?.replace(/\\(.)/g, '$1') ?? bare
    // fetch makes a character of each byte, which `escape` writes as a percent code. Browsers too read UTF-8 here.
    const text = attempt(decodeURIComponent, escape(given)) ?? given
    const decoded = attempt(decodeURIComponent, star ? text.replace(/.*'/, '') : text)
    // A name in another charset does not decode as UTF-8. Fall back to the plain name.
    if (star) extended ??= safe(decoded)
    else plain ??= safe(decoded ?? text)
  }
  return extended ?? plain
}
