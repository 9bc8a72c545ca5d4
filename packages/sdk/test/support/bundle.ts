import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'

// The bundler that builds the package is there, under its builder.
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('tsup'))
interface Bundler {
  build(options: object): Promise<{ outputFiles: { contents: Uint8Array }[] }>
}
const { build } = fromBuilder('esbuild') as Bundler

/**
 * Bundles, minifies and compresses a text as a page loads it. Returns bytes, without external packages.
 * @param place folder of a project that has the package installed, to bundle that instead of the sources
 */
export async function packedSize(
  text: string,
  external: readonly string[] = [],
  place?: string,
): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: place ?? import.meta.dirname, loader: 'ts' },
    conditions: place ? [] : ['@xinchu/source'],
    bundle: true,
    external,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).byteLength
}
