import { writeStored } from '../../lib/stored.ts'

/** Remembers the frame's state, so that the next document shows it from its first paint. */
export function rememberFrame(demo: boolean): void {
  writeStored('frame', { demo })
}
