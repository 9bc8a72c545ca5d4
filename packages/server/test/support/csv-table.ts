/** Cells of a CSV file by RFC 4180, with a byte order mark. Text that is guarded against formulas is as it was. */
export function csvTable(bytes: Uint8Array): string[][] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  if (!text.startsWith('\ufeff') || !text.endsWith('\r\n'))
    throw new Error('this is no CSV file of the platform')
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text
    .slice(1)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    const cell = quoted === undefined ? plain : quoted.replaceAll('""', '"')
    rows.at(-1)?.push(cell.replace(/^'(?='*[=+\-@\t\r])/, ''))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
