import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { packageRoot } from '../../runtime/package-root.ts'

const heiFolder = () =>
  join(dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '../fonts')

/** The open fonts of documents: hei in two weights, and song as a subset of 10,000 characters. */
export const fontFiles = {
  hei: (): Buffer => readFileSync(join(heiFolder(), 'NotoSansHans-Regular.otf')),
  bold: (): Buffer => readFileSync(join(heiFolder(), 'NotoSansHans-Medium.otf')),
  song: (): Buffer => readFileSync(join(packageRoot, 'fonts/NotoSerifSC-Regular.ttf')),
} as const
