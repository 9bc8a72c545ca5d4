import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'

// The bundler that builds the package is there, under its builder.
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('tsup'))
interface Bundler {
  build(options: object): Promise<{ outputFiles: { contents: Uint8Array }[] }>
}
const { build } = fromBuilder('esbuild') as Bundler

/** What a page loads for this text: minified and packed, in bytes; without what is named as somebody else's. */
export async function packedSize(text: string, external: readonly string[] = []): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: import.meta.dirname, loader: 'ts' },
    conditions: ['@xinchu/source'],
    bundle: true,
    external,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).byteLength
}
