import { escaped } from '../options/markup.ts'
import { textWidth } from '../options/text-width.ts'
import { LIGHT } from '../palette.ts'
import type { ShownCard } from '../shown.ts'
import type { Context } from './context.ts'
import { drawnSvg, FONT } from './drawn.ts'
import { findingOf } from './finding.ts'

const WIDTH = 760
const MARGIN = 20
const HEAD = 78
const LINE = 17
const BODY_WIDTH = WIDTH - 2 * MARGIN
const FOOT_SIZE = 12
const SHARP = 2

/** Lines of the foot, each as long as the picture is wide. */
export function broken(text: string): string[] {
  const lines: string[] = []
  let room = 0
  for (const sign of text) {
    const width = textWidth(sign, FOOT_SIZE)
    room -= width
    if (room < 0) {
      lines.push('')
      room = BODY_WIDTH - width
    }
    lines[lines.length - 1] += sign
  }
  return lines
}

const line = (text: string, y: number, look: string) =>
  `<text x="${MARGIN}" y="${y}" ${look} font-family="${FONT}">${escaped(text)}</text>`

/** A chart as a picture that says what it shows: title, finding, conditions, origin, source and demonstration. */
export function pictureOf(card: ShownCard, context: Context): { svg: string; width: number; height: number } {
  const foot = [
    `条件：${context.conditions}`,
    context.origin,
    `来源：${context.platform}，${location.origin}${location.pathname}`,
    card.note ?? '',
    ...(context.notes ?? []),
  ].flatMap(broken)
  const body = Math.max(260, card.height)
  const height = HEAD + body + foot.length * LINE + MARGIN
  const small = `font-size="${FOOT_SIZE}" fill="${LIGHT.inkFaint}"`
  const mark = context.isSample ? '（演示数据，不代表官方统计）' : ''
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
    `<rect width="${WIDTH}" height="${height}" fill="${LIGHT.surface}"/>`,
    line(`${context.title}　${card.title}`, 32, `font-size="17" font-weight="600" fill="${LIGHT.ink}"`),
    line(`${findingOf(card)}${mark}`, 56, `font-size="13" fill="${LIGHT.inkSoft}"`),
    `<g transform="translate(${MARGIN},${HEAD})">${drawnSvg(card, BODY_WIDTH, body)}</g>`,
    ...foot.map((text, at) => line(text, HEAD + body + (at + 1) * LINE, small)),
    '</svg>',
  ].join('')
  return { svg, width: WIDTH, height }
}

/** A picture as PNG, twice as fine. */
export async function pngOf({ svg, width, height }: ReturnType<typeof pictureOf>): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image(width, height)
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * SHARP
    canvas.height = height * SHARP
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('the picture was not made'))),
        'image/png',
      ),
    )
  } finally {
    URL.revokeObjectURL(address)
  }
}
