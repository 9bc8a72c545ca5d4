import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CHUNK = Buffer.alloc(64 * 1024, 1)

export interface SmallDisk {
  folder: string
  /** Writes until nothing more can be written, and gives some bytes back. */
  fill(spareBytes?: number): void
  /** Makes room again. */
  free(): void
  remove(): void
}

/**
 * A file system in memory of a few megabytes.
 * @throws Error where this process may not mount one: the test needs root, as in CI and in containers
 */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'xinchu-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (mounted.status !== 0) throw new Error(`a small file system needs root: ${mounted.stderr}`)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill(spareBytes = 0) {
      const file = openSync(filler, 'a')
      let size = 0
      try {
        for (;;) size += writeSync(file, CHUNK)
      } catch {
        // Full.
      } finally {
        closeSync(file)
      }
      if (spareBytes > 0) truncateSync(filler, Math.max(0, size - spareBytes))
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
