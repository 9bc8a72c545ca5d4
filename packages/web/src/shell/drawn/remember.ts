import { isRecord, readStored, writeStored } from '../../lib/stored.ts'

interface Remembered {
  demo?: boolean
  /** Path of the user's landing page, whose files the next document loads at once. */
  landing?: string
}

/** Remembers the frame's state, so that the next document shows it from its first paint. */
export function rememberFrame(state: Remembered): void {
  const stored = readStored('frame')
  writeStored('frame', { ...(isRecord(stored) && stored), ...state })
}
