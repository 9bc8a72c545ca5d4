import { writeStored } from '../../lib/stored.ts'

/** Notes what the frame says of the platform, so that the next document shows the same from its first paint on. */
export function rememberFrame(demo: boolean): void {
  writeStored('frame', { demo })
}
