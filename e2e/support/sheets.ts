import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const folder = fileURLToPath(new URL('../sheets', import.meta.url))
/** Whether the pages become the new pictures, instead of being compared with the old ones. */
const IS_WRITING = process.env['SHEETS'] === 'write'

const DPI = 40
/** Side in px of the squares whose mean greys are compared: letters may move by a px, lines and charts may not. */
const SQUARE = 6
/** Difference of mean greys, of 255, from which a square counts as different. */
const GREY = 18
/** Share of different squares that a page may have, such as dates. A page without its smallest chart has 0.02. */
const MOST = 0.01

const base64 = (file: string) => readFileSync(file).toString('base64')

/** The share of different squares of two pictures; 1 for pictures of different sizes. Decoded by the browser. */
function difference(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate(
    async ({ pictures, side, grey }) => {
      const [a, b] = await Promise.all(
        pictures.map(async (text) => {
          const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
          const context = canvas.getContext('2d')
          context?.drawImage(bitmap, 0, 0)
          return context?.getImageData(0, 0, bitmap.width, bitmap.height)
        }),
      )
      if (!a || !b || a.width !== b.width || a.height !== b.height) return 1
      const mean = ({ data, width }: ImageData, left: number, top: number) => {
        let sum = 0
        for (let y = top; y < top + side; y += 1)
          for (let x = left; x < left + side; x += 1) sum += data[(y * width + x) * 4] ?? 0
        return sum / (side * side)
      }
      let [all, different] = [0, 0]
      for (let top = 0; top + side <= a.height; top += side)
        for (let left = 0; left + side <= a.width; left += side) {
          all += 1
          if (Math.abs(mean(a, left, top) - mean(b, left, top)) > grey) different += 1
        }
      return different / all
    },
    { pictures: [base64(one), base64(other)], side: SQUARE, grey: GREY },
  )
}

/** Pictures of the pages of a PDF, in their order. */
function drawn(pdf: string, prefix: string): string[] {
  execFileSync('pdftoppm', ['-r', String(DPI), '-gray', '-png', pdf, prefix])
  return readdirSync(dirname(prefix))
    .filter((file) => file.startsWith(`${basename(prefix)}-`) && file.endsWith('.png'))
    .sort()
    .map((file) => join(dirname(prefix), file))
}

/**
 * Compares each page of a PDF with its picture in `e2e/sheets`, which `SHEETS=write` draws anew.
 * @param page any page of the browser, which decodes the pictures
 * @returns the pages that look otherwise, with the share of what differs
 */
export async function unlikeSheets(page: Page, pdf: string, name: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const kept = readdirSync(folder)
    .filter((file) => file.startsWith(`${name}-`))
    .sort()
  if (IS_WRITING) {
    for (const file of kept) rmSync(join(folder, file))
    drawn(pdf, join(folder, name))
    return []
  }
  const pages = drawn(pdf, join(dirname(pdf), name))
  if (pages.length !== kept.length) return [`${pages.length} pages instead of ${kept.length}`]
  const unlike: string[] = []
  for (const [at, picture] of pages.entries()) {
    const share = await difference(page, join(folder, kept[at] ?? ''), picture)
    if (share > MOST) unlike.push(`page ${at + 1}: ${(share * 100).toFixed(1)} % differs`)
  }
  return unlike
}
