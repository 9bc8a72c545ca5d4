import type { Io } from './io.ts'
import { widthOf } from './table.ts'

const BAR_WIDTH = 24

/** Milliseconds between two lines in a log. */
const LINE_MS = 10_000

/** A progress line on standard error, overwritten in place. Without a terminal, a new line every ten seconds. */
export function progressOf(io: Io, now: () => number = () => performance.now()) {
  let shown = 0
  let told = now()
  const log = (line: string) => {
    if (io.stderr.isTTY || now() - told < LINE_MS) return
    told = now()
    io.stderr.write(`${line}\n`)
  }
  const draw = (line: string) => {
    if (!io.stderr.isTTY) return
    io.stderr.write(`\r${line}${' '.repeat(Math.max(0, shown - widthOf(line)))}`)
    shown = widthOf(line)
  }
  return {
    show(label: string, done: number, total: number | undefined): void {
      if (!total) {
        draw(`${label}…`)
        log(`${label}…`)
        return
      }
      const share = Math.min(1, done / total)
      const filled = Math.round(share * BAR_WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
      draw(`${label} ${bar} ${Math.floor(share * 100)}%`)
      log(`${label} ${done}/${total}`)
    },
    clear(): void {
      draw('')
      if (io.stderr.isTTY) io.stderr.write('\r')
    },
  }
}
