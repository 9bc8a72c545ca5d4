import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)

/** Smaller files hardly shrink, and fit into one packet. */
const LEAST_BYTES = 1_024

/** Stores scripts and styles compressed beside them, so that the server never compresses them for a request. */
export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = 'dist' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(?:m?js|css)$/.test(name))
    await Promise.all(
      names.map(async (name) => {
        const file = join(dir, name)
        const content = await readFile(file)
        if (content.length >= LEAST_BYTES) await writeFile(`${file}.br`, await compress(content))
      }),
    )
  },
}
