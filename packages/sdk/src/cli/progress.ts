import type { Io } from './io.ts'
import { widthOf } from './table.ts'

const BAR_WIDTH = 24

/** A progress line on standard error, overwritten in place. Prints nothing without a terminal. */
export function progressOf(io: Io) {
  let shown = 0
  const draw = (line: string) => {
    if (!io.stderr.isTTY) return
    io.stderr.write(`\r${line}${' '.repeat(Math.max(0, shown - widthOf(line)))}`)
    shown = widthOf(line)
  }
  return {
    show(label: string, done: number, total: number | undefined): void {
      if (!total) {
        draw(`${label}…`)
        return
      }
      const share = Math.min(1, done / total)
      const filled = Math.round(share * BAR_WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
      draw(`${label} ${bar} ${Math.floor(share * 100)}%`)
    },
    clear(): void {
      draw('')
      if (io.stderr.isTTY) io.stderr.write('\r')
    },
  }
}
