import { open } from 'node:fs/promises'
import { DAMAGED, PdfScan } from './pdf-scan.ts'

type Handle = Awaited<ReturnType<typeof open>>

/** The end of the file has the place of its cross references within this many bytes. */
const TAIL = 2_048
const CHUNK = 1024 * 1024

async function textAt(file: Handle, at: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.toString('latin1', 0, bytesRead)
}

/** Whether the file ends as it should: with the place of its cross references, which are there. */
async function hasReferences(file: Handle, size: number): Promise<boolean> {
  const tail = await textAt(file, Math.max(0, size - TAIL), TAIL)
  const places = [...tail.matchAll(/startxref\s+(\d{1,10})\s+%%EOF/g)]
  const place = Number(places.at(-1)?.[1] ?? Number.NaN)
  if (!(place < size)) return false
  return /^\s*(?:xref\b|\d+\s+\d+\s+obj\b)/.test(await textAt(file, place, 32))
}

/**
 * Checks a PDF document: whole, not encrypted, and without scripts, programs or embedded media. Reads it in parts.
 * @returns its fault, if any
 */
export async function checkPdf(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (!/^%PDF-[12]\.\d/.test(await textAt(file, 0, 8))) return DAMAGED
    if (!(await hasReferences(file, size))) return DAMAGED
    const scan = new PdfScan()
    for (let at = 0; at < size; at += CHUNK) {
      const fault = await scan.take(await textAt(file, at, CHUNK))
      if (fault) return fault
    }
    return scan.end()
  } finally {
    await file.close()
  }
}
