const OBJECTS = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>']

/**
 * A whole PDF document without pages.
 * @param words a comment in it, so that no two are the same
 * @param more further objects, which may hold bytes as Latin-1; then the whole is to be written so
 */
export function smallPdf(words = '', more: readonly string[] = []): string {
  const head = `%PDF-1.7\n% ${words}\n`
  const objects = [...OBJECTS, ...more].map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`)
  const body = head + objects.join('')
  return `${body}xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${Buffer.byteLength(body, more.length > 0 ? 'latin1' : 'utf8')}\n%%EOF\n`
}
